/** What a split does to the numbers of a file: the shares of everybody, and what moves from whom to whom. Pure. */
import { planShares, type RequestedSplit, type Share } from '../../../contract/split.ts'
import type { Account } from './accounts.ts'
import { fileItself, ownOf, splittable, type FileState } from './file-state.ts'

export type PlanNode = Share<Account>

export type SplitPlan = {
  /** In hierarchy order. */
  nodes: PlanNode[]
  /** Numbers that may be split, and of these given to accounts without one above them. */
  total: number
  given: number
  /** By how many a holder's own numbers grow or shrink; '' is the file. Sums to zero. */
  changes: ReadonlyMap<string, number>
}

/** The free numbers of each account together with those below it. */
export function subtreeSums(state: FileState, number: (id: string) => number): Map<string, number> {
  const sums = new Map<string, number>()
  // Hierarchy order turned round: everybody below comes first.
  for (const { id, parent } of state.accounts.toReversed()) {
    const sum = (sums.get(id) ?? 0) + number(id)
    sums.set(id, sum)
    if (parent !== null) sums.set(parent, (sums.get(parent) ?? 0) + sum)
  }
  return sums
}

/**
 * Plans the split of a file. Accounts that are not named keep the numbers of their subtree; own numbers of accounts
 * without a quantity go to the nearest one above that has one, else to the file.
 */
export function planSplit(state: FileState, requested: RequestedSplit): SplitPlan {
  const before = subtreeSums(state, (id) => ownOf(state, id).free)
  const now = ({ id }: Account) => ({ before: before.get(id) ?? 0, kept: state.quotas.has(id) })
  const { shares, given } = planShares(state.accounts, now, requested)
  const changes = new Map(
    shares.map(({ account: { id }, kept, after, below }) => [
      id,
      (kept ? after - below : 0) - ownOf(state, id).free,
    ]),
  )
  // Whoever left the hierarchy with numbers in hand gives them back to the file.
  for (const id of state.own.keys())
    if (id !== fileItself && !changes.has(id)) changes.set(id, -ownOf(state, id).free)
  const total = splittable(state)
  changes.set(fileItself, total - given - ownOf(state, fileItself).free)
  return { nodes: shares, total, given, changes }
}
