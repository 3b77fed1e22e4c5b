/** Deletes a scan file with all its data, permanently (D2-SCAN-29, D2-Q-26). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { refusals } from '../../../contract/refusals.ts'
import type { ScanKind } from '../../../contract/resources/scans.ts'
import { scanDeleted } from '../../../contract/workflows/scans.ts'
import { withMsg } from '../../kit/answer.ts'
import { changeRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { requireId } from '../../kit/list.ts'
import { lockScan } from './scan-file.ts'

/** DELETE of a row: the same by id; 404 the second time. */
export async function removeScan(kind: ScanKind, id: string | undefined, ctx: Ctx): Promise<null> {
  const { rows } = await ctx.db.query<{ name: string }>(sql`
    SELECT "FileName" AS name FROM scan_files WHERE kind = ${kind} AND id = ${requireId(id)}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  await deleteScan(kind, rows[0].name, ctx)
  return null
}

/** POST deleteFile: returns how many numbers were deleted. */
export async function deleteScan(kind: ScanKind, name: unknown, ctx: Ctx) {
  const file = await lockScan(kind, name, ctx)
  // A long file has 200,000 numbers, which take longer than the usual statement timeout.
  await ctx.db.query(`SET LOCAL statement_timeout = '120s'`)
  const where = sql`kind = ${kind} AND id = ${file.id}`
  const changed = changeRows(ctx, 'remove', kind, { table: 'scan_files', where, set: null })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(kind)
  return withMsg({ removed: file.total_numbers }, scanDeleted(file.FileName))
}
