/** Write protection of decided rows and of others' rows, as SQL conditions (D3-DEC-01, D1-Q-128). */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { fieldDecision, type FieldDecision } from '#platform/contract/money-decisions.ts'
import { fieldOf, saysMay, sourceOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import type { Ctx } from './context.ts'
import { columnOf, ident, knownTo } from './kinds.ts'

export type Change = 'update' | 'remove'

/** Condition that a row is not decided yet; true for resources without decisions. */
export function isPending(resource: Resource): Sql {
  const { approval } = resource
  if (!approval) return sql`true`
  const column = columnOf(approval.field, fieldOf(resource, approval.field))
  return sql`${column} IS NOT DISTINCT FROM ${approval.pending}`
}

/** Condition that `actor` may change a row at all: by the operation's right, or as owner while it is open. */
export function mayWrite(resource: Resource, change: Change, actor: Actor): Sql {
  const { ownersWrite, author, owner = author?.username, may } = resource
  const right = may[change]
  if (!saysMay(resource) || (right !== undefined && can(actor, right))) return sql`true`
  if (!ownersWrite || owner === undefined) return sql`false`
  const field = fieldOf(resource, owner)
  const me = field.kind === 'id' ? actor.id : actor.username
  return sql`(${isPending(resource)} AND ${columnOf(owner, field)} = ${me})`
}

/** Condition that the new values, by column, do not change closed fields; equal values are allowed. */
export function leavesClosed(resource: Resource, sets: readonly (readonly [string, Sql])[]): Sql {
  const closes = sets.filter(([name]) => resource.approval?.closes.includes(name))
  if (closes.length === 0) return sql`true`
  const names = join(closes.map(([name]) => sql`t.${ident(name)}`))
  return sql`(${isPending(resource)}
    OR ROW(${names}) IS NOT DISTINCT FROM ROW(${join(closes.map(([, to]) => to))}))`
}

/** A field and its new value. */
type Set = readonly [name: string, to: Sql]

/** Those new values that amount to a decision, in a row with the alias `t`. */
const decisionsIn = (resource: Resource, sets: readonly Set[]): { decision: FieldDecision; decides: Sql }[] =>
  sets.flatMap(([name, to]) => {
    const decision = fieldDecision(resource, name)
    if (!decision) return []
    const value = decision.to ? sql`AND ${to}::text = ANY(${decision.to.map(String)}::text[])` : empty
    const ended = decision.after?.map(
      ({ field, states }) => sql`t.${ident(field)} = ANY(${states.map(String)}::text[])`,
    )
    const after = ended ? sql`AND (${join(ended, ' OR ')})` : empty
    return [{ decision, decides: sql`(t.${ident(name)} IS DISTINCT FROM ${to} ${value} ${after})` }]
  })

/**
 * Condition that the new values, by column, include no decision the actor may not take, by right (`right`) or because
 * the row is its own (`own`); platform/contract/money-decisions.ts (D3-ACC-09).
 */
export function decidesWithin(
  resource: Resource,
  sets: readonly Set[],
  actor: Actor,
  which: readonly ('right' | 'own')[] = ['right', 'own'],
): Sql {
  const conditions = decisionsIn(resource, sets).flatMap(({ decision, decides }) => [
    ...(which.includes('right') && !can(actor, decision.may) ? [sql`NOT ${decides}`] : []),
    ...(which.includes('own') && decision.own && !actor.decidesOwn
      ? [sql`(NOT ${decides} OR ${isOthers(resource, actor)})`]
      : []),
  ])
  return conditions.length === 0 ? sql`true` : join(conditions, ' AND ')
}

export const mayRemove = (resource: Resource, actor: Actor): Sql =>
  sql`${mayWrite(resource, 'remove', actor)} AND ${isPending(resource)}`

/** The person to whom a row belongs. */
function nameOn(resource: Resource): Sql {
  const name = resource.author?.username ?? resource.owner
  return name === undefined ? sql`NULL::text` : columnOf(name, fieldOf(resource, name))
}

/**
 * Condition that `actor` may decide the row: rows in its own name, entered or last changed by it or by an account that
 * does not count as another person (`inOneHand`), only if that is allowed (D3-ACC-03, D3-ACC-07).
 */
export function isOthers(resource: Resource, { username, decidesOwn }: Actor): Sql {
  if (decidesOwn) return sql`true`
  const hands = sql`ANY ((SELECT own_hands(${username}))::text[])`
  return sql`((${nameOn(resource)} = ${hands}) IS NOT TRUE AND (SELECT too_new_words(${username})) IS NULL AND id NOT IN (
    SELECT own.id FROM ${ident(tableOf(resource))} own
    WHERE (own.nhap_boi = ${hands} OR own.sua_boi = ${hands}) AND ${isPending(resource)}))`
}

/** The refusal for a row that `isOthers` excludes: FORBIDDEN for the actor's own row, else CONFLICT with the reason. */
const refusalFor = (reason: string): AppError =>
  reason === '' ? new AppError('FORBIDDEN', refusals.ownDecision) : new AppError('CONFLICT', reason)

/** The refusal if the row belongs to the actor or to an account that does not count as another person; undefined if it may decide it. */
export async function ownRefusal(
  resource: Resource,
  id: string,
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
): Promise<AppError | undefined> {
  if (actor.decidesOwn) return undefined
  const open = isPending(resource)
  const { rows } = await db.query<{ reason: string | null }>(sql`
    SELECT own_row_words(${actor.username}, ${nameOn(resource)}, CASE WHEN ${open} THEN nhap_boi END,
      CASE WHEN ${open} THEN sua_boi END) AS reason
    FROM ${ident(tableOf(resource))} WHERE id = ${id}`)
  const reason = rows[0]?.reason ?? null
  return reason === null ? undefined : refusalFor(reason)
}

/** Throws the refusal of `ownRefusal`, if any. */
export async function requireOthers(
  resource: Resource,
  id: string,
  ctx: Pick<Ctx, 'db' | 'actor'>,
): Promise<void> {
  const refusal = await ownRefusal(resource, id, ctx)
  if (refusal) throw refusal
}

/** Throws if `holder` is the actor, who may not decide own rows, or an account that does not count as another person; called when a row is reassigned. */
export async function refuseOwnName(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  holder: unknown,
): Promise<void> {
  if (actor.decidesOwn) return
  if (holder === actor.username) throw refusalFor('')
  const { rows } = await db.query<{ reason: string | null }>(
    sql`SELECT hand_words(${actor.username}, ${holder}, 'người đứng tên đơn') AS reason`,
  )
  const reason = rows[0]?.reason
  if (reason) throw refusalFor(reason)
}

/** Whether the decision closes every field that forms and cells can write. */
const closesAll = ({ approval, form = [], inline = [] }: Resource): boolean =>
  [...form, ...inline].every((name) => approval?.closes.includes(name))

/** `{ update, remove }` of each row for the screen, from the conditions above. */
export const mayColumn = (resource: Resource, actor: Actor): Sql => sql`json_build_object(
  'update', coalesce(${mayWrite(resource, 'update', actor)}
    AND ${closesAll(resource) ? isPending(resource) : sql`true`}, false),
  'remove', coalesce(${mayRemove(resource, actor)}, false)) AS may`

/** Condition that row `id` has no warning against approval. */
export function isUnwarned(resource: Resource, actor: Actor, id: string): Sql {
  const warnings = warningsOf(resource, actor)
  if (warnings.length === 0) return sql`true`
  return sql`NOT EXISTS (SELECT FROM ${ident(sourceOf(resource))} v
    WHERE v.id = ${id} AND (${join(
      warnings.map(([name]) => sql`v.${knownTo(name, fieldOf(resource, name), actor)} <> ''`),
      ' OR ',
    )}))`
}

/** The warnings that `actor` may see: field and text. */
export const warningsOf = (resource: Resource, actor: Actor): [string, string][] =>
  Object.entries(resource.approval?.warnings ?? resource.desk?.warnings ?? {}).filter(([name]) => {
    const { see } = fieldOf(resource, name)
    return see === undefined || can(actor, see)
  })
