/** The account that customers pay into, encoded in VietQR codes (D3-QR-01). */
import { bankCode, bankNames } from '#subjects/people/contract/banks.ts'
import type { ChoiceSetting, TextSetting } from '#platform/contract/settings/kinds.ts'

/** Bank of the account for top-up transfers; stored as its NAPAS code, as in VietQR. */
const receivingBank: ChoiceSetting = {
  kind: 'choice',
  optional: true,
  label: 'Ngân hàng',
  hint: 'Tìm theo tên hoặc mã BIN; khách chuyển tiền nạp vào ngân hàng này',
  default: '',
  options: bankNames.map((name) => ({ value: bankCode(name), label: `${name} (${bankCode(name)})` })),
  write: 'below3',
  open: true,
  reauth: true,
}

/** A part of the account for top-up transfers; '' while unset. */
const receiving = (
  more: Omit<TextSetting, 'kind' | 'default' | 'write' | 'open' | 'reauth'>,
): TextSetting => ({
  kind: 'text',
  reauth: true,
  default: '',
  write: 'below3',
  open: true,
  ...more,
})

export const receivingSettings = {
  'vietqr.bank_bin': receivingBank,
  'vietqr.account': receiving({
    label: 'Số tài khoản',
    hint: 'Khách chuyển tiền nạp vào tài khoản này',
    max: 19,
    shape: { pattern: '[0-9A-Za-z]{4,19}', words: 'phải có 4 đến 19 chữ số hoặc chữ không dấu' },
  }),
  'vietqr.name': receiving({
    label: 'Tên tài khoản',
    hint: 'Như ngân hàng ghi',
    max: 50,
  }),
} as const
