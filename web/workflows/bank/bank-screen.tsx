/** 'Tin nhắn ngân hàng': every message, its totals, filling in and deciding (D1-BANK, D1-Q-143). */
import { bankLookup, BankList } from './bank-list.tsx'

/** The screen. */
export default function BankScreen() {
  return <BankList resource={bankLookup} title="Tin nhắn ngân hàng" />
}
