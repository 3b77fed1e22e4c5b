/** Refusals of a spreadsheet: the problem, and how to solve it. */
import { AppError } from '#kit/contract/error.ts'
import { limits } from './limits.ts'

const saveAs = 'Mở file bằng Excel, chọn Lưu thành (Save As) → Excel Workbook (*.xlsx) rồi tải lại'
const count = (n: number): string => n.toLocaleString('en-US')

/** `format` is the format in Vietnamese; the file's own extension is mentioned if it suggests another one. */
export function unsupported(format: string, originalName: string, ending: string): AppError {
  const named = /\.[a-z0-9]{1,7}$/i.exec(originalName)?.[0].toLowerCase()
  const problem = named && named !== ending ? `File có đuôi ${named} nhưng là ${format}` : `File là ${format}`
  return new AppError('UNSUPPORTED', `${problem}, hệ thống không đọc được. ${saveAs}`)
}

export const passwordProtected = (): AppError =>
  new AppError('UNSUPPORTED', `File có mật khẩu bảo vệ, hệ thống không đọc được. Hãy gỡ mật khẩu. ${saveAs}`)

export const notUtf8 = (): AppError =>
  new AppError('UNSUPPORTED', `File chữ (CSV) không phải bảng mã UTF-8 nên tiếng Việt sẽ bị lỗi. ${saveAs}`)

/** A workbook with texts in an unknown encoding, or in another one than declared. */
export const wrongEncoding = (inner: string): AppError =>
  new AppError('UNSUPPORTED', `Chữ trong file dùng bảng mã mà hệ thống không đọc được. ${saveAs}`, {
    inner: `xml: ${inner}`,
  })

export const damaged = (inner: string): AppError =>
  new AppError('VALIDATION', `File bị hỏng hoặc tải lên chưa hết, không đọc được. ${saveAs}`, { inner })

export const emptyFile = (): AppError =>
  new AppError('VALIDATION', 'File rỗng (0 byte), không có dữ liệu nào. Hãy kiểm tra lại file đã chọn')

export const emptySheet = (): AppError =>
  new AppError(
    'VALIDATION',
    'Trang tính đầu tiên của file không có dữ liệu. Dữ liệu phải nằm ở trang tính đầu tiên',
  )

export const headerOnly = (): AppError =>
  new AppError('VALIDATION', 'File chỉ có dòng tiêu đề, không có dòng dữ liệu nào')

export const fileTooLarge = (bytes: number): AppError =>
  new AppError(
    'TOO_LARGE',
    `File nặng ${Math.ceil(bytes / 1048576)} MB, tối đa ${limits.file / 1048576} MB. Hãy tách thành nhiều file nhỏ hơn`,
  )

export const tooManyRows = (): AppError =>
  new AppError(
    'TOO_LARGE',
    `File có quá ${count(limits.rows)} dòng dữ liệu. Hãy tách thành nhiều file nhỏ hơn`,
  )

/** A zip bomb, or a workbook just as large when unpacked. */
export const unpacksTooLarge = (inner: string): AppError =>
  new AppError('TOO_LARGE', `File giải nén ra quá lớn, hệ thống từ chối đọc. Hãy xoá phần thừa. ${saveAs}`, {
    inner,
  })

export const cellTooLong = (row: number): AppError =>
  new AppError(
    'VALIDATION',
    `Dòng ${count(row)} có ô dài quá ${count(limits.cellText)} ký tự. Hãy rút ngắn ô đó rồi tải lại`,
  )

export const openQuote = (row: number): AppError =>
  new AppError('VALIDATION', `Dòng ${count(row)} của file CSV có dấu nháy kép (") mở mà không đóng`)

export const tookTooLong = (): AppError =>
  new AppError(
    'TOO_LARGE',
    `Đọc file quá ${limits.workerMs / 1000} giây nên đã dừng. Hãy tách thành nhiều file nhỏ hơn`,
  )

export const tooMuchMemory = (inner: string): AppError =>
  new AppError('TOO_LARGE', 'Đọc file cần quá nhiều bộ nhớ nên đã dừng. Hãy tách thành nhiều file nhỏ hơn', {
    inner,
  })

export const readerStopped = (inner: string): AppError =>
  new AppError('INTERNAL', 'Bộ đọc file dừng giữa chừng, hãy tải lại file', { inner })
