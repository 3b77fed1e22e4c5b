/** Checks by content, never by name, whether an uploaded file is a readable spreadsheet. */
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import type { Delimiter } from './csv-rows.ts'
import { findDelimiter } from './csv-rows.ts'
import { limits } from './limits.ts'
import { readAt } from './read-range.ts'
import { damaged, emptyFile, fileTooLarge, notUtf8, passwordProtected, unsupported } from './refusals.ts'
import type { ZipDirectory } from './zip-directory.ts'
import { readZipDirectory } from './zip-directory.ts'

export type SheetFile =
  | { kind: 'xlsx'; size: number; parts: ZipDirectory }
  | { kind: 'csv'; size: number; delimiter: Delimiter }

const headSize = 64 * 1024

/** First bytes of files that people upload by mistake, as latin-1 text. */
const magics: readonly [start: string, found: string, ending: string][] = [
  ['%PDF', 'tài liệu PDF', '.pdf'],
  ['\x89PNG', 'ảnh PNG', '.png'],
  ['\xff\xd8\xff', 'ảnh JPEG', '.jpg'],
  ['GIF8', 'ảnh GIF', '.gif'],
  ['{\\rtf', 'văn bản RTF', '.rtf'],
  ['Rar!', 'tệp nén RAR', '.rar'],
  ['7z\xbc\xaf', 'tệp nén 7-Zip', '.7z'],
  ['\x1f\x8b', 'tệp nén GZIP', '.gz'],
  ['MZ', 'chương trình Windows', '.exe'],
]

/** Parts that identify the program behind a zip file. */
const packages: readonly [part: RegExp, found: string, ending: string][] = [
  [/^xl\/workbook\.bin$/, 'Excel nhị phân (.xlsb)', '.xlsb'],
  [/^word\//, 'văn bản Word (.docx)', '.docx'],
  [/^ppt\//, 'bản trình chiếu PowerPoint (.pptx)', '.pptx'],
  [/^index\/.*\.iwa$|^index\.zip$/, 'bảng tính Apple Numbers (.numbers)', '.numbers'],
  [/^meta-inf\/manifest\.xml$|^content\.xml$/, 'bảng tính OpenDocument (.ods)', '.ods'],
]

function checkPackage(parts: ZipDirectory, originalName: string): void {
  const names = [...parts.keys()]
  for (const [part, format, ending] of packages) {
    if (names.some((name) => part.test(name))) throw unsupported(format, originalName, ending)
  }
  const isSheet = names.includes('[content_types].xml') && names.some((name) => name.startsWith('xl/'))
  if (!isSheet) throw unsupported('tệp nén ZIP', originalName, '.zip')
}

/** OLE2 is the container of old Excel files and of encrypted new ones; its entries have names in UTF-16. */
async function refuseOle2(file: FileHandle, size: number, originalName: string): Promise<never> {
  const bytes = await readAt(file, 0, size)
  const holds = (name: string): boolean => bytes.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage')) throw passwordProtected()
  if (holds('Workbook') || holds('Book')) throw unsupported('Excel 97-2003 (.xls)', originalName, '.xls')
  throw unsupported('tài liệu Office đời cũ', originalName, '.doc')
}

function inspectText(head: Buffer, size: number, originalName: string): SheetFile {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) throw notUtf8()
  if (head.includes(0)) throw unsupported('tệp không rõ định dạng', originalName, '')
  const text = new TextDecoder().decode(head)
  const start = text.trimStart().slice(0, 2000).toLowerCase()
  if (/^<\?xml[^>]*>\s*<\?mso-application|^<\?xml[^]*<workbook/.test(start))
    throw unsupported('bảng tính XML 2003', originalName, '.xml')
  if (start.startsWith('<')) throw unsupported('trang web (HTML)', originalName, '.html')
  if (/^[{[]\s*["{[]/.test(start)) throw unsupported('dữ liệu JSON', originalName, '.json')
  return { kind: 'csv', size, delimiter: findDelimiter(text) }
}

/** Like `inspectFile`, for an open file. */
export async function inspectHandle(file: FileHandle, originalName: string): Promise<SheetFile> {
  const { size } = await file.stat()
  if (size === 0) throw emptyFile()
  if (size > limits.file) throw fileTooLarge(size)
  const head = await readAt(file, 0, Math.min(size, headSize))
  const start = head.toString('latin1', 0, 8)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return refuseOle2(file, size, originalName)
  if (start.startsWith('PK\x05\x06')) throw damaged('zip: no entries')
  if (start.startsWith('PK\x03\x04')) {
    const parts = await readZipDirectory(file, size)
    checkPackage(parts, originalName)
    return { kind: 'xlsx', size, parts }
  }
  const magic = magics.find(([sign]) => start.startsWith(sign))
  if (magic) throw unsupported(magic[1], originalName, magic[2])
  return inspectText(head, size, originalName)
}

/**
 * Format of a readable file: .xlsx (also .xlsm, whose macros are never run) or CSV. AppError UNSUPPORTED for any other,
 * with its format and how to save it as .xlsx; TOO_LARGE and VALIDATION for bombs, damaged and empty files.
 */
export async function inspectFile(path: string, originalName: string): Promise<SheetFile> {
  const file = await open(path)
  try {
    return await inspectHandle(file, originalName)
  } finally {
    await file.close()
  }
}
