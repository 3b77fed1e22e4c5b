/** Compression of shop pages: a list is 60 kB of repetitive markup. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** The page in the best encoding that the `accepted` header allows, with its name; plain without one. */
export async function pack(
  page: string,
  accepted: string | string[] = '',
): Promise<{ body: string | Buffer; encoding?: 'br' | 'gzip' }> {
  const encodings = new Set(
    String(accepted)
      .split(',')
      .flatMap((one) => (/;\s*q=0(\.0+)?\s*$/.test(one) ? [] : [one.split(';')[0]?.trim()])),
  )
  // Compressed per request, so more effort costs more time than it saves.
  if (encodings.has('br'))
    return { body: await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding: 'br' }
  return encodings.has('gzip') ? { body: await gzipped(page), encoding: 'gzip' } : { body: page }
}
