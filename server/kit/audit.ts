/** The trail of changes, written in the transaction of the change. */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { nameOf, type AuditSubject } from '../../contract/channels.ts'
import type { Ctx } from './context.ts'
import { ident } from './kinds.ts'

export type Entry = {
  action: AuditAction
  resource: AuditSubject
  resourceId: string
  before?: unknown
  after?: unknown
}

/** Writes one audit entry in the transaction of `ctx`. */
export async function audit(ctx: Ctx, entry: Entry): Promise<void> {
  await ctx.db.query(sql`
    INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id)
    VALUES (${ctx.actor.id}, ${ctx.actor.username}, ${ctx.actor.roleName}, ${entry.action}, ${nameOf(entry.resource)},
      ${entry.resourceId}, nullif(${JSON.stringify(entry.before ?? null)}::jsonb, 'null'),
      nullif(${JSON.stringify(entry.after ?? null)}::jsonb, 'null'), ${ctx.requestId})`)
}

/** Who did it: the caller, or what the product is called where it acts by itself. */
export type Doer = Pick<Ctx, 'actor' | 'requestId' | 'origin'> | { system: string; requestId: string }

/**
 * A CTE body that writes one entry for each row of the CTE `changed(id, before, after)`, so that a change and its
 * trail are one statement. Rows of an UPDATE come from `changeRows`.
 */
export function auditRows(doer: Doer, action: AuditAction, resource: AuditSubject): Sql {
  const { id, username, roleName } =
    'actor' in doer ? doer.actor : { id: null, username: doer.system, roleName: null }
  const from = 'origin' in doer ? { currentOriginUrl: doer.origin } : {}
  return sql`
  INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id)
  SELECT ${id}::uuid, ${username}, ${roleName}, ${action}, ${nameOf(resource)}, id::text, before,
    after || ${JSON.stringify(from)}::jsonb, ${doer.requestId}
  FROM changed WHERE before IS DISTINCT FROM after`
}

type RowChange = {
  table: string
  /** Which rows of `t`, with what `from` brings. */
  where: Sql
  /** What is set, from `t` and from what `carry` brings along as columns of `was`; null deletes the rows. */
  set: Sql | null
  from?: Sql
  carry?: Sql
  /** Columns that name one row. */
  key?: readonly string[]
  /** What `changed` has besides `before` and `after`; its `id` names the row in the trail. */
  returning?: Sql
  /** What the trail keeps of `t`. */
  kept?: Sql
  /** What it says of the row from then on, where that is not `kept` of the new row; nothing of one that is gone. */
  after?: Sql
}

/** What the trail keeps of a row unless it is said otherwise: everything but its counter. */
const wholeRow = sql`to_jsonb(t) - 'version'`

/** The CTEs `saved`, `changed` and `audited` of an `INSERT … AS t`: rows that it writes over have an entry each, new ones that of their file. */
export const savedRows = (doer: Doer, resource: AuditSubject, insert: Sql): Sql => sql`
  saved AS (
    ${insert} RETURNING t.id, to_jsonb(old) - 'version' AS before, CASE WHEN old.id IS NOT NULL THEN ${wholeRow} END AS after
  ), changed AS (SELECT * FROM saved WHERE before IS NOT NULL), audited AS (${auditRows(doer, 'update', resource)})`

/**
 * The CTEs `was`, `changed` and `audited`: locks rows, changes them and writes the trail from the rows as they were locked.
 * RETURNING old is no record of the moment before: PostgreSQL 18.4 answers a stale row there when the UPDATE has
 * waited for another transaction and the table has a BEFORE UPDATE trigger (D3-TRL-01).
 */
export function changeRows(
  doer: Doer,
  action: AuditAction,
  resource: AuditSubject,
  {
    table,
    where,
    set,
    from,
    carry,
    key = ['id'],
    returning = sql`t.*`,
    kept = wholeRow,
    after = set ? kept : sql`NULL::jsonb`,
  }: RowChange,
): Sql {
  const names = key.map((name) => [sql`t.${ident(name)}`, sql`${ident(`was_${name}`)}`] as const)
  const columns = [...names.map(([of, as]) => sql`${of} AS ${as}`), sql`${kept} AS was_before`]
  const same = join(
    names.map(([of, as]) => sql`${of} = was.${as}`),
    ' AND ',
  )
  const written = set
    ? sql`UPDATE ${ident(table)} AS t SET ${set} FROM was`
    : sql`DELETE FROM ${ident(table)} AS t USING was`
  return sql`
    was AS MATERIALIZED (
      SELECT ${join(carry ? [...columns, carry] : columns, ', ')} FROM ${ident(table)} AS t ${from ? sql`, ${from}` : empty}
      WHERE ${where} FOR ${set ? sql`NO KEY` : empty} UPDATE OF t
    ), changed AS (
      ${written} WHERE ${same} RETURNING ${returning}, was.was_before AS before, ${after} AS after
    ), audited AS (${auditRows(doer, action, resource)})`
}
