/** Writes the prices of a step chunk by chunk, and undoes them, newest chunk first (D3-SIM-09). */
import sql, { join, type Sql } from 'sql-template-tag'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { priceTexts } from '#subjects/sims/contract/calls/sim-prices.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { priceAfter } from './judged.ts'
import { writesOf, type Work } from './steps.ts'

/** Records the numbers of a chunk that were not changed, with the reason. */
const keepOthers = (step: string, chunk: number, undoing: boolean, reason: Sql): Sql => sql`
  INSERT INTO price_kept (step_id, undoing, sim_id, why)
  SELECT ${step}, ${undoing}, w.id, ${reason} FROM price_chunks c, unnest(c.ids) AS w(id) LEFT JOIN simso t ON t.id = w.id
  WHERE c.step_id = ${step} AND c.chunk = ${chunk} AND NOT EXISTS (SELECT FROM changed WHERE changed.id = w.id)
    AND NOT EXISTS (SELECT FROM price_kept k WHERE k.step_id = ${step} AND k.sim_id = w.id)
  ON CONFLICT DO NOTHING`

/** Locks the numbers of a chunk in a fixed order, to avoid deadlocks between bulk writers. */
const lockNumbers = (step: string, chunk: number): Sql => sql`
  SELECT FROM simso t JOIN (SELECT unnest(ids) AS id FROM price_chunks WHERE step_id = ${step} AND chunk = ${chunk}) w ON w.id = t.id
  ORDER BY t.id FOR NO KEY UPDATE OF t`

async function nextChunk(ctx: Ctx, where: Sql): Promise<{ chunk: number; ids: string[] } | undefined> {
  const { rows } = await ctx.db.query<{ chunk: number; ids: string[] }>(sql`
    SELECT chunk, ids FROM price_chunks WHERE ${where} LIMIT 1`)
  return rows[0]
}

/**
 * Writes the next chunk: numbers unchanged since the preview and for sale. Others keep their price. Returns the number of changes; null
 * when no chunk is left.
 */
export async function writeChunk({ id, change, reason }: Work, ctx: Ctx): Promise<number | null> {
  const next = await nextChunk(ctx, sql`step_id = ${id} AND done_at IS NULL ORDER BY chunk`)
  if (!next) return null
  const { chunk } = next
  await ctx.db.query(lockNumbers(id, chunk))
  const reasonText = JSON.stringify(reason === null ? {} : { ly_do_gia: reason })
  const changed = changeRows({ ...ctx, requestId: writesOf(id) }, 'update', simso, {
    table: 'simso',
    from: sql`(SELECT unnest(ids) AS sim, unnest(versions) AS seen FROM price_chunks WHERE step_id = ${id} AND chunk = ${chunk}) w`,
    where: sql`t.id = ANY (${next.ids}::uuid[]) AND t.id = w.sim AND t.version = w.seen AND t.deleted_at IS NULL AND t.trang_thai = sim_con_sim()`,
    set: sql`${join(
      change.prices.map((name) => sql`${ident(name)} = ${priceAfter(name, change)}`),
      ', ',
    )}, version = t.version + 1`,
    after: sql`to_jsonb(t) - 'version' || ${reasonText}::jsonb`,
  })
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    WITH ${changed}, kept AS (${keepOthers(id, chunk, false, sql`${priceTexts.changedSince}`)})
    SELECT count(*)::int AS n FROM changed`)
  const n = rows[0]?.n ?? 0
  await ctx.db.query(sql`UPDATE price_chunks SET done_at = now() WHERE step_id = ${id} AND chunk = ${chunk}`)
  await ctx.db.query(sql`UPDATE price_steps SET changed = changed + ${n}, worked_at = now() WHERE id = ${id}`)
  if (n > 0) ctx.publish(simso)
  return n
}

/** Why a number is not changed. */
const whyStays: Sql = sql`CASE WHEN t.deleted_at IS NOT NULL THEN ${priceTexts.gone}::text
  WHEN t.trang_thai <> sim_con_sim() THEN ${priceTexts.held}::text ELSE ${priceTexts.other}::text END`

/**
 * Undoes the newest written chunk: prices that the step wrote and nobody changed since. Returns their number; null when no chunk is left.
 */
export async function undoChunk({ id, change }: Work, ctx: Ctx): Promise<number | null> {
  const next = await nextChunk(
    ctx,
    sql`step_id = ${id} AND done_at IS NOT NULL AND undone_at IS NULL ORDER BY chunk DESC`,
  )
  if (!next) return null
  const { chunk, ids } = next
  await ctx.db.query(lockNumbers(id, chunk))
  const number = (state: Sql, name: string): Sql => sql`(${state} ->> ${name})::bigint`
  const changed = changeRows({ ...ctx, step: 'undo', requestId: `undo-${writesOf(id)}` }, 'update', simso, {
    table: 'simso',
    from: sql`(WITH written AS MATERIALIZED (SELECT resource_id::uuid AS sim, before, after FROM audit_log
      WHERE resource = ${simso.path} AND request_id = ${writesOf(id)} AND action = 'update' AND resource_id = ANY (${ids}::text[])) SELECT * FROM written) f`,
    where: sql`t.id = ANY (${ids}::uuid[]) AND t.id = f.sim AND t.deleted_at IS NULL AND t.trang_thai = sim_con_sim() AND ${join(
      change.prices.map((name) => sql`t.${ident(name)} = ${number(sql`f.after`, name)}`),
      ' AND ',
    )}`,
    carry: sql`f.before AS former`,
    set: sql`${join(
      change.prices.map((name) => sql`${ident(name)} = ${number(sql`was.former`, name)}`),
      ', ',
    )}, version = t.version + 1`,
  })
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    WITH ${changed}, kept AS (${keepOthers(id, chunk, true, whyStays)})
    SELECT count(*)::int AS n FROM changed`)
  const n = rows[0]?.n ?? 0
  await ctx.db.query(
    sql`UPDATE price_chunks SET undone_at = now() WHERE step_id = ${id} AND chunk = ${chunk}`,
  )
  await ctx.db.query(
    sql`UPDATE price_steps SET restored = restored + ${n}, worked_at = now() WHERE id = ${id}`,
  )
  if (n > 0) ctx.publish(simso)
  return n
}
