/** Customer lists: files distributed by hand; each account has one for customers entered without a file. */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import type { Values } from '#kit/server/write.ts'
import { saveCustomerRows } from './save-rows.ts'

/** Name of the list for customers entered or imported without one. */
export const directList = 'Nhập trực tiếp'

/** Id of an account's own list, null before its first use. */
export const ownListOf = (accountId: string): Sql => sql`(
  SELECT id FROM data_files WHERE kind = 'list' AND owner_id = ${accountId} AND "FileName" = ${directList} AND deleted_at IS NULL)`

/** Id of the caller's own list, created on first use; concurrent calls create one. */
export async function ownList(ctx: Ctx): Promise<string> {
  const { id, username } = ctx.actor
  await ctx.db.query(sql`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    VALUES ('list', ${directList}, ${username}, ${id})
    ON CONFLICT (owner_id) WHERE kind = 'list' AND "FileName" = 'Nhập trực tiếp' AND deleted_at IS NULL DO NOTHING`)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM data_files WHERE kind = 'list' AND owner_id = ${id} AND "FileName" = ${directList}
      AND deleted_at IS NULL FOR KEY SHARE`)
  const list = rows[0]
  if (!list) throw new AppError('CONFLICT', 'Danh sách vừa bị xoá, hãy thử lại')
  return list.id
}

/** Locks live list `id` in the caller's scope; 404 otherwise. 'delete' also waits for imports. */
export async function lockList(
  id: string,
  ctx: Ctx,
  purpose: 'use' | 'delete',
): Promise<{ id: string; filename: string }> {
  const { rows } = await ctx.db.query<{ id: string; filename: string; owner_id: string }>(sql`
    SELECT id, "FileName" AS filename, owner_id FROM data_files
    WHERE id = ${requireId(id)} AND kind = 'list' AND deleted_at IS NULL
    ${purpose === 'delete' ? sql`FOR UPDATE` : sql`FOR KEY SHARE`}`)
  const list = rows[0]
  if (!list || !(ctx.scope.all || ctx.scope.ids.includes(list.owner_id))) {
    throw new AppError('NOT_FOUND', refusals.notFound)
  }
  return list
}

/**
 * Saves rows of the customer sheet into list `upload` (404 outside the scope), or the caller's own list for null
 * (D1-Q-109). Returns how many are new.
 */
export async function saveListRows(upload: string | null, rows: Values[], ctx: Ctx): Promise<number> {
  if (upload !== null) await lockList(upload, ctx, 'use')
  if (rows.length === 0) return 0
  ctx.publish('upload')
  return saveCustomerRows(upload ?? (await ownList(ctx)), rows, ctx)
}
