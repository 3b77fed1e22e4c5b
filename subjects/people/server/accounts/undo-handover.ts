/** GET bangiao and POST bangiao/{id}/hoanTac: list of hand-overs, and undo of an untouched one (D3-ORG-04). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  handoverPaging,
  texts,
  type Handover,
  type handoverList,
} from '#subjects/people/contract/calls/handovers.ts'
import { withMsg, type Json } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope, pageJson, readJson, requireId } from '#kit/server/list.ts'
import { beginMovements } from '#subjects/numbers/server/index.ts'
import { oneAtATime } from './authority.ts'
import { holdClaims } from './give-back.ts'
import { isAppointment } from './held.ts'
import { allOf, namedLike, pageOf } from './queries.ts'

/** Condition: number `c` is still where movement `m` of a hand-over put it. */
const untouched = (handover: Sql): Sql => sql`
  m.batch_id = ${handover} AND m.kind = 'handover' AND c.id = m.customer_id AND c.holder_id = m.to_holder
  AND c.stage = m.to_stage AND (c.stage = 'left' OR ${isAppointment})`

/** Whether a person changed branches since hand-over `h`; numbers stay within a branch. */
const changedBranch = (user: Sql): Sql => sql`(
  (SELECT brand_id FROM unit_at(${user}, h.at)) IS DISTINCT FROM (SELECT brand_id FROM unit_at(${user}, clock_timestamp())))`

/** Why a hand-over `h` between `f` and `t` cannot be undone; null when it can. */
const problem: Sql = sql`CASE
  WHEN h.undone_at IS NOT NULL THEN ${texts.alreadyUndone}::text
  WHEN f.is_deleted THEN ${texts.stopped}
  WHEN ${changedBranch(sql`h.from_id`)} OR ${changedBranch(sql`h.to_id`)} THEN ${texts.movedSince}
  WHEN EXISTS (
    SELECT FROM split_batches s WHERE s.at > h.at AND s.undone_at IS NULL
      AND s.file_id IN (SELECT (q ->> 'file_id')::uuid FROM jsonb_array_elements(h.quotas_before) q))
    THEN ${texts.splitSince}
  WHEN (SELECT count(*) FROM movements m, customer c WHERE ${untouched(sql`h.id`)}) < h.numbers + h.appointments THEN ${texts.touched}
END`

const handovers: Sql = sql`handovers h JOIN users f ON f.id = h.from_id JOIN users t ON t.id = h.to_id`

/** Condition: both people are in the caller's scope; seeing one of them is not enough to read or undo it. */
const bothInScope = ({ scope }: Ctx): Sql =>
  sql`${inScope(sql`h.from_id`, scope, 'id')} AND ${inScope(sql`h.to_id`, scope, 'id')}`

/** A page of the hand-overs, newest first. */
export const listHandovers = (
  query: ParsedOf<typeof handoverList>,
  ctx: Ctx,
): Promise<Json<Page<Handover>>> => {
  const name = query.username?.trim()
  return readJson(
    ctx,
    pageJson({
      select: sql`h.id, h.at, json_build_object('username', f.username, 'fullname', f.fullname) AS "from",
        json_build_object('username', t.username, 'fullname', t.fullname) AS "to", h.by_username, h.numbers,
        h.appointments, h.undone_at, h.undone_by, ${problem} AS why`,
      from: handovers,
      where: allOf([
        bothInScope(ctx),
        ...(name ? [namedLike([sql`f.username`, sql`t.username`], name)] : []),
      ]),
      order: sql`h.at DESC, h.id DESC`,
      ...pageOf(query, handoverPaging.size),
    }),
  )
}

type Found = {
  id: string
  from_id: string
  to_id: string
  recipient: string
  giver: string
  numbers: number
  appointments: number
}

/** Reads and locks the hand-over; NOT_FOUND outside the caller's scope. */
async function lockHandover(id: string, ctx: Ctx): Promise<Found> {
  const { rows } = await ctx.db.query<Found>(sql`
    SELECT h.id, h.from_id, h.to_id, t.username AS recipient, f.username AS giver, h.numbers, h.appointments
    FROM ${handovers} WHERE h.id = ${requireId(id)} AND ${bothInScope(ctx)} FOR UPDATE OF h`)
  const found = rows[0]
  if (!found) throw new AppError('NOT_FOUND', refusals.notFound)
  return found
}

