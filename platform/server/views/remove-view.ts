/** DELETE chedoxem/{id}. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { viewTexts, type removeView } from '#platform/contract/calls/save-views.ts'
import { withMsg } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireView } from './read-views.ts'
import { lockList } from './save-view.ts'

/** Deletes it with the choices that refer to it; NOT_FOUND if it was deleted already. */
export async function dropView(ctx: Ctx, input: ParsedOf<typeof removeView>) {
  await lockList((await requireView(input.id, ctx)).view.list, ctx)
  const { view } = await requireView(input.id, ctx)
  if (!view.may.remove) throw new AppError('FORBIDDEN', messages.forbidden)
  await ctx.db.query(sql`
    WITH ${changeRows(ctx, 'remove', 'chedoxem', { table: 'list_views', where: sql`t.id = ${view.id}`, set: null })}
    SELECT FROM changed`)
  ctx.publish('chedoxem')
  return withMsg(null, viewTexts.removed)
}
