/** Splits of a file in force: which the caller may undo, and why another cannot be undone. */
import sql, { type Sql } from 'sql-template-tag'
import { messages } from '#platform/contract/messages.ts'
import { formatMoney as grouped } from '#kit/contract/money.ts'
import { splitTexts, type SplitBatch } from '#subjects/numbers/contract/calls/split.ts'
import type { Ctx } from '#kit/server/context.ts'
import { maySetQuantity, type Account } from './accounts.ts'
import type { Quantities } from './save-split.ts'

export type Batch = {
  id: string
  file_id: string
  by_username: string
  quotas_before: Quantities
  quotas_after: Quantities
  moved: number
  at: Date
}

type Caller = Pick<Ctx, 'actor' | 'scope'>

/** Older splits are not offered for undo. */
const mostBatches = 50

/** The batches of a file that were not undone, newest first. */
export async function liveBatches(fileId: string, ctx: Pick<Ctx, 'db'>): Promise<Batch[]> {
  const { rows } = await ctx.db.query<Batch>(sql`
    SELECT id, file_id, by_username, quotas_before, quotas_after, moved, at FROM split_batches
    WHERE file_id = ${fileId} AND undone_at IS NULL ORDER BY at DESC, id DESC LIMIT ${mostBatches}`)
  return rows
}

/** Accounts whose quantity a batch changed. */
export const changedBy = ({ quotas_before: before, quotas_after: after }: Batch): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id])

/** Whether the caller may set all quantities that the batch changed. */
function isMine(batch: Batch, byId: ReadonlyMap<string, Account>, caller: Caller): boolean {
  const changed = changedBy(batch)
  // A split that moved numbers without changing a quantity belongs to its author.
  if (changed.length === 0) return caller.scope.all || batch.by_username === caller.actor.username
  return changed.every((id) => {
    const account = byId.get(id)
    return account ? maySetQuantity(account, caller) : caller.scope.all
  })
}

/** How many numbers of a batch have moved since: handed out, blocked, deleted, requested again. */
async function handedOut(batch: Batch, ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await ctx.db.query<{ untouched: number }>(sql`
    SELECT count(*) AS untouched FROM movements m JOIN customer c ON c.id = m.customer_id
    WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND c.stage = 'left' AND c.rank >= 0
      AND c.holder_id IS NOT DISTINCT FROM m.to_holder`)
  return batch.moved - (rows[0]?.untouched ?? 0)
}

/**
 * Whether a later split depends on this one: it changed a quantity of the same accounts, or moved numbers of this one. Other splits of the
 * file do not matter.
 */
async function builtUpon(batch: Batch, later: readonly Batch[], ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  if (later.length === 0) return false
  const set = [...new Set(later.flatMap(changedBy))]
  const accountsChanged = changedBy(batch)
  if (accountsChanged.some((id) => set.includes(id))) return true
  const { rows } = await ctx.db.query<{ upon: boolean }>(sql`
    SELECT EXISTS (SELECT FROM movements m WHERE m.batch_id = ${batch.id} AND m.kind = 'split'
        AND (m.from_holder = ANY(${set}::uuid[]) OR m.to_holder = ANY(${set}::uuid[])))
      OR EXISTS (SELECT FROM movements m JOIN movements n ON n.customer_id = m.customer_id
        WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND n.kind = 'split'
          AND n.batch_id = ANY(${later.map(({ id }) => id)}::uuid[])) AS upon`)
  return rows[0]?.upon ?? false
}

/** Ids of the accounts from which a batch took numbers, and of those whose quantity it changed. */
export const accountsOfBatch = (batch: Batch): Sql => sql`
  SELECT m.from_holder FROM movements m WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND m.from_holder IS NOT NULL
  UNION SELECT unnest(${changedBy(batch)}::uuid[])`

/** A move of an account is dated at its start, and may have waited this long for the split. */
const moveWaits = sql`interval '2 minutes'`

/**
 * Whether an account that the undo would give numbers or a quantity has been moved or locked since: those went on without it (D3-ORG-02,
 * D3-ORG-03).
 */
async function giverLeft(batch: Batch, ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM split_batches b, users u
    WHERE b.id = ${batch.id} AND u.id IN (${accountsOfBatch(batch)}) AND (u.is_deleted OR moved_since(u.id, b.at - ${moveWaits})) LIMIT 1`)
  return rowCount !== 0
}

export type Problem = { code: 'FORBIDDEN' | 'CONFLICT'; msg: string }

/** Why the caller cannot undo `batch`, given the file's live batches: message with its code; null when it can. */
export async function undoProblem(
  batch: Batch,
  live: readonly Batch[],
  accounts: readonly Account[],
  ctx: Pick<Ctx, 'db'> & Caller,
): Promise<Problem | null> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  if (!isMine(batch, byId, ctx)) return { code: 'FORBIDDEN', msg: messages.forbidden }
  if (await builtUpon(batch, live.slice(0, live.indexOf(batch)), ctx))
    return { code: 'CONFLICT', msg: onlyNewest }
  if (await giverLeft(batch, ctx)) return { code: 'CONFLICT', msg: splitTexts.giverLeft }
  const handedOutCount = await handedOut(batch, ctx)
  return handedOutCount > 0
    ? {
        code: 'CONFLICT',
        msg: `${grouped(handedOutCount)} số của lần chia này đã được lấy, không hoàn tác được`,
      }
    : null
}

export const onlyNewest = 'Chỉ hoàn tác được lần chia mới nhất'

/** Whether all accounts of a batch belong to the caller's own units. */
const isWithin = (batch: Batch, { scope }: Caller): boolean => {
  const changed = changedBy(batch)
  return scope.all || (changed.length > 0 && changed.every((id) => scope.ids.includes(id)))
}

/** The caller's newest split for the screen, else the newest within its units. */
export async function lastSplit(
  fileId: string,
  accounts: readonly Account[],
  ctx: Ctx,
): Promise<SplitBatch | null> {
  const live = await liveBatches(fileId, ctx)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const batch = live.find((one) => isMine(one, byId, ctx)) ?? live.find((one) => isWithin(one, ctx))
  if (!batch) return null
  const undoRefusal = (await undoProblem(batch, live, accounts, ctx))?.msg ?? null
  const { id, by_username: by, moved } = batch
  return { id, by, at: batch.at.toISOString(), moved, undoable: undoRefusal === null, why: undoRefusal }
}
