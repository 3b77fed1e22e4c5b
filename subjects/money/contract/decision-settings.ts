/** Settings of money decisions: who decides, and number of approvals (D3-ACC-02, D3-ACC-03). */
import { mostMoney } from '#kit/contract/money.ts'
import type { FlagSetting, NumberSetting } from '#platform/contract/settings/kinds.ts'

/**
 * Who decides on money, and on whose requests (D3-ACC-02, D3-ACC-03). Written by administrators only, like all settings here, so that those
 * it restricts cannot change it.
 */
export const onlyByPermission: FlagSetting = {
  kind: 'flag',
  label: "Chỉ người có quyền 'Duyệt đơn và tin tiền' mới duyệt",
  hint: 'Bật: quản trị, quản lý và người duyệt nạp không có quyền này chỉ xem tin ngân hàng, báo đỏ, hoàn gói, nạp tiền và Mfy; khách hàng riêng vẫn duyệt như trước',
  default: 0,
  write: 'admin',
  reauth: true,
}
export const ownRequests: FlagSetting = {
  kind: 'flag',
  label: 'Được duyệt đơn của chính mình',
  hint: 'Tắt: không ai duyệt hay từ chối đơn mang tên mình, do mình hay tài khoản cùng một tay nhập hoặc sửa, kể cả khách hàng riêng',
  default: 1,
  write: 'admin',
  reauth: true,
}

export const secondApproval: NumberSetting & { empty: string } = {
  kind: 'number',
  label: 'Hai người duyệt khi trên',
  hint: 'Đơn hoàn và nạp nhiều hơn số này, tính cộng những đơn một người đã duyệt trong ngày cho cùng số hoặc cùng người bán, cần hai người duyệt; duyệt tự động không tính; đổi thì áp dụng ngay cho đơn đang chờ, để trống là không cần',
  default: '',
  empty: 'Không cần',
  min: 0,
  max: mostMoney,
  unit: 'đồng',
  write: 'admin',
  reauth: true,
}
