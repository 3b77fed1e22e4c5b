/** SHA-256 of an exported file, on record with its last bytes: a file that turns up somewhere names its export (D3-RULE-04). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Changed } from '#platform/contract/channels.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'

/**
 * The same bytes; before they end, an audit entry `exported` says their digest and number. Without it the file does not
 * end well, so that nobody has a whole one that is not on record.
 */
export function digested(
  source: Readable,
  exported: { resource: Changed; file: string },
  ctx: Ctx,
): Readable {
  async function* passed(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      const part = Buffer.from(chunk)
      hash.update(part)
      bytes += part.length
      yield part
    }
    const after = { sha256: hash.digest('hex'), bytes }
    await audit(ctx, { action: 'exported', resource: exported.resource, resourceId: exported.file, after })
  }
  return Readable.from(passed(), { objectMode: false })
}
