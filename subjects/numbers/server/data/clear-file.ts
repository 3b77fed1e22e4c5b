/** Deletes the numbers of a file or list that were never handed out, in batches. */
import sql from 'sql-template-tag'
import type { Ctx } from '#kit/server/context.ts'
import { beginMovements, takeTime } from '../customer/moving.ts'

const step = 20_000

/** Sets numbers still left or blocked to 'gone' and answers how many; those open or called stay (D1-Q-112). */
export async function clearFile(fileId: string, ctx: Ctx): Promise<number> {
  await takeTime(ctx)
  await beginMovements(ctx, 'delete')
  let removed = 0
  for (;;) {
    const { rowCount } = await ctx.db.query(sql`
      UPDATE customer SET stage = 'gone' WHERE id IN (
        SELECT id FROM customer WHERE file_id = ${fileId} AND stage IN ('left', 'blocked') LIMIT ${step} FOR UPDATE)`)
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < step) return removed
  }
}
