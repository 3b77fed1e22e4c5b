/** Stores rows of a feed, one by one if necessary: invalid or refused ones are quarantined and do not block others. */
import pg from 'pg'
import sql from 'sql-template-tag'
import type { ZodMiniType } from 'zod/mini'
import { AppError } from '#kit/contract/error.ts'
import { feedTexts, type FeedName } from '#platform/contract/calls/feeds.ts'
import type { Ctx } from '#kit/server/context.ts'

/** How rows of one feed are read and stored. */
export type FeedRows<T> = {
  feed: FeedName
  shape: ZodMiniType<T>
  /** Runs in the transaction of `ctx`; known rows are not changed. Returns the ids of the new ones. */
  store: (rows: readonly T[], ctx: Ctx) => Promise<string[]>
  /** The sender's id of a raw row, if it has one. */
  refOf?: (raw: unknown) => string | null
}

/** `index` is the position in the input; a contradiction of a stored row is not resolved by receiving that row again. */
type Rejected = { index: number; reason: string; contradicts?: true }
export type Ingested = { saved: string[]; rejected: Rejected[] }

export type Ingester = {
  feed: FeedName
  /** Stores the valid rows, and returns the reasons for the others. */
  tryIngest: (raws: readonly unknown[], ctx: Ctx) => Promise<Ingested>
  /** Like `tryIngest`, quarantining the others. */
  ingest: (raws: readonly unknown[], ctx: Ctx) => Promise<Ingested>
}

type Read<T> = { index: number; raw: unknown; value: T }

/** Whether the row caused the error, so that others can be stored without it; false for a lost connection or a missing table. */
function blamesRow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(22|23|54|P0)/.test(error.code ?? '')
  return error instanceof AppError || error instanceof TypeError || error instanceof RangeError
}

/** Name of the violated constraint: database messages would repeat values of the row. */
function whyNot(error: unknown): string {
  if (error instanceof pg.DatabaseError) return feedTexts.refused(error.constraint ?? error.code ?? 'CSDL')
  return feedTexts.refused(error instanceof AppError ? error.message : (error as Error).name)
}

/** Stores rows in a savepoint; returns a refusal as the result. */
async function storeOrWhy<T>(
  { store }: FeedRows<T>,
  rows: readonly Read<T>[],
  ctx: Ctx,
): Promise<{ saved: string[] } | { refusal: Omit<Rejected, 'index'> }> {
  await ctx.db.query('SAVEPOINT feed_rows')
  try {
    const values = rows.map(({ value }) => value)
    const saved = await store(values, ctx)
    await ctx.db.query('RELEASE SAVEPOINT feed_rows')
    return { saved }
  } catch (error) {
    if (!blamesRow(error)) throw error
    await ctx.db.query('ROLLBACK TO SAVEPOINT feed_rows; RELEASE SAVEPOINT feed_rows')
    const contradicts = error instanceof AppError && error.code === 'CONFLICT'
    return { refusal: { reason: whyNot(error), ...(contradicts && { contradicts }) } }
  }
}

/** All at once; one by one if that is refused, so that only faulty rows are left out. */
async function storeEach<T>(rowsOfFeed: FeedRows<T>, rows: readonly Read<T>[], ctx: Ctx): Promise<Ingested> {
  const together = await storeOrWhy(rowsOfFeed, rows, ctx)
  if ('saved' in together) return { ...together, rejected: [] }
  const result: Ingested = { saved: [], rejected: [] }
  for (const row of rows) {
    const one = rows.length === 1 ? together : await storeOrWhy(rowsOfFeed, [row], ctx)
    if ('saved' in one) result.saved.push(...one.saved)
    else result.rejected.push({ index: row.index, ...one.refusal })
  }
  return result
}

function readEach<T>({ shape }: FeedRows<T>, raws: readonly unknown[]): { good: Read<T>[]; bad: Rejected[] } {
  const good: Read<T>[] = []
  const bad: Rejected[] = []
  for (const [index, raw] of raws.entries()) {
    const parsed = shape.safeParse(raw)
    if (parsed.success) {
      good.push({ index, raw, value: parsed.data })
      continue
    }
    const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean)
    bad.push({ index, reason: names.length === 0 ? feedTexts.noRow : feedTexts.wrong(names.join(', ')) })
  }
  return { good, bad }
}

/** Resolves quarantined rows whose corrected version arrived. */
async function settleByRef<T>(
  { feed, refOf }: FeedRows<T>,
  rows: readonly Read<T>[],
  ctx: Ctx,
): Promise<void> {
  const refs = rows.flatMap(({ raw }) => refOf?.(raw) ?? [])
  if (refs.length === 0) return
  const { rowCount } = await ctx.db.query(sql`
    UPDATE feed_rejects SET settled_at = now(), settled_by = ${ctx.actor.username}
    WHERE feed = ${feed} AND ref = ANY(${refs}::text[]) AND settled_at IS NULL`)
  if (rowCount) ctx.publish('feeds')
}

async function attempt<T>(rowsOfFeed: FeedRows<T>, raws: readonly unknown[], ctx: Ctx): Promise<Ingested> {
  const { good, bad } = readEach(rowsOfFeed, raws)
  if (good.length === 0) return { saved: [], rejected: bad }
  const { saved, rejected } = await storeEach(rowsOfFeed, good, ctx)
  const out = new Set(rejected.map(({ index }) => index))
  await settleByRef(
    rowsOfFeed,
    good.filter(({ index }) => !out.has(index)),
    ctx,
  )
  return { saved, rejected: [...bad, ...rejected].toSorted((a, b) => a.index - b.index) }
}

async function take<T>(rowsOfFeed: FeedRows<T>, raws: readonly unknown[], ctx: Ctx): Promise<Ingested> {
  const result = await attempt(rowsOfFeed, raws, ctx)
  if (result.rejected.length === 0) return result
  const rows = result.rejected.map(({ index, reason, contradicts }) => ({
    reason,
    ref: contradicts ? null : (rowsOfFeed.refOf?.(raws[index]) ?? null),
    row: JSON.stringify(raws[index]),
  }))
  const { rowCount } = await ctx.db.query(sql`
    INSERT INTO feed_rejects (feed, ref, reason, row)
    SELECT ${rowsOfFeed.feed}, ref, reason, row
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(ref text, reason text, row text)
    ON CONFLICT (feed, md5(row)) DO NOTHING`)
  if (rowCount) {
    ctx.log.warn(
      { feed: rowsOfFeed.feed, rows: rowCount, reason: rows[0]?.reason },
      'rows of a feed set aside',
    )
    ctx.publish('feeds')
  }
  return result
}

/** Ingester of a feed, used for polled, pushed and retried rows. */
export const ingesterOf = <T>(rowsOfFeed: FeedRows<T>): Ingester => ({
  feed: rowsOfFeed.feed,
  tryIngest: (raws, ctx) => attempt(rowsOfFeed, raws, ctx),
  ingest: (raws, ctx) => take(rowsOfFeed, raws, ctx),
})
