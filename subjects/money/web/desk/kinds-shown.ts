/** Which kinds stand in the bar and which under 'Khác' (D3-APR-01). */
import type { WaitingKind } from '#subjects/money/contract/desk.ts'
import type { DeskCount } from '#subjects/money/contract/calls/desk.ts'

export type CountedKind = WaitingKind & Partial<DeskCount>

/** As many fit beside the filters in one line of 1280 px. */
const mostKinds = 6

/** Those with most rows, and the chosen ones always, in declared order; the rest as `others`. */
export function splitKinds(
  kinds: readonly CountedKind[],
  chosen: readonly string[],
): { shown: CountedKind[]; others: CountedKind[] } {
  const rank = ({ name, count = 0 }: CountedKind): number => (chosen.includes(name) ? Infinity : count)
  const first = new Set(
    kinds.toSorted((a, b) => (rank(b) === rank(a) ? 0 : rank(b) - rank(a))).slice(0, mostKinds),
  )
  return { shown: kinds.filter((kind) => first.has(kind)), others: kinds.filter((kind) => !first.has(kind)) }
}
