/** Sums of a payment list by kind of payment, which add up to the closed payroll (D3-ACC-04). */
import type { FilePart, PayoutFile, PayoutKind, PayoutRow } from '#subjects/pay/contract/calls/payouts.ts'

export type PayoutSum = { people: number; sum: number }

const sumOf = (rows: readonly PayoutRow[]): PayoutSum => ({
  people: rows.length,
  sum: rows.reduce((sum, { so }) => sum + so, 0),
})

/** Rows of these kinds. */
export const ofKinds = (rows: readonly PayoutRow[], ...kinds: PayoutKind[]): PayoutRow[] =>
  rows.filter(({ kieu }) => kinds.includes(kieu))

/** The amount of the next file for a person, else the total paid. */
export const amountOf = ({ kieu, so, con }: PayoutRow): number => (kieu === 'bu' ? con : so)

/** People and amounts of each kind, of amounts above zero, and of all. */
export const partsOf = (rows: readonly PayoutRow[]) => ({
  next: sumOf(ofKinds(rows, 'chi')),
  more: sumOf(ofKinds(rows, 'bu')),
  filed: sumOf(ofKinds(rows, 'da_tai')),
  over: sumOf(ofKinds(rows, 'thua').filter(({ so }) => so > 0)),
  missing: sumOf(ofKinds(rows, 'chua_co')),
  cash: sumOf(ofKinds(rows, 'tien_mat')),
  above: sumOf(rows.filter(({ so }) => so > 0)),
  below: sumOf(rows.filter(({ so }) => so < 0)),
  none: sumOf(rows.filter(({ so }) => so === 0)),
  all: sumOf(rows),
})

/** The sheets of a file: one, or the non-empty ones where accounts at the paying bank are separate. */
export function partsOfFile({
  cung,
  so_dong,
}: Pick<PayoutFile, 'cung' | 'so_dong'>): (FilePart | undefined)[] {
  if (cung === null) return [undefined]
  return [...(cung > 0 ? (['cung'] as const) : []), ...(cung < so_dong ? (['khac'] as const) : [])]
}
