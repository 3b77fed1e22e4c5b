/** Customer lists of the screen 'Upload': list, create, delete (D1-UPL-25 to 43). */
import sql from 'sql-template-tag'
import type { Page } from '#kit/contract/shapes.ts'
import { foldText } from '#kit/contract/text.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import {
  type UploadList,
  customerListTexts,
  type uploads,
} from '#subjects/numbers/contract/calls/customer-lists.ts'
import { withMsg, type Json } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { orderBy } from '#kit/server/order.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope, pageJson, readJson, wholeNumber } from '#kit/server/list.ts'
import { directList, lockList, ownList } from '../customer/lists.ts'
import { clearFile } from './clear-file.ts'
import { readFileName } from './pool-file.ts'

type Query = ParsedOf<typeof uploads>

const sorts = {
  filename: sql`fold(f."FileName")`,
  createdAt: sql`f.ngay_upload`,
  totalCustomers: sql`coalesce(n.total, 0)`,
  remaining: sql`coalesce(n.remaining, 0)`,
}

const mostLists = 1000
const likeEscape = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * GET upload: lists in scope, newest first; page 0 and 1 are both the first one (D1-Q-147). `used` were assigned or
 * called, `remaining` are the others.
 */
export function listUploads(query: Query, ctx: Ctx): Promise<Json<Page<UploadList>>> {
  const limit = Math.min(Math.max(wholeNumber(query.count, 50), 1), mostLists)
  const page = Math.max(wholeNumber(query.page, 0), 1) - 1
  const name = query.filename?.trim()
  const nameFilter = name ? sql`fold(f."FileName") LIKE ${`%${likeEscape(foldText(name))}%`}` : sql`true`
  const inCallerScope = inScope(sql`f.owner_id`, ctx.scope, 'id')
  return readJson(
    ctx,
    pageJson({
      select: sql`f.id, f."FileName" AS filename,
        json_build_object('fullname', coalesce(u.fullname, f.nguoi_upload)) AS created_by,
        f.ngay_upload AS "createdAt", coalesce(n.total, 0) AS "totalCustomers",
        coalesce(n.total, 0) - coalesce(n.remaining, 0) AS used, coalesce(n.remaining, 0) AS remaining`,
      from: sql`data_files f LEFT JOIN users u ON u.id = f.owner_id LEFT JOIN LATERAL (
        SELECT sum(b.n) FILTER (WHERE b.stage <> 'gone')::bigint AS total,
          sum(b.n) FILTER (WHERE b.stage IN ('left', 'blocked') AND b.holder_id IS NULL)::bigint AS remaining
        FROM node_balances b WHERE b.file_id = f.id) n ON true`,
      where: sql`f.kind = 'list' AND f.deleted_at IS NULL AND ${nameFilter} AND ${inCallerScope}`,
      order: orderBy(sorts, query.sort, sql`f.ngay_upload DESC, f.id DESC`),
      limit,
      offset: Math.min(page * limit, Number.MAX_SAFE_INTEGER),
    }),
  )
}

/** POST upload: creates an empty list to import into; returns its id (D1-Q-109). */
export async function createUpload(filename: string, ctx: Ctx): Promise<{ id: string }> {
  const name = readFileName(filename)
  if (name === directList) return { id: await ownList(ctx) }
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    VALUES ('list', ${name}, ${ctx.actor.username}, ${ctx.actor.id}) RETURNING id`)
  const id = rows[0]?.id ?? ''
  await audit(ctx, { action: 'create', resource: 'upload', resourceId: id, after: { filename: name } })
  ctx.publish('upload')
  return { id }
}

/** DELETE upload: removes the list and its untouched customers; open and called ones stay (D1-UPL-41). */
export async function deleteUpload(id: string, ctx: Ctx) {
  const list = await lockList(id, ctx, 'delete')
  const removed = await clearFile(list.id, ctx)
  await ctx.db.query(sql`
    UPDATE data_files SET deleted_at = now(), deleted_by = ${ctx.actor.username}, version = version + 1
    WHERE id = ${list.id}`)
  const before = { filename: list.filename }
  await audit(ctx, { action: 'remove', resource: 'upload', resourceId: list.id, before, after: { removed } })
  ctx.publish('upload')
  ctx.publish('customer')
  return withMsg({ removed }, customerListTexts.uploadDeleted)
}
