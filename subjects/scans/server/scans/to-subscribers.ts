/** Turns the result of a finished scan into a subscriber file, in one step (D3-SCN-05). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanTexts, type scanCalls } from '#subjects/scans/contract/calls/scans.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { savePoolRows } from '#subjects/numbers/server/index.ts'
import { lockScan } from './scan-file.ts'

type Summary = AnswerOf<typeof scanCalls.quetdata.toSubscribers>

/** Rows per statement, so that a file of 200,000 numbers is never in memory as a whole. */
const batch = 5_000

/** Outcome of each number; the first matching reason counts. */
const placeOf = sql`CASE
  WHEN n.state <> 'answered' THEN 'unanswered'
  WHEN n.unknown THEN 'unknown'
  WHEN EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = n."PhoneNumber") THEN 'blacklisted'
  WHEN EXISTS (SELECT FROM customer c WHERE c.phone = n."PhoneNumber" AND c.stage IN ('left', 'open')
    AND c.holder_id IS NOT NULL) THEN 'held' ELSE 'saved' END`

/**
 * Saves the numbers with their scan results into the subscriber file of the same name. Skips and counts those blacklisted, in a hand,
 * unknown to the carrier or unanswered. Refused before the scan is finished, and a second time.
 */
export async function toSubscribers(kind: ScanKind, name: string, ctx: Ctx): Promise<Summary> {
  const file = await lockScan(kind, name, ctx)
  if (file.trang_thai !== 'done') throw new AppError('CONFLICT', scanTexts.notDone)
  if (file.file_thue_bao !== null)
    throw new AppError('CONFLICT', `Đã tạo file thuê bao '${file.file_thue_bao}' từ lần quét này`)
  const summary: Summary = {
    FileName: file.FileName,
    saved: 0,
    blacklisted: 0,
    held: 0,
    unknown: 0,
    unanswered: 0,
  }
  for (let last = '0'; ;) {
    const { rows } = await ctx.db.query<{
      place: keyof Omit<Summary, 'FileName'>
      id: string
      row: Values
    }>(sql`
      SELECT ${placeOf} AS place, n.id::text AS id, json_build_object('so_dien_thoai', n."PhoneNumber",
        'loai_thue_bao', n."NumberType", 'goi_cuoc', coalesce(n."NumberCurrentPackage", ''),
        'ngay_dang_ky', n."NumberPackageRegisterDate", 'ngay_het_han', n."NumberPackageRegisterExpire",
        'chu_ky_hien_tai', n."CurrentCycle", 'trang_thai', n."NumberStatus", 'goi_co_the_dang_ky', n.dtct,
        'so_chu_ky_mien_phi_con_lai', n."NumberFreeCycleLeft") AS row
      FROM scan_numbers n WHERE n.file_id = ${file.id} AND n.id > ${last}::bigint ORDER BY n.id LIMIT ${batch}`)
    const end = rows.at(-1)
    if (!end) break
    last = end.id
    for (const { place } of rows) summary[place] += 1
    const good = rows.filter(({ place }) => place === 'saved').map(({ row }) => row)
    await savePoolRows(file.FileName, good, ctx)
  }
  if (summary.saved === 0) throw new AppError('CONFLICT', 'Không có số nào để tạo file thuê bao')
  const changed = changeRows(ctx, 'update', kind, {
    table: 'scan_files',
    where: sql`kind = ${kind} AND id = ${file.id}`,
    set: sql`file_thue_bao = ${file.FileName}, version = version + 1`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(kind)
  return summary
}
