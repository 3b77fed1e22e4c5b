/** The bars of 'Vì sao khác tháng trước': each begins where the one before ended (D3-PAY-04). */
import type { Comparison } from '#subjects/pay/contract/calls/payroll.ts'

export type Bar = {
  key: string
  label: string
  detail: string
  amount: number
  /** Fraction of the width, 0 to 1. */
  from: number
  to: number
}

/** The bars from the net pay of the month before to that of this month, and the positions of both. */
export function barsOf({ truoc, buoc }: Pick<Comparison, 'truoc' | 'buoc'>): {
  bars: Bar[]
  start: number
  end: number
} {
  const start = truoc?.luongThucNhan ?? 0
  const ends = buoc.reduce<number[]>((sums, { so }) => [...sums, (sums.at(-1) ?? start) + so], [])
  const low = Math.min(start, ...ends)
  const width = Math.max(start, ...ends) - low || 1
  const place = (amount: number): number => (amount - low) / width
  const bars = buoc.map(({ cot, nhan, chi_tiet, so }, index) => {
    const before = ends[index - 1] ?? start
    return {
      key: `${cot} ${nhan}`,
      label: nhan,
      detail: chi_tiet,
      amount: so,
      from: place(Math.min(before, before + so)),
      to: place(Math.max(before, before + so)),
    }
  })
  return { bars, start: place(start), end: place(ends.at(-1) ?? start) }
}
