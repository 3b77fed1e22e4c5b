/** Marks in the payroll who has confirmed the month's payslip (D3-PAY-09). */
import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { rules } from '#platform/contract/abilities.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { slipStandings, type Standing } from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { addressWith } from '#platform/contract/screens.ts'
import { slipKey } from './slip-calls.ts'
import css from './payroll.module.css'

const Standings = createContext<ReadonlyMap<string, Standing>>(new Map())

/** Reads the confirmations of a month for those who may see them, and provides them to the marks inside. */
export function WithConfirmed({ month, children }: { month: string; children: ReactNode }) {
  const answers = rules.editsPay(useActor())
  const { data } = useCall(slipKey, slipStandings, answers ? { startDate: month } : null, { keep: true })
  const standings = useMemo(
    () => new Map((data?.values ?? []).map((person) => [person.username, person])),
    [data],
  )
  return <Standings value={standings}>{children}</Standings>
}

/** A mark for a confirmed slip or open questions; empty for others. */
export function Confirmed({ row: { username, thangTinhLuong } }: { row: PayRow }) {
  const standing = useContext(Standings).get(username)
  if (!standing) return null
  const { xac_nhan, thac_mac } = standing
  const allConfirmed = xac_nhan === slipLines.length
  if (!allConfirmed && thac_mac === 0) return null
  const label = thac_mac > 0 ? `${thac_mac} thắc mắc chờ trả lời` : 'Đã xác nhận phiếu lương'
  return (
    <Link
      className={css.slip ?? ''}
      tabIndex={-1}
      data-asks={thac_mac > 0 || undefined}
      href={addressWith('phieuluong', { username, startDate: thangTinhLuong })}
      title={label}
      aria-label={label}
    >
      {thac_mac > 0 ? (
        <IconHelpCircle size={14} stroke={2} aria-hidden />
      ) : (
        <IconCircleCheck size={14} stroke={2} aria-hidden />
      )}
    </Link>
  )
}
