/** POST and PUT chedoxem: a view is saved, renamed, overwritten, shared, or made the default of priorities. */
import sql, { join, type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { holdsPhone } from '#kit/contract/phone.ts'
import { cleanText } from '#kit/contract/text.ts'
import { viewNameLength, viewsPerList, type ViewScope } from '#kit/contract/views.ts'
import { viewTexts, type createView, type updateView } from '#platform/contract/calls/save-views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import { withMsg } from '#kit/server/answer.ts'
import { auditRows, changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { checkContent } from './content.ts'
import { mayKeep, requireView } from './read-views.ts'
import { listFor, type ViewedList } from './viewed-lists.ts'

/** The list of a path; NOT_FOUND if it does not exist or the caller may not read it. */
export function requireList(path: string, { actor }: Ctx): ViewedList {
  const list = listFor(path, actor)
  if (!list) throw new AppError('NOT_FOUND', refusals.notFound)
  return list
}

/** Serialises changes of the views of a list: uniqueness of names, numbers and defaults depend on all of them. */
export const lockList = (list: string, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views ${list}`}, 0))`)

function readName(sent: string): string {
  const name = cleanText(sent)
  const wrong = holdsPhone(name) ? viewTexts.noPhones : null
  const reason =
    name === ''
      ? messages.missingField
      : [...name].length > viewNameLength
        ? `Tối đa ${viewNameLength} ký tự`
        : wrong
  if (reason) throw new AppError('VALIDATION', reason, { fields: { name: reason } })
  return name
}

type Place = { list: string; scope: ViewScope; name: string }

/** Views among which the name must be unique and the number limited: the caller's own, those of the caller's unit, or everyone's. */
const sameScope = ({ list, scope }: Place, { actor }: Ctx): Sql =>
  scope === 'everyone'
    ? sql`list = ${list} AND scope = 'everyone'`
    : sql`list = ${list} AND scope = ${scope} AND owner_id = ${actor.id}`

async function requireFree(place: Place, but: string | null, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ many: number; taken: boolean }>(sql`
    SELECT count(*)::int AS many, coalesce(bool_or(to_lower(name) = to_lower(${place.name})), false) AS taken
    FROM list_views WHERE ${sameScope(place, ctx)} AND id IS DISTINCT FROM ${but}::uuid`)
  if (rows[0]?.taken)
    throw new AppError('CONFLICT', viewTexts.nameTaken, { fields: { name: viewTexts.nameTaken } })
  if ((rows[0]?.many ?? 0) >= viewsPerList) throw new AppError('CONFLICT', viewTexts.tooMany(viewsPerList))
}

const forbidden = (): AppError => new AppError('FORBIDDEN', messages.forbidden)

export async function saveNewView(ctx: Ctx, input: ParsedOf<typeof createView>) {
  const { scope, content } = input
  const list = requireList(input.list, ctx)
  if (!mayKeep(scope, ctx.actor)) throw forbidden()
  const name = readName(input.name)
  checkContent(list, content, ctx)
  await lockList(list.path, ctx)
  await requireFree({ list: list.path, scope, name }, null, ctx)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    WITH changed AS (
      INSERT INTO list_views AS t (list, scope, owner_id, name, content)
      VALUES (${list.path}, ${scope}, ${ctx.actor.id}, ${name}, ${JSON.stringify(content)}::jsonb)
      RETURNING t.id, NULL::jsonb AS before, to_jsonb(t) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'create', 'chedoxem')})
    SELECT id FROM changed`)
  ctx.publish('chedoxem')
  return withMsg((await requireView(rows[0]?.id ?? '', ctx)).view, viewTexts.saved)
}

/** Only one view per list is the default of a priority: removes it from the others. */
async function takeDefaults({ id, list }: View, ofPriorities: readonly number[], ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    WITH ${changeRows(ctx, 'update', 'chedoxem', {
      table: 'list_views',
      where: sql`t.list = ${list} AND t.id <> ${id} AND t.default_for && ${ofPriorities}::int[]`,
      set: sql`version = t.version + 1,
        default_for = ARRAY(SELECT one FROM unnest(t.default_for) one WHERE NOT one = ANY(${ofPriorities}::int[]))`,
    })} SELECT FROM changed`)
}

/** The resulting view; throws if the caller may not set or refer to a sent part. */
async function nextOf(view: View, input: ParsedOf<typeof updateView>, ctx: Ctx) {
  const scope = input.scope ?? view.scope
  if (!view.may.update || !mayKeep(scope, ctx.actor)) throw forbidden()
  if (input.default_for && !(scope === 'everyone' && can(ctx.actor, 'below3'))) throw forbidden()
  if (input.content) checkContent(requireList(view.list, ctx), input.content, ctx)
  const name = input.name === undefined ? view.name : readName(input.name)
  if (name !== view.name || scope !== view.scope)
    await requireFree({ list: view.list, scope, name }, view.id, ctx)
  const default_for = scope === 'everyone' ? (input.default_for ?? view.default_for) : []
  return { scope, name, default_for }
}

/** Changes the sent parts; CONFLICT with the current view for an old version. A user who changes the scope becomes its owner. */
export async function changeView(ctx: Ctx, input: ParsedOf<typeof updateView>) {
  await lockList((await requireView(input.id, ctx)).view.list, ctx)
  const { view, content } = await requireView(input.id, ctx)
  const { scope, name, default_for } = await nextOf(view, input, ctx)
  if (input.version !== view.version) throw new AppError('CONFLICT', viewTexts.stale, { current: view })
  if (scope === 'everyone' && view.scope !== scope) checkContent(requireList(view.list, ctx), content, ctx)
  if (input.default_for) await takeDefaults(view, default_for, ctx)
  const parts = [
    sql`version = t.version + 1`,
    sql`name = ${name}`,
    sql`default_for = ${default_for}::int[]`,
    ...(input.content ? [sql`content = ${JSON.stringify(input.content)}::jsonb`] : []),
    ...(scope === view.scope ? [] : [sql`scope = ${scope}, owner_id = ${ctx.actor.id}`]),
  ]
  await ctx.db.query(sql`
    WITH ${changeRows(ctx, 'update', 'chedoxem', {
      table: 'list_views',
      where: sql`t.id = ${view.id}`,
      set: join(parts, ', '),
    })} SELECT FROM changed`)
  ctx.publish('chedoxem')
  return withMsg((await requireView(view.id, ctx)).view, viewTexts.saved)
}
