/**
 * The everyday actions of the palette: the screen and the right of each (D3-PAL-01). A test compares them with the
 * declarations.
 */
import type { Ability } from '#platform/contract/abilities.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import type { Errand } from '#kit/web/errand.ts'

export type Everyday = {
  label: string
  screen: ScreenName
  what: Exclude<Errand, 'appointment'>
  may: Ability
}

export const everyday: readonly Everyday[] = [
  { label: 'Khách hàng tiếp theo', screen: 'care', what: 'next', may: 'any' },
  { label: 'Hoàn tiền gói cước', screen: 'requestrefund', what: 'create', may: 'refunds' },
  { label: 'Tạo mới khách hàng riêng', screen: 'khr', what: 'create', may: 'any' },
  { label: 'Tạo mới báo đỏ', screen: 'baodo', what: 'create', may: 'any' },
  { label: 'Tạo mới đơn Mfy', screen: 'mfy', what: 'create', may: 'any' },
  { label: 'Tạo mới lượt mời gói hôm sau', screen: 'moigoihomsau', what: 'create', may: 'any' },
  { label: 'Tạo mới số trong blacklist', screen: 'blacklist', what: 'create', may: 'any' },
  { label: 'Tạo mới khách hàng', screen: 'customers', what: 'create', may: 'below5' },
  { label: 'Nhập file blacklist', screen: 'blacklist', what: 'import', may: 'below5' },
  { label: 'Nhập file kết quả đăng ký', screen: 'registrationResults', what: 'import', may: 'below3' },
  { label: 'Nhập file tin nhắn ngân hàng', screen: 'bankLookup', what: 'import', may: 'below3' },
]
