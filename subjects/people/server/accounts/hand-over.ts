/** POST bangiao: hands numbers and appointments of a person over to a colleague of the same unit (D3-ORG-04). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import { texts, type handOver as call } from '#subjects/people/contract/calls/handovers.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { beginMovements } from '#subjects/numbers/server/index.ts'
import { oneAtATime } from './authority.ts'
import { holdClaims } from './give-back.ts'
import { isAppointment } from './held.ts'
import { readAccount } from './queries.ts'

const branchOf = ({ id, role_priority, brand_id }: Account): string | null =>
  role_priority === 3 ? id : brand_id

const refused = (msg: string): AppError => new AppError('VALIDATION', msg, { fields: { to: msg } })

/**
 * Throws VALIDATION for an account that cannot take numbers, and FORBIDDEN for another branch; numbers that headquarters holds may go to
 * any.
 */
function requireRecipient(to: Account, from: Account): void {
  if (from.id === to.id) throw refused(texts.samePerson)
  if (to.is_deleted) throw refused(texts.recipientStopped)
  if (![3, 4, 5].includes(to.role_priority)) throw refused(texts.notCalling)
  const branch = branchOf(from)
  if (branch !== null && branch !== branchOf(to)) throw new AppError('FORBIDDEN', texts.otherUnit)
}

/** Ids of the requested files, or null for all. */
function readFiles(files: readonly string[] | undefined): string[] | null {
  if (!files) return null
  if (files.length === 0) {
    throw new AppError('VALIDATION', messages.missingField, { fields: { files: messages.missingField } })
  }
  return files.map(requireId)
}

/** Condition on `customer` c: included in the hand-over. */
export const isHandedOver = (from: Account, files: string[] | null): Sql => sql`
  c.holder_id = ${from.id} AND (c.stage = 'left' OR ${isAppointment})
  AND (${files}::uuid[] IS NULL OR c.file_id = ANY(${files}::uuid[]))`

/** Locks the files against splits and claims; in a fixed order, to avoid deadlocks between hand-overs. */
async function lockFiles(condition: Sql, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    SELECT FROM data_files f WHERE f.id IN (SELECT c.file_id FROM customer c WHERE ${condition})
    ORDER BY f.id FOR UPDATE`)
}

type Moved = { file_id: string; numbers: number; appointments: number; kept: number }

/**
 * Moves the quantities with the numbers of pools: without a quantity the recipient would never be handed them. Returns the former
 * quantities for the undo.
 */
async function moveQuotas(moved: readonly Moved[], from: Account, to: Account, ctx: Ctx): Promise<unknown> {
  const shares = JSON.stringify(moved.filter(({ kept }) => kept > 0))
  const { rows } = await ctx.db.query(sql`
    SELECT m.file_id, u.user_id, q.quantity
    FROM jsonb_to_recordset(${shares}::jsonb) AS m(file_id uuid)
    JOIN data_files f ON f.id = m.file_id AND f.kind = 'pool'
    CROSS JOIN unnest(${[from.id, to.id]}::uuid[]) AS u(user_id)
    LEFT JOIN data_quotas q ON q.file_id = m.file_id AND q.user_id = u.user_id`)
  await ctx.db.query(sql`
    UPDATE data_quotas q SET quantity = greatest(0, q.quantity - m.kept), "updatedAt" = now()
    FROM jsonb_to_recordset(${shares}::jsonb) AS m(file_id uuid, kept int)
    WHERE q.file_id = m.file_id AND q.user_id = ${from.id}`)
  await ctx.db.query(sql`
    INSERT INTO data_quotas AS q (file_id, user_id, quantity)
    SELECT m.file_id, ${to.id}, m.kept FROM jsonb_to_recordset(${shares}::jsonb) AS m(file_id uuid, kept int)
    JOIN data_files f ON f.id = m.file_id AND f.kind = 'pool'
    ON CONFLICT (file_id, user_id) DO UPDATE SET quantity = q.quantity + EXCLUDED.quantity, "updatedAt" = now()`)
  return rows
}

const sumOf = (moved: readonly Moved[], name: 'numbers' | 'appointments'): number =>
  moved.reduce((sum, row) => sum + row[name], 0)

export type GivenTo = { id: string; numbers: number; appointments: number }

/**
 * Hands the rows of `from` that meet `condition` over to `to`, as a hand-over that can be undone; CONFLICT when there are none. The caller
 * must hold the claim locks of both and have set the actor. `reason` goes into the audit trail.
 */
export async function handOverRows(
  from: Account,
  to: Account,
  condition: Sql,
  ctx: Ctx,
  reason?: string,
): Promise<GivenTo> {
  requireRecipient(to, from)
  await lockFiles(condition, ctx)
  const { rows: made } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO handovers (from_id, to_id, by_username, numbers, appointments, quotas_before)
    VALUES (${from.id}, ${to.id}, ${ctx.actor.username}, 0, 0, '[]') RETURNING id`)
  const id = made[0]?.id ?? ''
  await beginMovements(ctx, 'handover', id)
  const { rows: moved } = await ctx.db.query<Moved>(sql`
    WITH moved AS (
      UPDATE customer c SET holder_id = ${to.id}, version = c.version + 1 WHERE ${condition}
      RETURNING c.file_id, c.stage, c.rank)
    SELECT file_id, (count(*) FILTER (WHERE stage = 'left'))::int AS numbers,
      (count(*) FILTER (WHERE stage = 'called'))::int AS appointments,
      (count(*) FILTER (WHERE stage = 'left' AND rank >= 0))::int AS kept
    FROM moved GROUP BY 1`)
  if (moved.length === 0) throw new AppError('CONFLICT', texts.nothing)
  const quotas = await moveQuotas(moved, from, to, ctx)
  const done = { numbers: sumOf(moved, 'numbers'), appointments: sumOf(moved, 'appointments') }
  await ctx.db.query(sql`
    UPDATE handovers SET numbers = ${done.numbers}, appointments = ${done.appointments},
      quotas_before = ${JSON.stringify(quotas)} WHERE id = ${id}`)
  const after = { ...done, recipient: to.username, ...(reason !== undefined && { why: reason }) }
  await audit(ctx, { action: 'handover', resource: 'users', resourceId: from.id, after })
  await ring({ to: to.username, kind: 'received', about: { from: from.username, ...done } }, ctx)
  ctx.publish('customer')
  ctx.publish('bangiao')
  return { id, ...done }
}

/**
 * Hands over everything, or the numbers of the given files, between two people of the caller's scope and of one branch; CONFLICT when there
 * is nothing. The number in hand stays.
 */
export async function handOver(input: ParsedOf<typeof call>, ctx: Ctx) {
  await oneAtATime(ctx)
  const from = await readAccount(input.from, ctx)
  const to = await readAccount(input.to, ctx)
  requireRecipient(to, from)
  const condition = isHandedOver(from, readFiles(input.files))
  await holdClaims([from.id, to.id], ctx)
  const handover = await handOverRows(from, to, condition, ctx)
  const { numbers, appointments } = handover
  const about = { to: to.username, numbers, appointments }
  await ring({ to: from.username, kind: 'givenAway', about }, ctx)
  return withMsg(handover, texts.done)
}
