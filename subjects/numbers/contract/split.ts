/** Calculates a split of numbers over a tree of accounts: everybody's share, and overflows. Pure. */

/** An account of the tree; `parent` is the id of the account above, or null. */
export type SplitAccount = { id: string; parent: string | null; locked: boolean }

/** Account id → quantity for it and those below it; null removes the quantity. */
export type RequestedSplit = ReadonlyMap<string, number | null>

export type Share<A extends SplitAccount = SplitAccount> = {
  account: A
  /** Numbers of the subtree that can be handed out, before and after. */
  before: number
  after: number
  hasQuantity: boolean
  /** Part of `after` given to accounts below with a quantity; more than `after` does not fit. */
  below: number
  named: boolean
}

/** State of an account before: free numbers of its subtree, and whether it has a quantity. */
type StateBefore = { before: number; hasQuantity: boolean }

/**
 * Shares of all accounts, in their order (each after the one above it). Unnamed accounts keep what they have; those
 * without a quantity have the sum of those below. `distributed` is the sum of accounts without one above.
 */
export function planShares<A extends SplitAccount>(
  accounts: readonly A[],
  now: (account: A) => StateBefore,
  requested: RequestedSplit,
): { shares: Share<A>[]; distributed: number } {
  const ids = new Set(accounts.map(({ id }) => id))
  const below = new Map<string, number>()
  const shares: Share<A>[] = []
  let distributed = 0
  // Reversed order: everybody below comes first.
  for (const account of accounts.toReversed()) {
    const { id, parent } = account
    const { before, hasQuantity: hadQuantity } = now(account)
    const quantity = requested.get(id)
    const isNamed = quantity !== undefined
    const hasQuantity = isNamed ? quantity !== null : hadQuantity
    const handedOn = below.get(id) ?? 0
    const after = hasQuantity ? (quantity ?? before) : handedOn
    shares.push({ account, before, after, hasQuantity, below: handedOn, named: isNamed })
    if (parent !== null && ids.has(parent)) below.set(parent, (below.get(parent) ?? 0) + after)
    else distributed += after
  }
  return { shares: shares.toReversed(), distributed }
}

/** By how many numbers an account distributes more than it has; 0 when it fits. Without a quantity everything fits. */
export const overflowOf = ({ hasQuantity, below, after }: Share): number =>
  hasQuantity ? Math.max(0, below - after) : 0

/** Whether a locked account would get more numbers, which nobody could draw; it may keep what it has. */
export const gainsStopped = ({ account, before, after }: Share): boolean => account.locked && after > before
