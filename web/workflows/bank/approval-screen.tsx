/** 'Duyệt tin ngân hàng': what waits for a decision, worked through with the keyboard (D1-ROUTE-21, D1-Q-016). */
import { useEffect } from 'react'
import type { Variant } from '../../../contract/kit/row.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { BankList, bankMessages } from './bank-list.tsx'

const { message, nhan_dang } = mesbank.filter

const { sheet: _, ...deciding } = bankMessages

/** A message may wait longer than a month, so the period begins open. */
const waiting: Variant<typeof mesbank> = {
  ...deciding,
  filter: { message, nhan_dang },
  periods: mesbank.periods.map(({ on, from, to, label }) => ({ on, from, to, label })),
}
const fixed = { cho_duyet: '1' }

/** The screen; the table has the keyboard from the beginning. */
export default function ApprovalScreen() {
  useEffect(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('#work [role="grid"]')?.focus()
  }, [])
  return <BankList resource={waiting} title="Duyệt tin ngân hàng" fixed={fixed} />
}
