/** POST hoanTac: takes back the newest split of a file while all its numbers still stand where it put them. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { withMsg } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { requireId } from '../../kit/list.ts'
import { moving, takeTime } from '../../resources/customer/moving.ts'
import { readAccounts } from './accounts.ts'
import { newestBatch, undoProblem } from './last-split.ts'
import { writeQuantities } from './save-split.ts'

/** The live file that a batch split, locked; NOT_FOUND for an unknown batch or a deleted file. */
async function lockFileOf(batchId: string, ctx: Ctx): Promise<{ id: string }> {
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT f.id FROM data_files f JOIN split_batches b ON b.file_id = f.id
    WHERE b.id = ${requireId(batchId)} AND f.deleted_at IS NULL FOR UPDATE OF f`)
  const file = rows[0]
  if (!file) throw new AppError('NOT_FOUND', messages.notFound)
  return file
}

/** Moves the numbers of the batch back by the ledger and restores the quantities; CONFLICT when it is too late. */
export async function undoSplit(batchId: string, ctx: Ctx) {
  await takeTime(ctx)
  const file = await lockFileOf(batchId, ctx)
  const batch = await newestBatch(file.id, ctx)
  if (batch?.id !== batchId.toLowerCase())
    throw new AppError('CONFLICT', 'Chỉ hoàn tác được lần chia mới nhất')
  const problem = await undoProblem(batch, await readAccounts(ctx), ctx)
  if (problem) throw new AppError(problem.code, problem.msg)
  await moving(ctx, 'undo', batch.id)
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer c SET holder_id = m.from_holder,
      status = CASE WHEN m.from_holder IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
    FROM movements m
    WHERE m.batch_id = ${batch.id} AND m.kind = 'split' AND c.id = m.customer_id AND c.stage = 'left' AND c.rank >= 0
      AND c.holder_id IS NOT DISTINCT FROM m.to_holder`)
  const moved = rowCount ?? 0
  if (moved !== batch.moved)
    throw new AppError('CONFLICT', 'Số của lần chia này vừa được lấy, không hoàn tác được')
  await writeQuantities(file.id, batch.quotas_before, ctx)
  await ctx.db.query(sql`
    UPDATE split_batches SET undone_at = now(), undone_by = ${ctx.actor.username} WHERE id = ${batch.id}`)
  await audit(ctx, {
    action: 'undo-split',
    resource: 'uploadchiadata',
    resourceId: file.id,
    before: batch.quotas_after,
    after: batch.quotas_before,
  })
  ctx.publish('uploadchiadata', [file.id])
  ctx.publish('customer')
  return withMsg({ moved }, 'Đã hoàn tác lần chia gần nhất')
}
