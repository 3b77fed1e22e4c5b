/** The part of a file that a caller may split: numbers held by its people, and those available from above. */
import type { Ctx } from '#kit/server/context.ts'
import { maySetQuantity, type Account } from './accounts.ts'
import { fileItself, numbersOf, splittable, type FileState } from './file-state.ts'

type Who = Pick<Ctx, 'actor' | 'scope'>

/** Holders above `account` from whose own numbers it may get: up to the first with a quantity, otherwise to the file. */
function above(account: Account, state: FileState, byId: ReadonlyMap<string, Account>): string[] {
  const { parent } = account
  const next = parent === null ? undefined : byId.get(parent)
  if (!next) return [fileItself]
  return state.quotas.has(next.id) ? [next.id] : [next.id, ...above(next, state, byId)]
}

/**
 * Numbers that the caller may split. Those of other branches, or other groups of the branch, are excluded (D1-Q-123, D1-Q-125), except for
 * a caller who sees everybody.
 */
export function withinScope(state: FileState, caller: Who): number {
  const { scope } = caller
  if (scope.all) return splittable(state)
  const byId = new Map(state.accounts.map((account) => [account.id, account]))
  const settable = state.accounts.filter((account) => maySetQuantity(account, caller))
  const holders = new Set([
    ...state.accounts.filter(({ id }) => scope.ids.includes(id)).map(({ id }) => id),
    ...settable.flatMap((account) => above(account, state, byId)),
  ])
  // Accounts that left the hierarchy give their numbers back to the file.
  if (holders.has(fileItself)) for (const id of state.byHolder.keys()) if (!byId.has(id)) holders.add(id)
  return [...holders].reduce((sum, id) => sum + numbersOf(state, id).free, 0)
}

/** The topmost accounts whose quantity the caller sets: their total is what it distributes. */
export function topAccounts(state: FileState, caller: Who): Set<string> {
  const settable = new Map(
    state.accounts
      .filter((account) => maySetQuantity(account, caller))
      .map((account) => [account.id, account]),
  )
  return new Set(
    [...settable.values()].filter(({ parent }) => !settable.has(parent ?? fileItself)).map(({ id }) => id),
  )
}
