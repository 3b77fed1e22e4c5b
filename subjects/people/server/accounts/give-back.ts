/** Moves a person's numbers when the account is locked or changes units (D3-ORG-02, D3-ORG-03). */
import sql from 'sql-template-tag'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { beginMovements, takeTime } from '#subjects/numbers/server/index.ts'
import { isUncalled } from './held.ts'

/** Moved numbers: never called, requested again, in hand, with an appointment. */
type Given = { uncalled: number; askedAgain: number; inHand: number; appointments: number }

/** Takes the advisory locks of claims: waits for running claims of the accounts and blocks new ones. */
export async function holdClaims(ids: readonly string[], ctx: Ctx): Promise<void> {
  await takeTime(ctx)
  for (const id of ids.toSorted())
    await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${id}, 7))`)
}

/**
 * Moves numbers to the account's leader, else its branch, else headquarters: the uncalled ones, with `everything` all that it holds.
 * Appointments that no account above can take go to the acting manager, else to the oldest manager account.
 */
async function giveBack(account: Account, everything: boolean, ctx: Ctx): Promise<Given> {
  const { rows } = await ctx.db.query<Given>(sql`
    SELECT uncalled, asked_again AS "askedAgain", in_hand AS "inHand", appointments
    FROM give_back(${account.id}, ${account.group_id}, ${account.brand_id}, (
      SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id
      WHERE r.priority < 3 AND NOT u.is_deleted ORDER BY u.id = ${ctx.actor.id}::uuid DESC, r.priority, u.id LIMIT 1
    ), ${everything})`)
  const counts = rows[0]
  if (!counts) throw new Error('give_back answers one row')
  return counts
}

/** Takes everything from a locked account, and writes the counts to the audit trail. */
export async function recallEverything(account: Account, ctx: Ctx): Promise<void> {
  await holdClaims([account.id], ctx)
  await beginMovements(ctx, 'recall')
  const moved = Object.entries(await giveBack(account, true, ctx)).filter(([, n]) => n > 0)
  if (moved.length === 0) return
  const after = Object.fromEntries(moved)
  await audit(ctx, { action: 'recall', resource: 'users', resourceId: account.id, after })
  ctx.publish('customer')
}

/**
 * Uncalled numbers of a person who changes units: returned to the former unit, or taken along, which the ledger records although the holder
 * stays. Appointments, numbers requested again and the one in hand stay with the person.
 */
export async function moveNumbers(before: Account, numbers: 'return' | 'take', ctx: Ctx): Promise<void> {
  await holdClaims([before.id], ctx)
  await beginMovements(ctx, numbers === 'take' ? 'move-take' : 'move-return')
  const uncalled =
    numbers === 'take' ? await take(before.id, ctx) : (await giveBack(before, false, ctx)).uncalled
  if (uncalled === 0) return
  await audit(ctx, { action: 'move', resource: 'users', resourceId: before.id, after: { uncalled, numbers } })
  ctx.publish('customer')
}

async function take(id: string, ctx: Ctx): Promise<number> {
  const { rowCount } = await ctx.db.query(sql`
    INSERT INTO movements (customer_id, file_id, from_holder, from_stage, to_holder, to_stage, kind, by_username)
    SELECT c.id, c.file_id, c.holder_id, c.stage, c.holder_id, c.stage, 'move-take', ${ctx.actor.username}
    FROM customer c WHERE c.holder_id = ${id} AND ${isUncalled} AND c.rank >= 0 FOR UPDATE`)
  return rowCount ?? 0
}
