/** Rules during editing: typed cells over the running rules, and their errors. Pure (D3-REC-01). */
import { careResults, recycledResults } from '#subjects/calling/contract/care-results.ts'
import type { RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import { readSpan, spanText } from './span.ts'

export type Status = RecycleRule['status']

/** A rule as typed; `within` is '' without a limit of days. */
export type Cells = Pick<RecycleRule, 'active' | 'parts' | 'part' | 'caller' | 'until_expiry'> & {
  after: string
  most: string
  within: string
}
export type CellName = keyof Cells

/** Changed cells by result; cells equal to the rules are left out. */
export type Draft = Readonly<Partial<Record<Status, Partial<Cells>>>>

/** The rule as cells. */
export const cellsOf = (rule: RecycleRule): Cells => ({
  active: rule.active,
  after: spanText(rule.after_minutes),
  most: String(rule.most),
  parts: rule.parts,
  part: rule.part,
  caller: rule.caller,
  within: rule.within_days === null ? '' : String(rule.within_days),
  until_expiry: rule.until_expiry,
})

/** Rules in the order of the screen. */
export const inOrder = (rules: readonly RecycleRule[]): RecycleRule[] =>
  recycledResults.flatMap((status) => rules.find((rule) => rule.status === status) ?? [])

const same = (name: CellName, typed: Cells[CellName] | undefined, saved: Cells): boolean =>
  name === 'after' ? readSpan(String(typed)) === readSpan(saved.after) : String(typed) === String(saved[name])

/** `typed` over `rules`, without equal cells. */
export function draftOver(rules: readonly RecycleRule[], typed: Draft): Draft {
  const rows = rules.flatMap((rule) => {
    const saved = cellsOf(rule)
    const changed = Object.entries(typed[rule.status] ?? {}).filter(
      ([name, value]) => !same(name as CellName, value, saved),
    )
    return changed.length > 0 ? [[rule.status, Object.fromEntries(changed)] as const] : []
  })
  return Object.fromEntries(rows)
}

/** The draft with these typed cells of one result. */
export const withCells = (
  rules: readonly RecycleRule[],
  draft: Draft,
  status: Status,
  cells: Partial<Cells>,
): Draft => draftOver(rules, { ...draft, [status]: { ...draft[status], ...cells } })

/** The rule's cells with the typed ones. */
export const shownCells = (rule: RecycleRule, draft: Draft): Cells => ({
  ...cellsOf(rule),
  ...draft[rule.status],
})

/** Number of changed cells. */
export const changedCells = (draft: Draft): number =>
  Object.values(draft).reduce((sum, cells) => sum + Object.keys(cells).length, 0)

const whole = (text: string, least: number, most: number): number | null => {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

export type Faults = Partial<Record<CellName, string>>

/** The errors in the cells of one rule. */
export function faultsOf(cells: Cells): Faults {
  const after = readSpan(cells.after)
  return {
    ...(after === null && { after: "Ghi '2 giờ', '1 ngày' hoặc '30 phút'" }),
    ...(after !== null && (after < 15 || after > 43_200) && { after: 'Từ 15 phút đến 30 ngày' }),
    ...(whole(cells.most, 2, 10) === null && { most: 'Từ 2 đến 10 lần' }),
    ...(cells.parts.length === 0 && { parts: 'Chọn ít nhất một buổi' }),
    ...(cells.within.trim() !== '' &&
      whole(cells.within, 1, 365) === null && { within: 'Từ 1 đến 365 ngày, hoặc để trống' }),
  }
}

/** The rule in the cells; the running values where a cell is wrong. */
const ruleOf = (rule: RecycleRule, cells: Cells): RecycleRule => ({
  status: rule.status,
  active: cells.active,
  after_minutes: readSpan(cells.after) ?? rule.after_minutes,
  most: whole(cells.most, 2, 10) ?? rule.most,
  parts: cells.parts,
  part: cells.part,
  caller: cells.caller,
  within_days: cells.within.trim() === '' ? null : whole(cells.within, 1, 365),
  until_expiry: cells.until_expiry,
})

const labelOf = (status: Status): string => careResults.find(({ value }) => value === status)?.label ?? status

/** The drafted rules, how many of their cells are wrong, and the error of the first. */
export function drafted(
  rules: readonly RecycleRule[],
  draft: Draft,
): { rules: RecycleRule[]; wrong: number; fault: string | undefined } {
  const rows = rules.map((rule) => ({ rule, cells: shownCells(rule, draft) }))
  const faults = rows.flatMap(({ rule, cells }) =>
    Object.values(faultsOf(cells)).map((fault) => `${labelOf(rule.status)}: ${fault}`),
  )
  return { rules: rows.map(({ rule, cells }) => ruleOf(rule, cells)), wrong: faults.length, fault: faults[0] }
}
