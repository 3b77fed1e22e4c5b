/** What the chart of the months shows: results, and revenue where the reader may not see all that is taken off it (D3-PAY-13). */
import { formatMoney } from '../../../contract/money.ts'
import type { MonthFigures } from '../../../contract/workflows/month-result.ts'

const figures = ['doanh_thu', 'chi_phi', 'ket_qua'] as const
export type Figure = (typeof figures)[number]
export const figureNames: Readonly<Record<Figure, string>> = {
  doanh_thu: 'Doanh thu',
  chi_phi: 'Hoàn tiền, lương và chi phí',
  ket_qua: 'Kết quả',
}

/** The figures that the reader sees in any of the months: without the right to a cost there is neither sum nor result. */
export const shownFigures = (months: readonly MonthFigures[]): Figure[] =>
  figures.filter((figure) => months.some((month) => month[figure] !== null))

/** The figure that the columns stand for. */
export const drawnFigure = (months: readonly MonthFigures[]): Figure =>
  shownFigures(months).at(-1) ?? 'ket_qua'

/** 'Tháng 10/2026: doanh thu 20,000,000 đồng, …'. */
export function wordsOf(month: MonthFigures): string {
  const amounts = figures.flatMap((figure) => {
    const amount = month[figure]
    return amount === null ? [] : [`${figureNames[figure].toLowerCase()} ${formatMoney(amount)} đồng`]
  })
  return `Tháng ${month.thang}: ${[month.tam_tinh ? 'tạm tính' : [], amounts].flat(2).join(', ')}`
}
