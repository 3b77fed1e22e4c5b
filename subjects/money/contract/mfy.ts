/** States of a Mfy request with their labels (D2-MAP-60 to 67, D2-Q-114), shared by server and screen. */
import type { Option } from '#kit/contract/field.ts'

/** States set by managers; `trang_thai_yeu_cau` is derived. */
export const mfyStates = [
  { value: 'dang_cho_duyet', label: 'Đang chờ duyệt', tone: 'amber', icon: 'ring' },
  { value: 'duyet', label: 'Duyệt lần 1', tone: 'blue', icon: 'half' },
  { value: 'da_soan_y_lan_1', label: 'Đã soạn Y lần 1', tone: 'blue', icon: 'check' },
  { value: 'duyet_lan_2', label: 'Duyệt lần 2', tone: 'blue', icon: 'half' },
  { value: 'dang_ky_thanh_cong', label: 'Đăng ký thành công', tone: 'green', icon: 'check' },
  { value: 'thu_hoi', label: 'Thu hồi', tone: 'grey', icon: 'dash' },
  { value: 'huy_qua_han', label: 'Hủy quá hạn', tone: 'red', icon: 'cross' },
  { value: 'huy_qua_han_lan_2', label: 'Hủy quá hạn lần 2', tone: 'red', icon: 'cross' },
] as const satisfies readonly Option[]

/** The same states from the view of the person who has to act. */
export const requestStates = [
  { value: 'dang_cho_xu_ly', label: 'Đang chờ xử lý', tone: 'amber', icon: 'ring' },
  { value: 'cho_soan_y', label: 'Chờ soạn Y', tone: 'blue', icon: 'half' },
  { value: 'da_soan_y_lan_1', label: 'Đã soạn Y lần 1', tone: 'blue', icon: 'check' },
  { value: 'cho_soan_y_lan_2', label: 'Chờ soạn Y lần 2', tone: 'blue', icon: 'half' },
  { value: 'thanh_cong', label: 'Thành công', tone: 'green', icon: 'check' },
  { value: 'thu_hoi', label: 'Thu hồi', tone: 'grey', icon: 'dash' },
  { value: 'qua_han', label: 'Quá hạn', tone: 'red', icon: 'cross' },
  { value: 'qua_han_lan_2', label: 'Quá hạn lần 2', tone: 'red', icon: 'cross' },
] as const satisfies readonly Option[]

/** Whether the customer has paid. 'Đã thu tiền mặt' only exists in older records (D2-MFY-53). */
export const collectionStates = [
  { value: 'da_chuyen_khoan', label: 'Đã chuyển khoản', tone: 'green', icon: 'check' },
  { value: 'da_thu_tien_mat', label: 'Đã thu tiền mặt', tone: 'green', icon: 'check' },
  { value: 'chua_thu_tien', label: 'Chưa thu tiền', tone: 'amber', icon: 'ring' },
  { value: 'yeu_cau_thu_hoi', label: 'Yêu cầu thu hồi', tone: 'red', icon: 'triangle' },
] as const satisfies readonly Option[]

/** Whether the request's data have been checked (D2-Q-115). */
export const infoStates = [
  { value: 'dang_cho_duyet', label: 'Đang chờ duyệt', tone: 'amber', icon: 'ring' },
  { value: 'da_duyet', label: 'Đã duyệt', tone: 'green', icon: 'check' },
  { value: 'tu_choi', label: 'Từ chối', tone: 'red', icon: 'cross' },
] as const satisfies readonly Option[]

/** Sale tiers, which select the price column of the package (D2-MFY-39). */
export const saleTiers = [
  { value: '1', label: 'T1' },
  { value: '2', label: 'T2' },
  { value: '3', label: 'T3' },
] as const satisfies readonly Option[]

/** Back-charge of one cancellation, in đồng (D2-Q-107). */
export const backCharge = 30_000

/** Maps an expired state to its waiting state. */
export const expiryOf = { huy_qua_han: 'duyet', huy_qua_han_lan_2: 'duyet_lan_2' } as const
