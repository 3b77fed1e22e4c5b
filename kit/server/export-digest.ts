/** SHA-256 of an exported file, audited together with its last bytes: a file found later can be traced to its export (D3-RULE-04). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Changed } from '#platform/contract/channels.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'

/**
 * Passes the bytes through; before the end it writes an audit entry `exported` with their digest and number. If that
 * fails the stream fails as well, so that no complete file exists without an entry.
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
