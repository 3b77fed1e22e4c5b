/** POST hoanTac: undoes the newest split of a file while its numbers have not moved on. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { beginMovements, takeTime } from '../customer/moving.ts'
import { readAccounts } from './accounts.ts'
import { changedBy, accountsOfBatch, liveBatches, onlyNewest, undoProblem, type Batch } from './last-split.ts'
import { readQuantities, writeQuantities, type Quantities } from './save-split.ts'

/** The live file that a batch split, locked; NOT_FOUND for an unknown batch or a deleted file. */
async function lockFileOf(batchId: string, ctx: Ctx): Promise<{ id: string }> {
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT f.id FROM data_files f JOIN split_batches b ON b.file_id = f.id
    WHERE b.id = ${requireId(batchId)} AND f.deleted_at IS NULL FOR UPDATE OF f`)
  const file = rows[0]
  if (!file) throw new AppError('NOT_FOUND', refusals.notFound)
  return file
}

/** Current quantities of a file, and the same reverted by the batch's changes only: changes by later hand-overs stay. */
function restored(batch: Batch, before: Quantities): { before: Quantities; after: Quantities } {
  const after = { ...before }
  for (const id of changedBy(batch)) {
    const was = batch.quotas_before[id]
    const quantity = (was ?? 0) + (before[id] ?? 0) - (batch.quotas_after[id] ?? 0)
    if (was === undefined && quantity <= 0) delete after[id]
    else after[id] = Math.max(0, quantity)
  }
  return { before, after }
}

/** Moves the numbers of the batch back by the ledger and restores the quantities; CONFLICT when it is too late. */
export async function undoSplit(batchId: string, ctx: Ctx) {
  await takeTime(ctx)
  const file = await lockFileOf(batchId, ctx)
  const live = await liveBatches(file.id, ctx)
  const batch = live.find(({ id }) => id === batchId.toLowerCase())
  if (!batch) throw new AppError('CONFLICT', onlyNewest)
  // Accounts that get numbers back are locked against account locks and moves.
  await ctx.db.query(sql`SELECT FROM users WHERE id IN (${accountsOfBatch(batch)}) ORDER BY id FOR SHARE`)
  const problem = await undoProblem(batch, live, await readAccounts(ctx), ctx)
  if (problem) throw new AppError(problem.code, problem.msg)
  await beginMovements(ctx, 'undo', batch.id)
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer c SET holder_id = m.from_holder,
      status = CASE WHEN m.from_holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
    FROM movements m
    WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND c.id = m.customer_id AND c.stage = 'left' AND c.rank >= 0
      AND c.holder_id IS NOT DISTINCT FROM m.to_holder`)
  const moved = rowCount ?? 0
  if (moved !== batch.moved)
    throw new AppError('CONFLICT', 'Số của lần chia này vừa được lấy, không hoàn tác được')
  // Quantities set by other splits since then stay.
  const { before, after } = restored(batch, await readQuantities(file.id, ctx))
  const changed = changedBy(batch).map((account): [string, number | null] => [
    account,
    after[account] ?? null,
  ])
  await writeQuantities(file.id, new Map(changed), ctx)
  await ctx.db.query(sql`
    UPDATE split_batches SET undone_at = now(), undone_by = ${ctx.actor.username} WHERE id = ${batch.id}`)
  await audit(ctx, {
    action: 'undo-split',
    resource: 'uploadchiadata',
    resourceId: file.id,
    before,
    after,
  })
  ctx.publish('uploadchiadata')
  ctx.publish('customer')
  return withMsg({ moved }, 'Đã hoàn tác lần chia gần nhất')
}
