/** What the customer transfers for a top-up that is being entered (D2-REFUND-62, D2-REFUND-63, D3-QR-01). */
import { readMoney } from '#kit/contract/money.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { transferContent, transferNote } from '#subjects/money/contract/refund-amounts.ts'
import { PayCard } from '../transfers/pay-card.tsx'
import type { OrderValues } from './refund-form.ts'

/** Follows what is typed. */
export function TransferCard({ values }: { values: OrderValues }) {
  const phone = readPhone(values.number_phone)
  const whole = phone !== null && values.package_code.trim() !== ''
  const amount = readMoney(values.transfer) ?? 0
  return (
    <PayCard
      content={whole ? transferContent(phone, values.package_code) : ''}
      note={whole && amount > 0 ? transferNote(phone, values.package_code, amount) : ''}
      amount={amount}
      wanted="Nhập số điện thoại, gói cước và số tiền để có mã VietQR"
    />
  )
}
