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
  errand: Exclude<Errand, 'appointment'>
  may: Ability
}

export const everyday: readonly Everyday[] = [
  { label: 'Khách hàng tiếp theo', screen: 'care', errand: 'next', may: 'any' },
  { label: 'Hoàn tiền gói cước', screen: 'requestrefund', errand: 'create', may: 'refunds' },
  { label: 'Tạo mới khách hàng riêng', screen: 'khr', errand: 'create', may: 'any' },
  { label: 'Tạo mới báo đỏ', screen: 'baodo', errand: 'create', may: 'any' },
  { label: 'Tạo mới đơn Mfy', screen: 'mfy', errand: 'create', may: 'any' },
  { label: 'Tạo mới lượt mời gói hôm sau', screen: 'moigoihomsau', errand: 'create', may: 'any' },
  { label: 'Tạo mới số trong blacklist', screen: 'blacklist', errand: 'create', may: 'any' },
  { label: 'Tạo mới khách hàng', screen: 'customers', errand: 'create', may: 'below5' },
  { label: 'Nhập file blacklist', screen: 'blacklist', errand: 'import', may: 'below5' },
  { label: 'Nhập file kết quả đăng ký', screen: 'registrationResults', errand: 'import', may: 'below3' },
  { label: 'Nhập file tin nhắn ngân hàng', screen: 'bankLookup', errand: 'import', may: 'below3' },
]
