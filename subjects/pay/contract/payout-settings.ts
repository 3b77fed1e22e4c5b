/** Paying bank, and the form in which it takes payment lists (D3-PAY-15). */
import { bankOptions } from '#subjects/money/contract/bank-forms.ts'
import type { BankFormsSetting, ChoiceSetting } from '#platform/contract/settings/kinds.ts'

const bank: ChoiceSetting = {
  kind: 'choice',
  label: 'Ngân hàng chi lương',
  hint: 'File chi trả lập theo mẫu của ngân hàng này; không chọn thì theo mẫu chung',
  default: '',
  optional: true,
  options: bankOptions,
  write: 'managesPay',
}
const forms: BankFormsSetting = {
  kind: 'bankForms',
  label: 'Mẫu file chi trả',
  hint: 'Mỗi dòng một ngân hàng, ví dụ: Vietcombank: STT, Số tài khoản = Tài khoản thụ hưởng, Tên người nhận, Mã NAPAS, Số tiền, Nội dung; tách cùng ngân hàng; nội dung không dấu',
  default: [],
  write: 'managesPay',
}

export const payoutSettings = { 'payout.bank': bank, 'payout.forms': forms } as const
