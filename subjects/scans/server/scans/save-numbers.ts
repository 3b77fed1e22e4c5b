/** Saves numbers of an upload into a scan file (D2-SCAN-22, D2-Q-194, D2-Q-199). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { scanSheets, type ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanTexts } from '#subjects/scans/contract/calls/scans.ts'
import type { Ctx } from '#kit/server/context.ts'
import { collapse, importRows, isRow, readChunk } from '#kit/server/import.ts'
import type { Raw } from '#kit/server/handle.ts'
import type { Values } from '#kit/server/write.ts'
import { findOrCreateScan, readScanName } from './scan-file.ts'

/**
 * Adds `rows` (PhoneNumber, goi_can_kiem_tra) to file `name` and returns how many numbers are new; of repeated numbers
 * the last row counts, existing numbers stay unchanged. A finished file becomes startable again.
 */
export async function saveScanRows(kind: ScanKind, name: string, rows: Values[], ctx: Ctx): Promise<number> {
  const unique = collapse(rows, ['PhoneNumber'])
  if (unique.length === 0) return 0
  const file = await findOrCreateScan(kind, name, ctx)
  const { rowCount } = await ctx.db.query(sql`
    INSERT INTO scan_numbers (kind, file_id, "PhoneNumber", goi_can_kiem_tra)
    SELECT ${kind}, ${file.id}, "PhoneNumber", goi_can_kiem_tra
    FROM jsonb_to_recordset(${JSON.stringify(unique.map((row, index) => ({ ...row, at: index })))}::jsonb)
      AS r(at int, "PhoneNumber" text, goi_can_kiem_tra text) ORDER BY at
    ON CONFLICT (file_id, "PhoneNumber") DO NOTHING`)
  const added = rowCount ?? 0
  await ctx.db.query(sql`
    UPDATE scan_files SET total_numbers = total_numbers + ${added},
      trang_thai = CASE WHEN ${added} > 0 AND trang_thai = 'done' THEN 'stopped' ELSE trang_thai END
    WHERE kind = ${kind} AND id = ${file.id}`)
  ctx.publish(kind)
  return added
}

/** File named by an import call, in each row or in the body. */
function fileOf(rows: readonly Record<string, unknown>[], extra: Record<string, unknown>): string {
  const names = new Set(rows.filter(isRow).map(({ FileName = extra.FileName }) => FileName))
  if (names.size > 1)
    throw new AppError('VALIDATION', scanTexts.oneFile, { fields: { FileName: scanTexts.oneFile } })
  return readScanName(names.size > 0 ? [...names][0] : extra.FileName)
}

/** POST import: at most 200 rows of one file (D2-SCAN-51 to 53). */
export function importNumbers(kind: ScanKind, raw: Raw, ctx: Ctx) {
  const chunk = readChunk(raw.body)
  const name = fileOf(chunk.rows, chunk.extra)
  return importRows(scanSheets[kind], chunk, ctx, (rows) => saveScanRows(kind, name, rows, ctx))
}
