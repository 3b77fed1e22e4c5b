/** Pages of the shop travel packed: a list is 60 kB of markup that says much the same 24 times. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** The page as whoever accepts `accepted` takes it, and what it is packed by; plain for who takes neither. */
export async function pack(
  page: string,
  accepted: string | string[] = '',
): Promise<{ body: string | Buffer; encoding?: 'br' | 'gzip' }> {
  const taken = new Set(
    String(accepted)
      .split(',')
      .flatMap((one) => (/;\s*q=0(\.0+)?\s*$/.test(one) ? [] : [one.split(';')[0]?.trim()])),
  )
  // A page is packed once for one reader: more effort costs more than it saves.
  if (taken.has('br'))
    return { body: await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding: 'br' }
  return taken.has('gzip') ? { body: await gzipped(page), encoding: 'gzip' } : { body: page }
}
