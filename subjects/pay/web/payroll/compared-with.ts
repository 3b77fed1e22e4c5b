/** What the result of a month is compared with, in words (D3-ONE-02). */
import { comparedText, daysText } from '#kit/contract/compared.ts'
import type { Days } from '#kit/contract/earlier.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { formatMonth } from '#kit/contract/month.ts'
import type { monthResult } from '#subjects/pay/contract/calls/month-result.ts'
import { daysOf } from './result-rows.ts'

type Compared = Pick<AnswerOf<typeof monthResult>, 'thang' | 'tam_tinh' | 'so_voi'>

/** 'tháng 10/2026', or the days of a running month. */
export const monthOrDays = (days: Days): string => {
  const month = formatMonth(days.start)
  return days.end === daysOf(month).end ? `tháng ${month}` : daysText(days)
}

/** The compared month or days; for a running month also the part not yet compared. */
export function comparedWith({ thang, tam_tinh, so_voi }: Compared): string {
  const parts = [
    tam_tinh ? '' : `tháng ${thang}`,
    so_voi && (tam_tinh ? comparedText(so_voi) : `so với ${monthOrDays(so_voi)}`),
    tam_tinh && 'lương và kết quả so khi hết tháng',
  ]
  return parts.filter(Boolean).join(', ')
}
