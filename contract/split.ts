/** What a split of numbers down a tree of accounts means: who would have how many, and where it does not fit. Pure. */

/** An account of the tree; `parent` is the id of the one above, or null. */
export type SplitAccount = { id: string; parent: string | null; locked: boolean }

/** Account id → quantity for it and those below it; null takes the quantity away. */
export type RequestedSplit = ReadonlyMap<string, number | null>

export type Share<A extends SplitAccount = SplitAccount> = {
  account: A
  /** Numbers of the subtree that may be handed out now and afterwards. */
  before: number
  after: number
  /** Whether the account has a quantity afterwards. */
  kept: boolean
  /** Of `after`, handed on to accounts below that have a quantity; more than `after` does not fit. */
  below: number
  named: boolean
}

/** How an account stands now: the free numbers of its subtree, and whether they are a quantity of its own. */
type Now = { before: number; kept: boolean }

/**
 * The shares of all accounts, in their order, in which each stands after the one above it. Who is not named keeps what
 * it has; who has no quantity has what those below it have. `given` is what accounts with nobody above them get.
 */
export function planShares<A extends SplitAccount>(
  accounts: readonly A[],
  now: (account: A) => Now,
  requested: RequestedSplit,
): { shares: Share<A>[]; given: number } {
  const known = new Set(accounts.map(({ id }) => id))
  const below = new Map<string, number>()
  const shares: Share<A>[] = []
  let given = 0
  // The order turned round: everybody below comes first.
  for (const account of accounts.toReversed()) {
    const { id, parent } = account
    const { before, kept: has } = now(account)
    const quantity = requested.get(id)
    const named = quantity !== undefined
    const kept = named ? quantity !== null : has
    const handedOn = below.get(id) ?? 0
    const after = kept ? (quantity ?? before) : handedOn
    shares.push({ account, before, after, kept, below: handedOn, named })
    if (parent !== null && known.has(parent)) below.set(parent, (below.get(parent) ?? 0) + after)
    else given += after
  }
  return { shares: shares.toReversed(), given }
}

/** By how many an account hands on more than it has; 0 where it fits. Without a quantity everything fits. */
export const overflowOf = ({ kept, below, after }: Share): number => (kept ? Math.max(0, below - after) : 0)

/** Whether a stopped account would get numbers that nobody could take; what it has it may keep. */
export const gainsStopped = ({ account, before, after }: Share): boolean => account.locked && after > before
