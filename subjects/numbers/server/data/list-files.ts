/** Reading subscriber files: the list, the picker, the totals of one, and its rows. */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { exportThreshold } from '#kit/contract/resource.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { foldText } from '#kit/contract/text.ts'
import type {
  DataFile,
  FileInfo,
  fileList,
  fileRows as fileRowsCall,
} from '#subjects/numbers/contract/calls/subscriber-files.ts'
import type { Json } from '#kit/server/answer.ts'
import { ident, sqlKinds } from '#kit/server/kinds.ts'
import { inScope, pageJson, paging, readJson, type Query } from '#kit/server/list.ts'
import { orderBy } from '#kit/server/order.ts'
import type { Ctx } from '#kit/server/context.ts'
import { findFile } from './pool-file.ts'

const pages = { paging: { sizes: [10, 20, 50], size: 50 } } as const

const select = sql`f.id, f."FileName", f.is_activated, f.ngay_upload, f.nguoi_upload,
  coalesce(n.tong, 0) AS tong, coalesce(n.tong_da_dung, 0) AS tong_da_dung, f.version`
// From the ledger's balances: counting a million customers takes 100 times as long.
const from = sql`data_files f LEFT JOIN LATERAL (
  SELECT sum(b.n) FILTER (WHERE b.stage <> 'gone')::bigint AS tong,
    sum(b.n) FILTER (WHERE b.stage IN ('open', 'called'))::bigint AS tong_da_dung
  FROM node_balances b WHERE b.file_id = f.id) n ON true`
const live = sql`f.kind = 'pool' AND f.deleted_at IS NULL`
const newest = sql`f.ngay_upload DESC, f.id DESC`

const sorts = {
  FileName: sql`fold(f."FileName")`,
  ngay_upload: sql`f.ngay_upload`,
  nguoi_upload: sql`f.nguoi_upload`,
  tong: sql`coalesce(n.tong, 0)`,
}

const likeEscape = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const nameFilter = (name: string | undefined): Sql =>
  name?.trim() ? sql`fold(f."FileName") LIKE ${`%${likeEscape(foldText(name.trim()))}%`}` : sql`true`

/** GET uploadchiadata: a page of files, newest first; `FileName` filters by contained text (D1-UPL-03 to 15). */
export const listFiles = (query: ParsedOf<typeof fileList>, ctx: Ctx): Promise<Json<Page<DataFile>>> =>
  readJson(
    ctx,
    pageJson({
      select,
      from,
      where: sql`${live} AND ${nameFilter(query.FileName)}`,
      order: orderBy(sorts, query.sort, newest),
      ...paging(pages, query as Query),
    }),
  )

/** GET findAllNoLimit: every file, for pickers. */
export const listAllFiles = (ctx: Ctx): Promise<Json<Page<DataFile>>> =>
  readJson(ctx, pageJson({ select, from, where: live, order: newest, limit: 1_000_000, offset: 0 }))

/** POST getInfoByFileName: totals and numbers by stage (D1-UPL-10, D1-UPL-44). */
export async function fileInfo(name: string, ctx: Ctx): Promise<FileInfo> {
  const file = await findFile(name, ctx)
  const { rows } = await ctx.db.query<Pick<FileInfo, 'left' | 'open' | 'called' | 'blocked'>>(sql`
    SELECT coalesce(sum(n) FILTER (WHERE stage = 'left'), 0)::bigint AS left,
      coalesce(sum(n) FILTER (WHERE stage = 'open'), 0)::bigint AS open,
      coalesce(sum(n) FILTER (WHERE stage = 'called'), 0)::bigint AS called,
      coalesce(sum(n) FILTER (WHERE stage = 'blocked'), 0)::bigint AS blocked
    FROM node_balances WHERE file_id = ${file.id}`)
  const { left = 0, open = 0, called = 0, blocked = 0 } = rows[0] ?? {}
  return {
    FileName: file.FileName,
    tong: left + open + called + blocked,
    tong_da_dung: open + called,
    nguoi_upload: file.nguoi_upload,
    ngay_upload: file.ngay_upload.toISOString(),
    is_activated: file.is_activated,
    left,
    open,
    called,
    blocked,
  }
}

/**
 * POST findAllByFileName: a page of the file's rows with spreadsheet names, phones masked by role. Scoped callers see rows held by their
 * people or by nobody (D1-Q-114, D1-Q-003).
 */
export async function fileRows(
  input: { FileName: string; page?: number | undefined; count?: number | undefined },
  ctx: Ctx,
): Promise<Json<AnswerOf<typeof fileRowsCall>>> {
  const file = await findFile(input.FileName, ctx)
  const phone = sqlKinds.phone.masked(sql`phone`, ctx.actor)
  const text = (column: string) => sqlKinds.text.masked(ident(column), ctx.actor)
  const scope = ctx.scope.all
    ? sql`true`
    : sql`(holder_id IS NULL OR ${inScope(sql`holder_id`, ctx.scope, 'id')})`
  // Rows of a file are only read in pages, never exported (threats A3).
  const count = String(Math.min(input.count ?? pages.paging.size, exportThreshold))
  return readJson(
    ctx,
    pageJson({
      select: sql`id, ${phone} AS so_dien_thoai, type AS loai_thue_bao, ${text('package')} AS goi_cuoc,
        "packageRegisterAt" AS ngay_dang_ky, "packageExpiredAt" AS ngay_het_han, "packageCycle" AS chu_ky_hien_tai,
        ${text('state')} AS trang_thai, ${text('packagesCanRegister')} AS goi_co_the_dang_ky, so_chu_ky_mien_phi_con_lai, status,
        ${file.FileName}::text AS "FileName"`,
      from: sql`customer`,
      where: sql`file_id = ${file.id} AND stage <> 'gone' AND ${scope}`,
      order: sql`rank, id`,
      ...paging(pages, { page: String(input.page ?? 0), count }),
    }),
  )
}
