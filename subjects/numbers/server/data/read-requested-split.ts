/** Parses the quantities of a request: whole numbers for known accounts that the caller may set, all or none. */
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { RequestedSplit } from '#subjects/numbers/contract/split.ts'
import type { Ctx } from '#kit/server/context.ts'
import { maySetQuantity, type Account } from './accounts.ts'

type Assigns = Record<string, number | string | null>

/**
 * The requested quantities by account id. One unknown or foreign username refuses the whole request (threats B2); scoped callers cannot
 * tell the two cases apart.
 */
export function readRequestedSplit(
  assigns: Assigns,
  accounts: Account[],
  ctx: Pick<Ctx, 'actor' | 'scope'>,
): RequestedSplit {
  const byName = new Map(accounts.map((account) => [account.username, account]))
  const requested = new Map<string, number | null>()
  for (const [username, value] of Object.entries(assigns)) {
    const account = byName.get(username)
    const fields = { [username]: account ? messages.forbidden : 'Không có tài khoản này' }
    if (!account && ctx.scope.all) throw new AppError('VALIDATION', messages.invalid, { fields })
    if (!account || !maySetQuantity(account, ctx)) throw new AppError('FORBIDDEN', messages.forbidden)
    const quantity = value === null ? null : Number(value)
    if (quantity !== null && (!Number.isSafeInteger(quantity) || quantity < 0)) {
      throw new AppError('VALIDATION', messages.invalid, { fields: { [username]: 'Phải là số nguyên từ 0' } })
    }
    requested.set(account.id, quantity)
  }
  return requested
}
