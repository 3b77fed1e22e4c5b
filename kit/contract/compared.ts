/** Text beside a compared figure: the earlier days and the change in percent, always with a sign (D3-ONE-02, D3-ONE-06). */
import type { Days } from './earlier.ts'
import { formatMoney } from './money.ts'

const short = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`

/** '01–23/10', '22/11', '28/09–03/10'. */
export function daysText({ start, end }: Days): string {
  if (start === end) return short(end)
  return `${start.slice(0, 7) === end.slice(0, 7) ? start.slice(8) : short(start)}–${short(end)}`
}

/** 'so với 01–23/10'. */
export const comparedText = (days: Days): string => `so với ${daysText(days)}`

/** '+5.4%' or '−2.4%'; '' if there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return ''
  const share = ((now - before) / Math.abs(before)) * 100
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}

/** '+45,000', '−12,000', '0'. */
export const signedMoney = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`
