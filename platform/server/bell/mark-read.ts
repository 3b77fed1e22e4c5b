/** PUT thongbao/{id}/doc and docHet: mark as read on all devices. */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { readAllNotices, readNotice } from '#platform/contract/calls/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { countUnread, ownNotices } from './list-notices.ts'

/** Marks the caller's unread notices among `which`; pushes the change to its other devices if there were any. */
async function mark(which: Sql, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    WITH marked AS (
      UPDATE bell_notices SET read_at = now() WHERE ${ownNotices(ctx)} AND read_at IS NULL AND ${which} RETURNING username)
    SELECT pg_notify('bell', username) FROM marked LIMIT 1`)
}

/** NOT_FOUND for another user's notice; no effect if it is already read. */
export async function markRead(
  ctx: Ctx,
  input: ParsedOf<typeof readNotice>,
): Promise<AnswerOf<typeof readNotice>> {
  const id = requireId(input.id)
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM bell_notices WHERE ${ownNotices(ctx)} AND id = ${id}`,
  )
  if (!rowCount) throw new AppError('NOT_FOUND', refusals.notFound)
  await mark(sql`id = ${id}`, ctx)
  return { unread: await countUnread(ctx) }
}

export async function markAllRead(
  ctx: Ctx,
  { den }: ParsedOf<typeof readAllNotices>,
): Promise<AnswerOf<typeof readAllNotices>> {
  await mark(sql`id <= ${den}::uuid`, ctx)
  return { unread: await countUnread(ctx) }
}
