/** A scan file by name: finding, creating, and locking it. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { ScanKind, ScanState } from '#subjects/scans/contract/lists/scans.ts'
import { scanTexts } from '#subjects/scans/contract/calls/scans.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readFileName } from '#subjects/numbers/server/index.ts'

/** Name of a scan file as stored; VALIDATION when empty. */
export const readScanName = (name: unknown): string => readFileName(name, scanTexts.noFile)

export type ScanFile = {
  id: string
  FileName: string
  trang_thai: ScanState
  total_numbers: number
  so_da_quet: number
  file_thue_bao: string | null
}

async function find(
  kind: ScanKind,
  name: string,
  { db }: Pick<Ctx, 'db'>,
  lock: Sql,
): Promise<ScanFile | undefined> {
  const { rows } = await db.query<ScanFile>(sql`
    SELECT id, "FileName", trang_thai, total_numbers, so_da_quet, file_thue_bao FROM scan_files
    WHERE kind = ${kind} AND "FileName" = ${name} ${lock}`)
  return rows[0]
}

async function requireFile(
  kind: ScanKind,
  name: unknown,
  ctx: Pick<Ctx, 'db'>,
  lock: Sql,
): Promise<ScanFile> {
  const file = await find(kind, readScanName(name), ctx, lock)
  if (!file) throw new AppError('NOT_FOUND', refusals.notFound)
  return file
}

/** The file of that name; NOT_FOUND otherwise. */
export const findScan = (kind: ScanKind, name: unknown, ctx: Pick<Ctx, 'db'>): Promise<ScanFile> =>
  requireFile(kind, name, ctx, empty)

/** The same with its row locked: blocks storing, claiming and adding numbers meanwhile. */
export const lockScan = (kind: ScanKind, name: unknown, ctx: Pick<Ctx, 'db'>): Promise<ScanFile> =>
  requireFile(kind, name, ctx, sql`FOR UPDATE`)

/** The file of that name, locked, created when missing; concurrent uploads create one. */
export async function findOrCreateScan(kind: ScanKind, name: unknown, ctx: Ctx): Promise<ScanFile> {
  const FileName = readScanName(name)
  await ctx.db.query(sql`
    WITH changed AS (
      INSERT INTO scan_files AS t (kind, "FileName", nguoi_upload) VALUES (${kind}, ${FileName}, ${ctx.actor.username})
      ON CONFLICT (kind, "FileName") DO NOTHING RETURNING t.id, NULL::jsonb AS before, to_jsonb(t) - 'version' AS after
    ) ${auditRows(ctx, 'create', kind)}`)
  const file = await find(kind, FileName, ctx, sql`FOR UPDATE`)
  if (!file) throw new AppError('CONFLICT', 'File vừa bị xoá, hãy thử lại')
  return file
}
