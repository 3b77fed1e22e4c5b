/** Builds small workbooks for tests, valid or malicious, byte by byte. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { readSheet } from './read-sheet.ts'
import type { SheetRow } from './sheet-row.ts'
import { sheetRows } from './sheet-rows.ts'

/** `declared` is the size claimed by the zip in place of the true one; `crc` likewise. `times`: repeats the data, compressed once, with the checksum of one. */
export type Part = {
  name: string
  data: string | Buffer
  declared?: number
  crc?: number
  flags?: number
  times?: number
}

/** Blocks that end with a full flush do not refer back, so they can be repeated. */
const repeated = (bytes: Buffer, times: number): Buffer =>
  Buffer.concat([
    ...Array<Buffer>(times).fill(deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })),
    deflateRawSync(Buffer.alloc(0)),
  ])

/** `value` as 8 little-endian bytes each. */
const eightBytes = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8)
  return bytes
}

/** The same zip file as streaming writers produce it: every number in zip64 records. */
export function zip64Of(bytes: Buffer): Buffer {
  const end = bytes.length - 22
  const [entries, offset] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const directory: Buffer[] = []
  for (let position = offset; position < end;) {
    const nameEnd = position + 46 + bytes.readUInt16LE(position + 28)
    const entry = Buffer.from(bytes.subarray(position, nameEnd))
    const numbers = eightBytes(entry.readUInt32LE(24), entry.readUInt32LE(20), entry.readUInt32LE(42))
    // Another field before it: other fields must be skipped.
    const extra = Buffer.concat([Buffer.from('5554010000', 'hex'), Buffer.from('01001800', 'hex'), numbers])
    for (const place of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, place)
    entry.writeUInt16LE(extra.length, 30)
    directory.push(entry, extra)
    position = nameEnd
  }
  const list = Buffer.concat(directory)
  const counts = eightBytes(entries, entries, list.length, offset)
  const record = Buffer.concat([Buffer.from('504b06062c00000000000000', 'hex'), Buffer.alloc(12), counts])
  const locator = Buffer.concat([
    Buffer.from('504b060700000000', 'hex'),
    eightBytes(offset + list.length),
    Buffer.from('01000000', 'hex'),
  ])
  const last = Buffer.from(bytes.subarray(end))
  last.fill(0xff, 8, 20)
  return Buffer.concat([bytes.subarray(0, offset), list, record, locator, last])
}

export function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, declared, crc, flags = 0, times = 1 } of parts) {
    const bytes = Buffer.from(data as string)
    const packed = times === 1 ? deflateRawSync(bytes) : repeated(bytes, times)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(flags, 2)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(crc ?? crc32(bytes), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(declared ?? bytes.length * times, 18)
    fixed.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fixed, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), fixed, place, Buffer.from(name))
    bodies.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06'), end])
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

type Book = {
  /** Content of `<sheetData>` of each sheet. */
  sheets: string[]
  strings?: string
  styles?: string
  workbookPr?: string
  states?: string[]
}

/** The parts of a workbook with the given rows. */
export function bookParts({ sheets, strings, styles, workbookPr = '', states = [] }: Book): Part[] {
  const list = sheets.map(
    (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" ${states[index] ?? ''} r:id="s${index}"/>`,
  )
  const targets = sheets.map((_, index) =>
    relation(`s${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  if (strings !== undefined) targets.push(relation('t', 'sharedStrings', 'sharedStrings.xml'))
  if (styles !== undefined) targets.push(relation('f', 'styles', 'styles.xml'))
  return [
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: '_rels/.rels',
      data: `<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    { name: 'xl/workbook.xml', data: `<workbook>${workbookPr}<sheets>${list.join('')}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', data: `<Relationships>${targets.join('')}</Relationships>` },
    ...sheets.map((rows, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      data: `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: `<sst>${strings}</sst>` }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', data: `<styleSheet>${styles}</styleSheet>` }]),
  ]
}

export const textRow = (row: number, ...texts: string[]): string =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

/** Runs `task` on a temporary file with the given bytes. */
export async function withFile<T>(bytes: Buffer | string, task: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  try {
    await writeFile(join(folder, 'file'), bytes)
    return await task(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export async function allRows(batches: AsyncIterable<SheetRow[]>): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

/** All rows of a file with the given bytes, read in a thread as in production, which is much slower than reading. */
export const rowsOfThread = (bytes: Buffer | string, fromRow = 1): Promise<SheetRow[]> =>
  withFile(bytes, (path) => allRows(readSheet(path, { fromRow })))

/** The same rows, read in this thread: for tests of the content only. */
export const rowsOf = (bytes: Buffer | string, fromRow = 1): Promise<SheetRow[]> =>
  withFile(bytes, (path) => allRows(sheetRows(path, fromRow)))
