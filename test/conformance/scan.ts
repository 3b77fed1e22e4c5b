/** Finds phones in every part of an answer: text in any spelling, headers, the parts of a spreadsheet. */
import { inflateRawSync } from 'node:zlib'
import type { Reply } from './stage.ts'

/** The parts of a zip by name, unpacked. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('not a zip')
  const parts = new Map<string, Buffer>()
  let position = bytes.readUInt32LE(end + 16)
  for (let remaining = bytes.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const [method, size] = [bytes.readUInt16LE(position + 10), bytes.readUInt32LE(position + 20)]
    const [name, extra, comment] = [
      bytes.readUInt16LE(position + 28),
      bytes.readUInt16LE(position + 30),
      bytes.readUInt16LE(position + 32),
    ]
    const local = bytes.readUInt32LE(position + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + size)
    parts.set(
      bytes.toString('utf8', position + 46, position + 46 + name),
      method === 8 ? inflateRawSync(packed) : packed,
    )
    position += 46 + name + extra + comment
  }
  return parts
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

/** Everything readable in an answer: headers, body, and each part of a spreadsheet. */
export function textsOf({ headers, raw, text }: Pick<Reply, 'headers' | 'raw' | 'text'>): string[] {
  const body = isZip(raw) ? [...unzip(raw)].flatMap(([name, part]) => [name, part.toString()]) : [text]
  return [JSON.stringify(headers), ...body]
}

/** Runs of digits with separators that people use: spaces, no-break spaces, dots, dashes, brackets, %20, +. */
const digitRuns = /\d(?:(?:%20|&nbsp;|\\u00a0|[ \u00a0.\-()+_]){0,3}\d){8,}/g

/** The phones of `canaries` that occur in `texts`: 9 digits, 0…, 84…, +84…, 0084…, dotted, spaced, dashed, percent-encoded, and in base64. */
export function phonesIn(texts: string[], canaries: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    const coded =
      text.match(/[A-Za-z0-9+/]{12,}={0,2}/g)?.map((run) => Buffer.from(run, 'base64').toString('latin1')) ??
      []
    for (const run of [text, ...coded].flatMap((one) => one.match(digitRuns) ?? [])) {
      const digits = run.replace(/%20|\\u00a0|\D/g, '')
      for (let position = 0; position + 9 <= digits.length; position++) {
        const nine = digits.slice(position, position + 9)
        if (canaries.has(nine)) found.add(nine)
      }
    }
  }
  return [...found]
}
