/** The newest split of a file that still stands, and why it can or cannot be taken back. */
import sql from 'sql-template-tag'
import { messages } from '../../../contract/messages.ts'
import { formatMoney as grouped } from '../../../contract/money.ts'
import type { SplitBatch } from '../../../contract/workflows/data.ts'
import type { Ctx } from '../../kit/context.ts'
import { maySet, type Account } from './accounts.ts'
import type { Quantities } from './save-split.ts'

type Batch = {
  id: string
  file_id: string
  by_username: string
  quotas_before: Quantities
  quotas_after: Quantities
  moved: number
  at: Date
}

/** The newest batch of a file that was not undone, or null. */
export async function newestBatch(fileId: string, ctx: Pick<Ctx, 'db'>): Promise<Batch | null> {
  const { rows } = await ctx.db.query<Batch>(sql`
    SELECT id, file_id, by_username, quotas_before, quotas_after, moved, at FROM split_batches
    WHERE file_id = ${fileId} AND undone_at IS NULL ORDER BY at DESC, id DESC LIMIT 1`)
  return rows[0] ?? null
}

/** How many numbers of a batch no longer stand where it put them: handed out, blocked, deleted, asked for again. */
async function handedOut(batch: Batch, ctx: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await ctx.db.query<{ untouched: number }>(sql`
    SELECT count(*) AS untouched FROM movements m JOIN customer c ON c.id = m.customer_id
    WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND c.stage = 'left' AND c.rank >= 0
      AND c.holder_id IS NOT DISTINCT FROM m.to_holder`)
  return batch.moved - (rows[0]?.untouched ?? 0)
}

/** Why the caller cannot undo a batch, as a sentence with its code, or null when it can. */
export async function undoProblem(
  batch: Batch,
  accounts: Account[],
  ctx: Pick<Ctx, 'db' | 'actor' | 'scope'>,
): Promise<{ code: 'FORBIDDEN' | 'CONFLICT'; msg: string } | null> {
  const { quotas_before: before, quotas_after: after } = batch
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (id) => before[id] !== after[id],
  )
  const mine = changed.every((id) => {
    const account = byId.get(id)
    return account ? maySet(account, ctx) : ctx.scope.all
  })
  // A split that only moved numbers without changing a set quantity belongs to whoever made it.
  const allowed = changed.length > 0 ? mine : ctx.scope.all || batch.by_username === ctx.actor.username
  if (!allowed) return { code: 'FORBIDDEN', msg: messages.forbidden }
  const gone = await handedOut(batch, ctx)
  return gone > 0
    ? { code: 'CONFLICT', msg: `${grouped(gone)} số của lần chia này đã được lấy, không hoàn tác được` }
    : null
}

/** The newest split for the screen. */
export async function lastSplit(fileId: string, accounts: Account[], ctx: Ctx): Promise<SplitBatch | null> {
  const batch = await newestBatch(fileId, ctx)
  if (!batch) return null
  const why = (await undoProblem(batch, accounts, ctx))?.msg ?? null
  const { id, by_username: by, moved } = batch
  return { id, by, at: batch.at.toISOString(), moved, undoable: why === null, why }
}
