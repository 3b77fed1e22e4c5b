/** Where the bars of the months begin and end: revenue, costs and result on one scale with room below nothing (D3-PAY-13). */
import type { MonthFigures } from '../../../contract/workflows/month-result.ts'

export const figures = ['doanh_thu', 'chi_phi', 'ket_qua'] as const
export type Figure = (typeof figures)[number]
export const figureNames: Readonly<Record<Figure, string>> = {
  doanh_thu: 'Doanh thu',
  chi_phi: 'Hoàn tiền, lương và chi phí',
  ket_qua: 'Kết quả',
}

/** The figures that the reader sees in any of the months: without the right to a cost there is neither sum nor result. */
export const shownFigures = (months: readonly MonthFigures[]): Figure[] =>
  figures.filter((figure) => months.some((month) => month[figure] !== null))

/** From below, as shares of 1. */
type Bar = { figure: Figure; from: number; to: number }
export type MonthBars = { month: MonthFigures; bars: Bar[] }

/** The bars of each month, those of hidden figures left out, and where nothing lies. */
export function monthBars(months: readonly MonthFigures[]): { zero: number; months: MonthBars[] } {
  const amounts = months.flatMap((month) => figures.map((figure) => month[figure] ?? 0))
  const [low, high] = [Math.min(0, ...amounts), Math.max(1, ...amounts)]
  const share = (amount: number): number => (amount - low) / (high - low)
  const zero = share(0)
  return {
    zero,
    months: months.map((month) => ({
      month,
      bars: figures.flatMap((figure) => {
        const amount = month[figure]
        if (amount === null) return []
        return [{ figure, from: Math.min(zero, share(amount)), to: Math.max(zero, share(amount)) }]
      }),
    })),
  }
}
