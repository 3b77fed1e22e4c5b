/** POST xacNhanMoiLai: puts the customer of a past call first in the queue again (D1-CARE-54, D1-Q-089). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { reinvitedTo, texts, type inviteAgain as call } from '#subjects/calling/contract/calls/care.ts'
import { noticed } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockResult, requireHeld, requireOwn } from './own-result.ts'

/** The caller, and the holder who receives the customer; null means the file. */
type Turn = { owner: string; locked: boolean; holder_id: string | null; holder: string | null }

/**
 * Holder who receives the customers of a caller `u`: the account itself or, when it is locked, its leader, its branch, the file
 * (D3-ORG-05).
 */
export const standsFor: Sql = sql`
  SELECT a.id, a.username FROM unnest(ARRAY[u.id, u.group_id, u.brand_id]) WITH ORDINALITY o (id, n)
  JOIN users a ON a.id = o.id AND NOT a.is_deleted ORDER BY o.n LIMIT 1`

/**
 * Reads the caller of the past result with the holder to receive its customer: the caller or, when locked, the leader, the branch, the file
 * (D3-ORG-05).
 */
async function turnOf(userId: string, ctx: Ctx): Promise<Turn> {
  // Same lock as claiming and locking an account: no account is locked between this read and the commit.
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${userId}, 7))`)
  const { rows } = await ctx.db.query<Turn>(sql`
    SELECT u.username AS owner, u.is_deleted AS locked, t.id AS holder_id, t.username AS holder
    FROM users u LEFT JOIN LATERAL (${standsFor}) t ON true
    WHERE u.id = ${userId}`)
  const turn = rows[0]
  if (!turn) throw new Error('a result has an account')
  return turn
}

/** Puts the customer first in the holder's queue; 409 when it is already queued or in hand. */
export async function inviteAgain(input: ParsedOf<typeof call>, ctx: Ctx) {
  const row = await lockResult(input.id, ctx)
  requireOwn(row, ctx)
  const { owner, locked, holder_id, holder } = await turnOf(row.user_id, ctx)
  await requireHeld(row, ctx)
  await ctx.db.query(sql`
    SELECT set_config('vas.movement', 'reinvite', true), set_config('vas.actor', ${ctx.actor.username}, true)`)
  // A negative rank sorts before all others; the latest request comes first.
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer SET stage = 'left', status = ${holder_id ? 'ASSIGNED' : 'NORMAL'}, holder_id = ${holder_id},
      appointment_at = NULL, rank = -(extract(epoch FROM clock_timestamp()) * 1000)::bigint, version = version + 1
    WHERE id = ${row.customer_id} AND stage = 'called'`)
  if (rowCount === 0) throw new AppError('CONFLICT', texts.waiting)
  const to = locked ? { holder } : {}
  const changed = changeRows(ctx, 'reinvite', careHistory, {
    table: 'care_history',
    where: sql`t.id = ${row.id}`,
    set: sql`reinvited_at = now(), reinvited_by = ${ctx.actor.username}, version = t.version + 1`,
    after: sql`to_jsonb(t) - 'version' || ${JSON.stringify(to)}::jsonb`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(careHistory.path)
  ctx.publish('customer')
  const message = locked ? reinvitedTo(owner, holder) : texts.reinvited
  return noticed({ channel: 'Chăm sóc khách hàng', message, status: 'Unknown' })
}
