/** Starts a price step and undoes one (D3-SIM-09). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  priceTexts,
  priceUndoDays,
  type changePrices,
  type PriceStep,
} from '#subjects/sims/contract/calls/sim-prices.ts'
import type { Ctx } from '#kit/server/context.ts'
import { fateCounts, judgedSims, readCounts, sumsOf, type FateCounts } from './judged.ts'
import { requireFew } from './preview.ts'
import { chunkSize, lockStep, stepNow } from './steps.ts'
import { priceWork } from './work.ts'

/** Maps the unique violation of a second running step to CONFLICT. */
async function orWorking<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'price_steps_working')
      throw new AppError('CONFLICT', priceTexts.working)
    throw error
  }
}

type Input = ParsedOf<typeof changePrices>

/** Stores the changing numbers with their versions, and counts them in the same statement. */
async function noteNumbers(ctx: Ctx, id: string, { change, filter }: Pick<Input, 'change' | 'filter'>) {
  const { rows } = await ctx.db.query<FateCounts & Record<string, number>>(sql`
    WITH j AS MATERIALIZED (${judgedSims(ctx, filter, change)}), noted AS (
      INSERT INTO price_chunks (step_id, chunk, ids, versions)
      SELECT ${id}, n / ${chunkSize}::int, array_agg(id), array_agg(version)
      FROM (SELECT id, version, row_number() OVER (ORDER BY id) - 1 AS n FROM j WHERE fate IN ('changes', 'low')) c GROUP BY 2)
    SELECT ${fateCounts}, ${sumsOf(change)} FROM j`)
  return readCounts(rows[0], change)
}

/** Starts a step over exactly the numbers that the preview counted. */
export async function startPrices(ctx: Ctx, { change, filter, reason, expect }: Input): Promise<PriceStep> {
  await ctx.db.query(sql`SET LOCAL statement_timeout = '60s'`)
  const { rows } = await orWorking(() =>
    ctx.db.query<{ id: string }>(sql`
      INSERT INTO price_steps (user_id, change, filter, reason)
      VALUES (${ctx.actor.id}, ${JSON.stringify(change)}::jsonb, ${JSON.stringify(filter)}::jsonb, ${reason?.trim() || null}) RETURNING id`),
  )
  const id = rows[0]?.id ?? ''
  const { sums, ...counts } = await noteNumbers(ctx, id, { change, filter })
  requireFew(counts)
  if (counts.refused > 0) throw new AppError('VALIDATION', priceTexts.refused(counts.refused))
  const [before, after] = [
    sums.reduce((sum, one) => sum + one.before, 0),
    sums.reduce((sum, one) => sum + one.after, 0),
  ]
  const { changes, low } = counts
  if (changes !== expect.changes || low !== expect.low || before !== expect.before || after !== expect.after)
    throw new AppError('CONFLICT', priceTexts.moved)
  if (changes === 0) throw new AppError('VALIDATION', priceTexts.nothing)
  await ctx.db.query(sql`
    UPDATE price_steps SET total = ${changes}, sum_before = ${before}, sum_after = ${after} WHERE id = ${id}`)
  await priceWork.doOrQueue(id, ctx)
  return stepNow(ctx.db, id)
}

/**
 * Whether a later step changed some of the same prices and was not undone. Undoing this one first would skip those prices, and it cannot be
 * undone twice.
 */
async function hasLaterStep(id: string, { db }: Ctx): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    WITH own AS MATERIALIZED (SELECT unnest(ids) AS sim FROM price_chunks WHERE step_id = ${id})
    SELECT FROM price_steps s JOIN price_steps o ON o.id = ${id} AND s.started_at > o.started_at AND s.state <> 'undone'
        AND s.change -> 'prices' ?| ARRAY(SELECT jsonb_array_elements_text(o.change -> 'prices'))
      JOIN price_chunks c ON c.step_id = s.id, unnest(c.ids) AS sim JOIN own USING (sim)
    LIMIT 1`)
  return Boolean(rowCount)
}

/** Undoes a step, also a running one; CONFLICT while another one runs, and after the undo period. Repeating the call changes nothing. */
export async function undoPriceStep(ctx: Ctx, { id }: { id: string }): Promise<PriceStep> {
  const step = await lockStep(ctx.db, id)
  if (!step) throw new AppError('NOT_FOUND', refusals.notFound)
  if (step.state === 'undoing' || step.state === 'undone') return stepNow(ctx.db, id)
  if (Date.now() - step.started_at.getTime() > priceUndoDays * 86_400_000)
    throw new AppError('CONFLICT', priceTexts.tooOld)
  if (await hasLaterStep(id, ctx)) throw new AppError('CONFLICT', priceTexts.laterFirst)
  await orWorking(() =>
    ctx.db.query(sql`
      UPDATE price_steps SET state = 'undoing', undo_by = ${ctx.actor.id}, msg = NULL, worked_at = now() WHERE id = ${id}`),
  )
  await priceWork.doOrQueue(id, ctx)
  return stepNow(ctx.db, id)
}
