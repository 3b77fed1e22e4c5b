/** Starts and stops a scan; the scanning process picks up running files (D2-Q-196, D3-SCN-01). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import type { ScanKind } from '#subjects/scans/contract/lists/scans.ts'
import { scanTexts, type ScanCarrier } from '#subjects/scans/contract/calls/scans.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockScan, type ScanFile } from './scan-file.ts'

type Named = { FileName: string }

/** Why the file cannot be started; undefined when it can. */
function startFault({ trang_thai, total_numbers, so_da_quet }: ScanFile): string | undefined {
  if (trang_thai === 'running') return scanTexts.running
  if (total_numbers === 0) return scanTexts.noNumbers
  return so_da_quet === total_numbers ? scanTexts.done : undefined
}

/** Starts or continues the scan of a file; numbers given up are tried again. */
export async function startScan(kind: ScanKind, name: unknown, ctx: Ctx): Promise<Named> {
  if (!ctx.services.carrier) throw new AppError('UPSTREAM', lookupTexts.notConfigured)
  const file = await lockScan(kind, name, ctx)
  const fault = startFault(file)
  if (fault) throw new AppError('CONFLICT', fault)
  await ctx.db.query(sql`
    UPDATE scan_numbers SET state = 'waiting', tries = 0 WHERE file_id = ${file.id} AND state = 'failed'`)
  const changed = changeRows(ctx, 'activate', kind, {
    table: 'scan_files',
    where: sql`kind = ${kind} AND id = ${file.id}`,
    set: sql`trang_thai = 'running', khong_tra_duoc = 0, xong_luc = NULL, file_thue_bao = NULL,
      bat_dau_luc = coalesce(bat_dau_luc, clock_timestamp()), chay_tu = clock_timestamp(), nguoi_quet = ${ctx.actor.username}, version = version + 1`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(kind)
  return { FileName: file.FileName }
}

/** Stops requesting numbers of the file; answers to running requests are still stored. */
export async function stopScan(kind: ScanKind, name: unknown, ctx: Ctx): Promise<Named> {
  const file = await lockScan(kind, name, ctx)
  if (file.trang_thai !== 'running') throw new AppError('CONFLICT', scanTexts.notRunning)
  const changed = changeRows(ctx, 'stop', kind, {
    table: 'scan_files',
    where: sql`kind = ${kind} AND id = ${file.id}`,
    set: sql`trang_thai = 'stopped', version = version + 1`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(kind)
  return { FileName: file.FileName }
}

/** Ends the pause of the carrier, or of all, immediately; a carrier that still fails is paused again. */
export async function endPause(carrier: ScanCarrier | undefined, ctx: Ctx): Promise<null> {
  await ctx.db.query(sql`
    UPDATE scan_pace SET paused_until = clock_timestamp()
    WHERE paused_until > clock_timestamp() AND nha_mang = coalesce(${carrier ?? null}, nha_mang)`)
  return null
}
