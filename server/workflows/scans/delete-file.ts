/** Deleting a scan file: all its scan data goes with it, for good (D2-SCAN-29, D2-Q-26). */
import sql from 'sql-template-tag'
import type { ScanKind } from '../../../contract/resources/scans.ts'
import { scanDeleted } from '../../../contract/workflows/scans.ts'
import { withMsg } from '../../kit/answer.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { lockScan } from './scan-file.ts'

/** POST deleteFile: answers how many numbers went. */
export async function deleteScan(kind: ScanKind, name: unknown, ctx: Ctx) {
  const file = await lockScan(kind, name, ctx)
  await ctx.db.query(sql`
    WITH changed AS (
      DELETE FROM scan_files WHERE kind = ${kind} AND id = ${file.id}
      RETURNING id, to_jsonb(old) AS before, NULL::jsonb AS after
    ), audited AS (${auditRows(ctx, 'remove', kind)}) SELECT id FROM changed`)
  ctx.publish(kind)
  return withMsg({ removed: file.total_numbers }, scanDeleted(file.FileName))
}
