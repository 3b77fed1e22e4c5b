/** Zip bombs, false declarations, damaged and disguised files are refused with a clear reason (threats F3, F4). */
import { describe, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import type { Part } from './book.fixture.ts'
import { bookParts, rowsOf, rowsOfThread, textRow, withFile, zipOf } from './book.fixture.ts'
import { inspectFile } from './inspect-file.ts'

const honest = bookParts({ sheets: [textRow(1, 'Số') + textRow(2, '0912345678')] })
const sheet = 'xl/worksheets/sheet1.xml'
const changed = (name: string, change: Partial<Part>): Buffer =>
  zipOf(honest.map((part) => (part.name === name ? { ...part, ...change } : part)))
const refused = (bytes: Buffer | string) => rowsOf(bytes, 2).catch((error: unknown) => error)
/** Cases that could block or fill this thread if they were not refused. */
const refusedInThread = (bytes: Buffer) => rowsOfThread(bytes, 2).catch((error: unknown) => error)
/** A sheet with `times` times 1 MiB of `fill`. */
const megabytes = (times: number, fill: string) => ({ data: Buffer.alloc(1 << 20, fill), times })

test('the valid workbook that these tests modify can be read', async () => {
  for (const read of [rowsOf, rowsOfThread])
    expect(await read(zipOf(honest), 2)).toEqual([{ row: 2, cells: ['0912345678'] }])
})

describe('bombs', () => {
  test('a small file that unpacks to 500 MB is refused before anything is unpacked', async () => {
    const bytes = changed(sheet, megabytes(500, ' '))
    expect(bytes.length).toBeLessThan(1 << 20)
    const begun = performance.now()
    expect(await refusedInThread(bytes)).toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('quá lớn'),
      inner: expect.stringMatching(/unpacks \d+ to 524288000$/),
    })
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  test('a zip bomb that declares a small size is stopped at that size', async () => {
    const bytes = changed(sheet, { ...megabytes(200, '<row>'), declared: 5000 })
    const begun = performance.now()
    expect(await refusedInThread(bytes)).toMatchObject({
      code: 'TOO_LARGE',
      inner: expect.stringContaining('declared'),
    })
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  test('many entries that unpack to more than 1 GiB together are refused', async () => {
    const filler = Array.from({ length: 130 }, (_, index) => ({
      name: `xl/media/${index}`,
      data: 'x',
      declared: 9 << 20,
    }))
    expect(await refusedInThread(zipOf([...honest, ...filler]))).toMatchObject({ code: 'TOO_LARGE' })
  })

  test('an endless text does not fill the memory', async () => {
    const words = Array.from({ length: 300_000 }, (_, index) => index.toString(36)).join(' ')
    expect(await refusedInThread(changed(sheet, { data: `<worksheet><sheetData>${words}` }))).toMatchObject({
      code: 'TOO_LARGE',
      inner: expect.stringContaining('without a tag'),
    })
  })

  test('a document type with entities is refused', async () => {
    const data = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>'
    expect(await refusedInThread(changed(sheet, { data }))).toMatchObject({ code: 'VALIDATION' })
  })

  test('a cell in the last row and column costs one row, and its column is skipped', async () => {
    const rows = `${textRow(1, 'Số')}<row r="1048576"><c r="A1048576"><v>1</v></c><c r="XFD1048576"><v>2</v></c></row>`
    expect(await rowsOf(zipOf(bookParts({ sheets: [rows] })), 2)).toEqual([{ row: 1_048_576, cells: [1] }])
  })
})

test.each([
  ['cut in half', zipOf(honest).subarray(0, 400)],
  ['cut by its last byte', zipOf(honest).subarray(0, -1)],
  ['one altered checksum', changed(sheet, { crc: 1 })],
  ['a size that is not reached', changed(sheet, { declared: 9999 })],
  ['no such sheet', zipOf(honest.filter(({ name }) => name !== sheet))],
  ['no workbook relations', zipOf(honest.filter(({ name }) => !name.endsWith('workbook.xml.rels')))],
  ['one part twice', zipOf([...honest, { name: sheet.toUpperCase(), data: '' }])],
  ['rows that go backwards', zipOf(bookParts({ sheets: [textRow(5, 'a') + textRow(4, 'b')] }))],
  ['a row outside the sheet', zipOf(bookParts({ sheets: [textRow(2_000_000, 'a')] }))],
  ['a shared text that is not there', zipOf(bookParts({ sheets: ['<row><c t="s"><v>7</v></c></row>'] }))],
  ['a sheet that stops inside its rows', changed(sheet, { data: '<worksheet><sheetData><row>' })],
])('%s: the file is reported as damaged, in Vietnamese', async (_, bytes) => {
  expect(await refused(bytes)).toMatchObject({
    code: 'VALIDATION',
    message: expect.stringContaining('bị hỏng'),
  })
})

test.each([
  ['nothing', '', 'rỗng'],
  ['only a header', zipOf(bookParts({ sheets: [textRow(1, 'Số')] })), 'chỉ có dòng tiêu đề'],
  ['only a header in CSV', 'Số,Gói\r\n', 'chỉ có dòng tiêu đề'],
  ['an empty first sheet', zipOf(bookParts({ sheets: ['', textRow(1, 'a')] })), 'không có dữ liệu'],
  ['a first sheet of spaces', zipOf(bookParts({ sheets: [textRow(3, ' ', '\u00a0')] })), 'không có dữ liệu'],
  ['too long a cell', zipOf(bookParts({ sheets: [textRow(7, 'x'.repeat(32_768))] })), 'Dòng 7 có ô dài'],
])('a file with %s is refused with a message that says so', async (_, bytes, sentence) => {
  expect(await refused(bytes)).toMatchObject({
    code: 'VALIDATION',
    message: expect.stringContaining(sentence),
  })
})

const zipWith = (...names: string[]): Buffer => zipOf(names.map((name) => ({ name, data: 'x' })))
const ole2 = (name: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le')])

test.each([
  [
    'bao-cao.xlsx',
    '<html><table><tr><td>1</td></tr></table></html>',
    'có đuôi .xlsx nhưng là trang web (HTML)',
  ],
  ['bao-cao.xls', '\ufeff<!DOCTYPE html>', 'có đuôi .xls nhưng là trang web (HTML)'],
  ['bao-cao.xls', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>', 'XML 2003'],
  ['cu.xls', ole2('Workbook'), 'File là Excel 97-2003 (.xls)'],
  ['doi-ten.xlsx', ole2('Workbook'), 'có đuôi .xlsx nhưng là Excel 97-2003'],
  ['mat-khau.xlsx', ole2('EncryptedPackage'), 'mật khẩu'],
  ['ma-hoa.xlsx', zipOf([{ name: 'xl/workbook.xml', data: 'x', flags: 1 }]), 'mật khẩu'],
  ['a.ods', zipWith('mimetype', 'content.xml', 'META-INF/manifest.xml'), 'OpenDocument (.ods)'],
  ['a.numbers', zipWith('Index/Document.iwa'), 'Apple Numbers'],
  ['a.xlsb', zipWith('[Content_Types].xml', 'xl/workbook.bin'), '.xlsb'],
  ['a.docx', zipWith('[Content_Types].xml', 'word/document.xml'), 'Word'],
  ['a.zip', zipWith('a.xlsx'), 'tệp nén ZIP'],
  ['a.pdf', '%PDF-1.7', 'PDF'],
  ['a.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'PNG'],
  ['a.csv', Buffer.from([1, 2, 0, 3]), 'không rõ định dạng'],
  ['a.csv', Buffer.from('\ufeffSố,Gói', 'utf16le'), 'UTF-8'],
  ['a.json', '[{"phone": 1}]', 'JSON'],
])(
  '%s is recognised by its content and refused with advice how to save it',
  async (name, bytes, sentence) => {
    const error = await withFile(bytes, (path) => inspectFile(path, name)).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining(sentence) })
    expect(error).toMatchObject({ message: expect.stringContaining('Save As') })
  },
)

test.each([
  ['bytes that are no UTF-8', '<worksheet><sheetData>', '\xd0\xe3'],
  ['an encoding nobody knows', '<?xml version="1.0" encoding="TCVN3"?><worksheet><sheetData>', 'a'],
  ['UTF-16 in words only', '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>', 'a'],
])('a sheet with %s is refused instead of being misread (D3-FILE-01)', async (_what, head, text) => {
  const data = Buffer.from(`${head}${textRow(2, text)}</sheetData></worksheet>`, 'latin1')
  expect(await refused(changed(sheet, { data }))).toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('bảng mã'),
  })
})

test('a file above 64 MB is refused by its size alone', async () => {
  const error = await withFile(Buffer.alloc((64 << 20) + 1), (path) => inspectFile(path, 'a.xlsx')).catch(
    (e) => e,
  )
  expect(error).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('64 MB') })
})

test('a workbook with one changed byte is refused or read the same, and never hangs or crashes', async () => {
  const bytes = zipOf(honest)
  for (let offset = 0; offset < bytes.length; offset += 97) {
    const altered = Buffer.from(bytes)
    altered[offset] = (altered[offset] ?? 0) ^ 0xff
    const outcome = await refusedInThread(altered)
    const result = outcome instanceof AppError ? outcome.status : JSON.stringify(outcome)
    expect([400, 413, 415, '[{"row":2,"cells":["0912345678"]}]']).toContain(result)
  }
}, 60_000)
