/** Returns the numbers of a step to their callers chunk by chunk, and undoes that (D3-REC-04). */
import sql, { type Sql } from 'sql-template-tag'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { reinviteTexts, stayReasons } from '#subjects/calling/contract/calls/reinvite-all.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { beginMovements, takeTime } from '#subjects/numbers/server/index.ts'
import { holdClaims } from '#subjects/people/server/index.ts'
import { standsFor } from '../care/invite-again.ts'
import { exclusionReason, stillMine } from './judged.ts'

/** Queue rank of number `n` of step `s`: behind those requested singly, before all others, in order of the requests. */
const rank: Sql = sql`-1000000000000 + s.turn + n.n`

const inChunk = (step: string, chunk: number): Sql => sql`n.step_id = ${step} AND n.chunk = ${chunk}`

/** The next chunk with a number that matches `open`. */
async function nextChunk(step: string, open: Sql, { db }: Ctx): Promise<number | undefined> {
  const { rows } = await db.query<{ chunk: number }>(sql`
    SELECT n.chunk FROM reinvite_numbers n WHERE n.step_id = ${step} AND ${open} ORDER BY n.chunk LIMIT 1`)
  return rows[0]?.chunk
}

/**
 * Locks results, callers and numbers of a chunk, each in a fixed order and in the order of the single 'Mời lại', to exclude it, claims,
 * account locks and other steps without deadlocks.
 */
async function lockChunk(step: string, chunk: number, callers: boolean, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ user_id: string }>(sql`
    SELECT h.user_id FROM care_history h JOIN reinvite_numbers n ON n.result_id = h.id
    WHERE ${inChunk(step, chunk)} ORDER BY h.id FOR NO KEY UPDATE OF h`)
  if (callers) await holdClaims([...new Set(rows.map(({ user_id }) => user_id))], ctx)
  await ctx.db.query(sql`
    SELECT FROM customer c JOIN reinvite_numbers n ON n.customer_id = c.id
    WHERE ${inChunk(step, chunk)} ORDER BY c.id FOR NO KEY UPDATE OF c`)
}

/** Text of the reason for which a number was skipped. */
const inWords = (fate: Sql): Sql =>
  sql`coalesce(${JSON.stringify(stayReasons)}::jsonb ->> ${fate}, ${reinviteTexts.changedSince})`

/** Former state of the number, for the undo. */
const former: Sql = sql`jsonb_build_object('status', c.status, 'holder', c.holder_id, 'rank', c.rank, 'at', h.reinvited_at,
  'by', h.reinvited_by, 'to', t.id)`

/** The number is unchanged since the count, and nothing holds it back. */
const goes: Sql = sql`is_same AND fate = 'goes'`

/** Pending numbers of a chunk: former state, recipient, and what would happen to them now. */
const pendingNumbers = (step: string, chunk: number, ctx: Ctx): Sql => sql`
  SELECT n.n, c.id, h.id AS result_id, u.is_deleted AS is_locked, t.id AS to_id, t.username AS to_username, ${rank} AS next_rank,
    ${former} AS former, c.version = n.version AND ${stillMine(ctx)} AS is_same, ${exclusionReason(ctx)} AS fate
  FROM reinvite_numbers n JOIN reinvite_steps s ON s.id = n.step_id JOIN care_history h ON h.id = n.result_id
  JOIN customer c ON c.id = n.customer_id JOIN users u ON u.id = h.user_id LEFT JOIN LATERAL (${standsFor}) t ON true
  WHERE ${inChunk(step, chunk)} AND n.done_at IS NULL AND n.why IS NULL`

/**
 * Returns the numbers of the next chunk that are unchanged since the count and not held back; skips others with the reason. Tells whether
 * there was a chunk.
 */
