/** Decided rows: who may still write them, as a condition of the statement that writes (D1-Q-128). */
import sql, { type Sql } from 'sql-template-tag'
import { can, type Actor } from '../../contract/abilities.ts'
import { fieldOf, type Resource } from '../../contract/kit/resource.ts'
import { columnOf } from './kinds.ts'

export type Change = 'update' | 'remove'

/** The condition that a row is not decided yet; true where rows never are. */
export function isPending(resource: Resource): Sql {
  const { approval } = resource
  if (!approval) return sql`true`
  return sql`${columnOf(approval.field, fieldOf(resource, approval.field))} = ${approval.pending}`
}

/**
 * The condition that `actor` may change a row. It stands in the UPDATE or DELETE itself: a decision that comes in
 * between is seen by it. Without the `decided` facet the right of the operation has said it all.
 */
export function mayChange(resource: Resource, change: Change, actor: Actor): Sql {
  const { approval, owner, may } = resource
  if (!approval) return sql`true`
  const right = may[change]
  const holds = right !== undefined && can(actor, right)
  if (holds) return can(actor, approval.may) ? sql`true` : isPending(resource)
  if (!approval.owner || owner === undefined) return sql`false`
  const field = fieldOf(resource, owner)
  const me = field.kind === 'id' ? actor.id : actor.username
  return sql`${isPending(resource)} AND ${columnOf(owner, field)} = ${me}`
}

/** `{ update, remove }` of each row, for the screen: what `openTo` would say. */
export const mayColumn = (resource: Resource, actor: Actor): Sql => sql`json_build_object(
  'update', coalesce(${mayChange(resource, 'update', actor)}, false),
  'remove', coalesce(${mayChange(resource, 'remove', actor)}, false)) AS may`
