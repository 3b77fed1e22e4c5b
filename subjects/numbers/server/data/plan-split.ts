/** Plan of a split: all shares, and the numbers that move between holders. Pure. */
import { planShares, type RequestedSplit, type Share } from '#subjects/numbers/contract/split.ts'
import type { Account } from './accounts.ts'
import { fileItself, numbersOf, splittable, type FileState } from './file-state.ts'

export type PlanNode = Share<Account>

export type SplitPlan = {
  /** In hierarchy order. */
  nodes: PlanNode[]
  /** Numbers that can be split, and how many of them go to accounts without one above them. */
  total: number
  distributed: number
  /** Change of each holder's own numbers; '' is the file. Sums to zero. */
  changes: ReadonlyMap<string, number>
}

/** Numbers of each account including those below it. */
export function subtreeSums(state: FileState, number: (id: string) => number): Map<string, number> {
  const sums = new Map<string, number>()
  // Reversed hierarchy order, so that accounts below come first.
  for (const { id, parent } of state.accounts.toReversed()) {
    const sum = (sums.get(id) ?? 0) + number(id)
    sums.set(id, sum)
    if (parent !== null) sums.set(parent, (sums.get(parent) ?? 0) + sum)
  }
  return sums
}

/**
 * Plans the split of a file. Unnamed accounts keep the numbers of their subtree; own numbers of accounts without a
 * quantity go to the nearest one above that has one, else to the file.
 */
export function planSplit(state: FileState, requested: RequestedSplit): SplitPlan {
  const before = subtreeSums(state, (id) => numbersOf(state, id).free)
  const currentShare = ({ id }: Account) => ({
    before: before.get(id) ?? 0,
    hasQuantity: state.quotas.has(id),
  })
  const { shares, distributed } = planShares(state.accounts, currentShare, requested)
  const changes = new Map(
    shares.map(({ account: { id }, hasQuantity, after, below }) => [
      id,
      (hasQuantity ? after - below : 0) - numbersOf(state, id).free,
    ]),
  )
  // Accounts that left the hierarchy give their numbers back to the file.
  for (const id of state.byHolder.keys())
    if (id !== fileItself && !changes.has(id)) changes.set(id, -numbersOf(state, id).free)
  const total = splittable(state)
  changes.set(fileItself, total - distributed - numbersOf(state, fileItself).free)
  return { nodes: shares, total, distributed, changes }
}