export async function writeChunk(step: string, ctx: Ctx): Promise<boolean> {
  const chunk = await nextChunk(step, sql`n.done_at IS NULL AND n.why IS NULL`, ctx)
  if (chunk === undefined) return false
  await takeTime(ctx)
  await lockChunk(step, chunk, true, ctx)
  await beginMovements(ctx, 'reinvite', step)
  const changed = changeRows(ctx, 'reinvite', careHistory, {
    table: 'care_history',
    from: sql`fits f`,
    where: sql`t.id = f.result_id`,
    carry: sql`f.is_locked, f.to_username`,
    set: sql`reinvited_at = now(), reinvited_by = ${ctx.actor.username}, version = t.version + 1`,
    after: sql`to_jsonb(t) - 'version' || CASE WHEN was.is_locked THEN jsonb_build_object('holder', was.to_username) ELSE '{}' END`,
  })
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    WITH looked AS MATERIALIZED (${pendingNumbers(step, chunk, ctx)}), fits AS MATERIALIZED (SELECT * FROM looked WHERE ${goes}), moved AS (
      UPDATE customer c SET stage = 'left', status = CASE WHEN f.to_id IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END, holder_id = f.to_id,
        rank = f.next_rank, version = c.version + 1
      FROM fits f WHERE c.id = f.id
    ), noted AS (
      UPDATE reinvite_numbers n SET done_at = CASE WHEN ${goes} THEN now() END, was = CASE WHEN ${goes} THEN l.former END,
        why = CASE WHEN NOT (${goes}) THEN ${inWords(sql`l.fate`)} END
      FROM looked l WHERE n.step_id = ${step} AND n.n = l.n
    ), ${changed}
    SELECT count(*)::int AS n FROM changed`)
  await ctx.db.query(sql`
    UPDATE reinvite_steps SET done = done + ${rows[0]?.n ?? 0}, worked_at = now() WHERE id = ${step}`)
  published(rows[0]?.n, ctx)
  return true
}

function published(n: number | undefined, ctx: Ctx): void {
  if (!n) return
  ctx.publish(careHistory)
  ctx.publish('customer')
}

/** Numbers that were returned and not yet handled by the undo. */
const isGiven: Sql = sql`n.done_at IS NOT NULL AND n.undone_at IS NULL AND n.why IS NULL`

/** Returned numbers of a chunk, and whether they still wait where the step put them. */
const givenNumbers = (step: string, chunk: number, ctx: Ctx): Sql => sql`
  SELECT n.n, n.was, c.id, h.id AS result_id, coalesce(c.stage = 'left' AND c.rank = ${rank}
    AND c.holder_id IS NOT DISTINCT FROM (n.was ->> 'to')::uuid AND ${stillMine(ctx)}, false) AS is_same
  FROM reinvite_numbers n JOIN reinvite_steps s ON s.id = n.step_id JOIN care_history h ON h.id = n.result_id
  JOIN customer c ON c.id = n.customer_id WHERE ${inChunk(step, chunk)} AND ${isGiven}`

/** Undoes the next chunk: numbers that still wait where the step put them. Returns whether there was a chunk. */
export async function undoChunk(step: string, ctx: Ctx): Promise<boolean> {
  const chunk = await nextChunk(step, isGiven, ctx)
  if (chunk === undefined) return false
  await takeTime(ctx)
  await lockChunk(step, chunk, false, ctx)
  await beginMovements(ctx, 'reinvite-undo', step)
  const changed = changeRows({ ...ctx, step: 'undo' }, 'update', careHistory, {
    table: 'care_history',
    from: sql`fits f`,
    where: sql`t.id = f.result_id AND t.reinvited_at IS NOT NULL`,
    carry: sql`f.was AS former`,
    set: sql`reinvited_at = (was.former ->> 'at')::timestamptz, reinvited_by = was.former ->> 'by', version = t.version + 1`,
  })
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    WITH looked AS MATERIALIZED (${givenNumbers(step, chunk, ctx)}), fits AS MATERIALIZED (SELECT * FROM looked WHERE is_same), moved AS (
      UPDATE customer c SET stage = 'called', status = f.was ->> 'status', holder_id = (f.was ->> 'holder')::uuid,
        rank = (f.was ->> 'rank')::bigint, version = c.version + 1
      FROM fits f WHERE c.id = f.id
    ), noted AS (
      UPDATE reinvite_numbers n SET undone_at = CASE WHEN l.is_same THEN now() END,
        why = CASE WHEN NOT l.is_same THEN ${reinviteTexts.touched}::text END
      FROM looked l WHERE n.step_id = ${step} AND n.n = l.n
    ), ${changed}
    SELECT count(*)::int AS n FROM fits`)
  await ctx.db.query(sql`
    SELECT plan_recycling(customer_id) FROM reinvite_numbers n WHERE ${inChunk(step, chunk)} AND n.undone_at IS NOT NULL`)
  await ctx.db.query(sql`
    UPDATE reinvite_steps SET restored = restored + ${rows[0]?.n ?? 0}, worked_at = now() WHERE id = ${step}`)
  published(rows[0]?.n, ctx)
  return true
}
