/** Texts used in several places. Specified ones are verbatim. */
import { thousands } from '#kit/contract/thousands.ts'

export const messages = {
  errorPrefix: '[Lỗi]',
  unknownError: 'Có lỗi xảy ra. Vui lòng thử lại.',
  unreachable: 'Không kết nối được máy chủ',
  sessionEnded: 'Phiên đăng nhập đã hết hạn',
  forbidden: 'Bạn không có quyền thực hiện thao tác này',
  forbiddenScreen: 'Bạn không có quyền truy cập',
  empty: 'Không có dữ liệu',
  decided: 'Bản ghi đã được duyệt hoặc từ chối, phải mở lại mới sửa hay xoá được',
  invalid: 'Dữ liệu gửi lên không hợp lệ',
  invalidValue: 'Giá trị không hợp lệ',
  missingField: 'Có trường bắt buộc chưa được nhập hoặc chưa được chọn',
  bothDates: 'Phải chọn cả ngày bắt đầu và ngày kết thúc',
  dateOrder: 'Ngày bắt đầu phải trước hoặc bằng ngày kết thúc',
  assignSaved: 'Phân chia dữ liệu thành công.',
  assignFailed: 'Phân chia dữ liệu thất bại. Vui lòng thử lại lần sau.',
  deleteTitle: 'Xoá bản ghi',
  deleteConfirm: 'Xác nhận xoá bản ghi',
  createTitle: 'Tạo bản ghi mới',
  updateTitle: 'Cập nhật bản ghi',
  copyFailed: 'Lỗi không thể copy',
} as const

/** How many rows were assigned; possibly fewer than requested. */
export const assigned = (saved: number, requested: number, noun: string): string => {
  if (saved >= requested) return messages.assignSaved
  if (saved === 0) return `Không có ${noun} nào để phân`
  const [assignedCount, requestedCount] = [saved, requested].map((count) => thousands(count))
  return `${messages.assignSaved} Chỉ có ${assignedCount} của ${requestedCount} ${noun} để phân`
}

/** 'Đơn này đã được Lê Thị Hoa duyệt lúc 23-11-2026 09:10:05' (D3-TRL-01); without the name for readers who may not see it. */
export const alreadyDecided = (noun: string, name: string | null, verb: string, time: string): string =>
  `${noun.charAt(0).toUpperCase()}${noun.slice(1)} này đã được ${name === null ? '' : `${name} `}${verb} lúc ${time}`

/** Message about an unknown username. */
export const noAccount = (username: string): string => `Không có tài khoản '${username}'`

/** 'Đã copy: …' (D1-Q-159). */
export const copied = (text: string): string => `Đã copy: ${text}`

/** Message after an upload, with the right unit (D1-IMP-03). */
export const fileLoaded = (file: string, n: number, unit: string): string =>
  `Tải file thành công: "${file}" (${n} ${unit})`

/** Alert of an answer with `channel`, `message`, `status` (D1-ERR-04, D1-ERR-05). */
export const notice = (answer: { channel: string; message: string; status?: string }): string =>
  `[Thông báo từ '${answer.channel}'] ${answer.message}` +
  (answer.status && answer.status !== 'Unknown' ? ` (${answer.status})` : '')
