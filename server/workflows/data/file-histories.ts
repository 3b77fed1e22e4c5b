/** Who changed a subscriber file or a customer list, when, from what to what. */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { HistoryEntry } from '../../../contract/kit/history.ts'
import { messages } from '../../../contract/messages.ts'
import { fileSubject, uploadSubject } from '../../../contract/workflows/histories.ts'
import type { Ctx } from '../../kit/context.ts'
import { historyOf } from '../../kit/history.ts'
import { inScope, requireId } from '../../kit/list.ts'

async function requireFile(id: string, which: Sql, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM data_files f WHERE f.id = ${requireId(id)} AND f.deleted_at IS NULL AND ${which}`,
  )
  if (rowCount === 0) throw new AppError('NOT_FOUND', messages.notFound)
}

/** The history of a subscriber file; everybody who sees the list of files sees all of them. */
export async function historyOfFile(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await requireFile(id, sql`f.kind = 'pool'`, ctx)
  return historyOf(fileSubject, id, ctx)
}

/** The history of a customer list of the scope. */
export async function historyOfUpload(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const mine = inScope(sql`f.owner_id`, ctx.scope, 'id')
  await requireFile(id, sql`f.kind = 'list' AND ${mine}`, ctx)
  return historyOf(uploadSubject, id, ctx)
}
