/** GET chedoxem: the views that the caller may read, with the parts that apply to the caller. */
import sql, { type Sql } from 'sql-template-tag'
import { can, priorities, type Actor } from '#platform/contract/abilities.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { ViewContent, ViewScope } from '#kit/contract/views.ts'
import { viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View, viewList } from '#platform/contract/calls/views.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { contentFor } from './content.ts'
import { listFor, listsFor } from './viewed-lists.ts'

type StoredView = {
  id: string
  list: string
  scope: ViewScope
  owner_id: string
  owner: string
  name: string
  content: ViewContent
  default_for: number[]
  version: number
}

/** Whether the account is a unit with views of its own: a branch or a leader. */
const isUnit = ({ priority }: Actor): boolean => priority === 3 || priority === 4

/** Whether the actor may save a view for `scope`: branches and leaders for their unit, managers for everyone (D3-GRID-06). */
export const mayKeep = (scope: ViewScope, actor: Actor): boolean =>
  scope === 'own' || (scope === 'team' ? isUnit(actor) : can(actor, 'below3'))

/** What the caller may do with a view: a former unit may still delete its views. */
const mayOf = ({ scope, owner_id }: StoredView, actor: Actor): View['may'] => {
  const owns = scope === 'everyone' || owner_id === actor.id
  return {
    update: owns && mayKeep(scope, actor),
    remove: owns && (scope === 'team' || mayKeep(scope, actor)),
  }
}

/** Condition of views `v` that the caller may read: of the unit's views those of the current unit. */
function readable({ actor }: Ctx): Sql {
  const units = [actor.groupId, actor.brandId].filter((id) => id !== null)
  return sql`(v.scope = 'everyone' OR v.owner_id = ${actor.id}
    OR v.scope = 'team' AND v.owner_id = ANY(${units}::uuid[]))`
}

const stored = sql`
  SELECT v.id, v.list, v.scope, v.owner_id, u.fullname AS owner, v.name, v.content, v.default_for, v.version::int AS version
  FROM list_views v JOIN users u ON u.id = v.owner_id`

/** The view as the caller sees it; undefined if the caller may not read the list. */
function viewFor(view: StoredView, ctx: Ctx): View | undefined {
  const list = listFor(view.list, ctx.actor)
  if (!list) return undefined
  const { id, scope, name, owner, version } = view
  const default_for = priorities.filter((one) => view.default_for.includes(one))
  return {
    id,
    list: list.path,
    scope,
    name,
    owner,
    version,
    default_for,
    ...contentFor(list, view.content, ctx),
    may: mayOf(view, ctx.actor),
  }
}

/** The view of an id as the caller sees it, and as stored; NOT_FOUND if the caller may not read it. */
export async function requireView(id: string, ctx: Ctx): Promise<{ view: View; content: ViewContent }> {
  const { rows } = await ctx.db.query<StoredView>(
    sql`${stored} WHERE v.id = ${requireId(id)} AND ${readable(ctx)}`,
  )
  const view = rows[0] && viewFor(rows[0], ctx)
  if (!rows[0] || !view) throw new AppError('NOT_FOUND', viewTexts.gone)
  return { view, content: rows[0].content }
}

export async function readViews(ctx: Ctx): Promise<AnswerOf<typeof viewList>> {
  const { rows } = await ctx.db.query<StoredView>(
    sql`${stored} WHERE ${readable(ctx)} ORDER BY fold(v.name), v.id`,
  )
  const values = rows.map((view) => viewFor(view, ctx)).filter((view) => view !== undefined)
  const chosen = await ctx.db.query<{ list: string; view_id: string | null }>(sql`
    SELECT list, view_id FROM chosen_views WHERE user_id = ${ctx.actor.id}`)
  const readableChoices = chosen.rows.filter(
    ({ view_id }) => view_id === null || values.some(({ id }) => id === view_id),
  )
  return {
    lists: listsFor(ctx.actor),
    values,
    chosen: Object.fromEntries(readableChoices.map(({ list, view_id }) => [list, view_id])),
  }
}
