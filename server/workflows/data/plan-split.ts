/** What a split means: who would have how many, what moves from whom to whom, and where it does not fit. Pure. */
import type { Account } from './accounts.ts'
import { fileItself, ownOf, splittable, type FileState } from './file-state.ts'

/** Account id → quantity for it and those below it; null takes the quantity away. */
export type RequestedSplit = ReadonlyMap<string, number | null>

export type PlanNode = {
  account: Account
  /** Numbers of the subtree that may be handed out now and afterwards. */
  before: number
  after: number
  /** Whether the account has a quantity afterwards. */
  kept: boolean
  /** Of `after`, handed on to accounts below that have a quantity; more than `after` does not fit. */
  below: number
  named: boolean
}

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
  const below = new Map<string, number>()
  const changes = new Map<string, number>()
  const nodes: PlanNode[] = []
  for (const account of state.accounts.toReversed()) {
    const { id } = account
    const quantity = requested.get(id)
    const kept = quantity === undefined ? state.quotas.has(id) : quantity !== null
    const handedOn = below.get(id) ?? 0
    const now = before.get(id) ?? 0
    const after = kept ? (quantity ?? now) : handedOn
    nodes.push({ account, before: now, after, kept, below: handedOn, named: quantity !== undefined })
    const above = account.parent ?? fileItself
    below.set(above, (below.get(above) ?? 0) + after)
    changes.set(id, (kept ? after - handedOn : 0) - ownOf(state, id).free)
  }
  const total = splittable(state)
  const given = below.get(fileItself) ?? 0
  // Whoever left the hierarchy with numbers in hand gives them back to the file.
  for (const id of state.own.keys())
    if (id !== fileItself && !changes.has(id)) changes.set(id, -ownOf(state, id).free)
  changes.set(fileItself, total - given - ownOf(state, fileItself).free)
  return { nodes: nodes.toReversed(), total, given, changes }
}
