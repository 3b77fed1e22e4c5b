/** Deletes a scan file with all its data, permanently (D2-SCAN-29, D2-Q-26). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanDeleted } from '#subjects/scans/contract/calls/scans.ts'
import { withMsg } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
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
