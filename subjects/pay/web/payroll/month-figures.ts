/** Figures of the chart of months: results, or revenue when the reader may not see all costs (D3-PAY-13). */
import { formatMoney } from '#kit/contract/money.ts'
import type { MonthFigures } from '#subjects/pay/contract/calls/month-result.ts'

const figures = ['doanh_thu', 'chi_phi', 'ket_qua'] as const
export type Figure = (typeof figures)[number]
export const figureNames: Readonly<Record<Figure, string>> = {
  doanh_thu: 'Doanh thu',
  chi_phi: 'Hoàn tiền, lương và chi phí',
  ket_qua: 'Kết quả',
}

/** The figures the reader gets in any month: a missing right to a cost hides the sum of costs and the result. */
export const shownFigures = (months: readonly MonthFigures[]): Figure[] =>
  figures.filter((figure) => months.some((month) => month[figure] !== null))

/** The figure drawn as columns. */
export const drawnFigure = (months: readonly MonthFigures[]): Figure =>
  shownFigures(months).at(-1) ?? 'ket_qua'

/** 'Tháng 10/2026: doanh thu 20,000,000 đồng, …'. */
export function describeMonth(month: MonthFigures): string {
  const amounts = figures.flatMap((figure) => {
    const amount = month[figure]
    return amount === null ? [] : [`${figureNames[figure].toLowerCase()} ${formatMoney(amount)} đồng`]
  })
  return `Tháng ${month.thang}: ${[month.tam_tinh ? 'tạm tính' : [], amounts].flat(2).join(', ')}`
}