/**
 * Reverts the quantities by the amounts moved, not to the former values, as later hand-overs may have changed them. A recipient without a
 * former quantity and without numbers left draws from the units above again.
 */
async function giveQuantitiesBack({ id, from_id, to_id }: Found, ctx: Ctx): Promise<void> {
  const formerQuotas = sql`handovers h, jsonb_to_recordset(h.quotas_before) AS w(file_id uuid, user_id uuid, quantity int)`
  await ctx.db.query(sql`
    WITH moved AS (
      SELECT c.file_id, count(*)::int AS n FROM movements m JOIN customer c ON c.id = m.customer_id
      JOIN data_files f ON f.id = c.file_id AND f.kind = 'pool'
      WHERE m.batch_id = ${id} AND m.kind = 'handover' AND c.stage = 'left' AND c.rank >= 0 GROUP BY 1
    ), given AS (
      INSERT INTO data_quotas AS q (file_id, user_id, quantity)
      SELECT b.file_id, ${from_id}, least(w.quantity, b.n) FROM moved b
      JOIN (SELECT w.* FROM ${formerQuotas} WHERE h.id = ${id}) w ON w.file_id = b.file_id AND w.user_id = ${from_id}
      WHERE w.quantity IS NOT NULL
      ON CONFLICT (file_id, user_id) DO UPDATE SET quantity = q.quantity + EXCLUDED.quantity, "updatedAt" = now()
    )
    UPDATE data_quotas d SET quantity = greatest(0, d.quantity - b.n), "updatedAt" = now()
    FROM moved b WHERE d.file_id = b.file_id AND d.user_id = ${to_id}`)
  await ctx.db.query(sql`
    DELETE FROM data_quotas d USING ${formerQuotas}
    WHERE h.id = ${id} AND w.user_id = ${to_id} AND w.quantity IS DISTINCT FROM 0
      AND d.file_id = w.file_id AND d.user_id = w.user_id AND d.quantity = 0 AND NOT EXISTS (
        SELECT FROM customer c WHERE c.file_id = d.file_id AND c.holder_id = d.user_id
          AND c.stage IN ('left', 'blocked') AND c.rank >= 0)`)
}

/** Returns everything with its quantities; CONFLICT when any number was called, moved or split since. */
export async function undoHandover(id: string, ctx: Ctx) {
  await oneAtATime(ctx)
  const found = await lockHandover(id, ctx)
  await holdClaims([found.from_id, found.to_id], ctx)
  await ctx.db.query(sql`
    SELECT FROM data_files WHERE id IN (
      SELECT file_id FROM movements WHERE batch_id = ${found.id} AND kind = 'handover') ORDER BY id FOR UPDATE`)
  const { rows } = await ctx.db.query<{ why: string | null }>(
    sql`SELECT ${problem} AS why FROM ${handovers} WHERE h.id = ${found.id}`,
  )
  const obstacle = rows[0]?.why
  if (obstacle) throw new AppError('CONFLICT', obstacle)
  await beginMovements(ctx, 'handover-undo')
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer c SET holder_id = ${found.from_id}, version = c.version + 1
    FROM movements m WHERE ${untouched(sql`${found.id}`)}`)
  const { numbers, appointments } = found
  if (rowCount !== numbers + appointments) throw new AppError('CONFLICT', texts.touched)
  await giveQuantitiesBack(found, ctx)
  await ctx.db.query(sql`
    UPDATE handovers SET undone_at = now(), undone_by = ${ctx.actor.username} WHERE id = ${found.id}`)
  await audit(ctx, {
    action: 'undo-handover',
    resource: 'users',
    resourceId: found.from_id,
    before: { numbers, appointments, recipient: found.recipient },
  })
  const about = { from: found.recipient, to: found.giver, numbers, appointments }
  await ring({ to: found.giver, kind: 'received', about }, ctx)
  await ring({ to: found.recipient, kind: 'givenAway', about }, ctx)
  ctx.publish('customer')
  ctx.publish('bangiao')
  return withMsg({ numbers, appointments }, texts.undone)
}
