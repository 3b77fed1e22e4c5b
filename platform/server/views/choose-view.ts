/** PUT chedoxem/macDinh: the view that a list starts with for the caller. */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { viewTexts, type chooseView } from '#platform/contract/calls/save-views.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireView } from './read-views.ts'
import { lockList, requireList } from './save-view.ts'

type Chosen = { view: string | null }

/** Stores the choice, or removes it for the role's default; NOT_FOUND for a view of another list. */
export async function storeChoice(
  ctx: Ctx,
  input: ParsedOf<typeof chooseView>,
): Promise<AnswerOf<typeof chooseView>> {
  const { path } = requireList(input.list, ctx)
  await lockList(path, ctx)
  const { view } = input
  const { id: user, username } = ctx.actor
  if (typeof view === 'string' && (await requireView(view, ctx)).view.list !== path)
    throw new AppError('NOT_FOUND', viewTexts.gone)
  const ownChoice = sql`user_id = ${user} AND list = ${path}`
  const { rows } = await ctx.db.query<Chosen>(
    sql`SELECT view_id AS view FROM chosen_views WHERE ${ownChoice}`,
  )
  const before = rows[0] ?? null
  const after = view === undefined ? null : { view }
  if (after === null) await ctx.db.query(sql`DELETE FROM chosen_views WHERE ${ownChoice}`)
  else
    await ctx.db.query(sql`
      INSERT INTO chosen_views (user_id, list, view_id) VALUES (${user}, ${path}, ${after.view})
      ON CONFLICT (user_id, list) DO UPDATE SET view_id = excluded.view_id`)
  const action = after === null ? 'unchoose' : 'choose'
  await audit(ctx, { action, resource: 'chedoxem', resourceId: `${username}/${path}`, before, after })
  ctx.publish('chedoxem')
  return null
}
