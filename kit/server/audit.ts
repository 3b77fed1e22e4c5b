/** Audit log, written in the transaction of the change. */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import { nameOf, type AuditSubject } from '#platform/contract/channels.ts'
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

/** Author of a change: the caller, or the product's name for automatic work. */
export type Doer =
  | Pick<Ctx, 'actor' | 'requestId' | 'origin' | 'step' | 'act'>
  | { system: string; requestId: string }

/** Groups the doer's writes into one act for notices; '' for automatic work, where each transaction is an act. */
export const actId = (doer: Doer): string => ('actor' in doer ? (doer.act ?? doer.requestId) : '')

/** Body of a CTE that writes one entry per row of CTE `changed(id, before, after)`, so that a change and its audit are one statement. For an UPDATE use `changeRows`. */
export function auditRows(doer: Doer, action: AuditAction, resource: AuditSubject): Sql {
  const { id, username, roleName } =
    'actor' in doer ? doer.actor : { id: null, username: doer.system, roleName: null }
  const step = 'step' in doer ? doer.step : undefined
  const from = 'origin' in doer ? { currentOriginUrl: doer.origin } : {}
  // Statement-level triggers, which fire at its end, read the actor (ring_bell); setting it here saves a round trip.
  const actorSettings = sql`set_config('vasdesk.actor', ${username}, true) || set_config('vasdesk.act', ${actId(doer)}, true)`
  return sql`
  INSERT INTO audit_log (actor_id, username, role_name, action, resource, resource_id, before, after, request_id, by_hand)
  SELECT ${id}::uuid, ${username}, ${roleName}, ${step === 'undo' && action === 'update' ? 'undo' : action},
    ${nameOf(resource)}, id::text, before, after || ${JSON.stringify(from)}::jsonb,
    CASE WHEN ${actorSettings} IS NOT NULL THEN ${doer.requestId} END,
    ${step === 'hand' ? true : null}::boolean
  FROM changed WHERE before IS DISTINCT FROM after`
}

type RowChange = {
  table: string
  /** Rows of `t` to change, joined with `from`. */
  where: Sql
  /** New values, from `t` and the columns of `was` listed in `carry`; null deletes the rows. */
  set: Sql | null
  from?: Sql
  carry?: Sql
  /** Columns of the table's key. */
  key?: readonly string[]
  /** Columns of `changed` besides `before` and `after`; its `id` identifies the row in the audit log. */
  returning?: Sql
  /** Audited state of `t`. */
  audited?: Sql
  /** Audited new state, if it is not `audited` of the new row; NULL for a deleted one. */
  after?: Sql
}

/** Default audited state of a row: everything but its version. */
const wholeRow = sql`to_jsonb(t) - 'version'`

/** The CTEs `saved`, `changed` and `audited` of an `INSERT … AS t`: overwritten rows get an entry each, new ones are covered by their file's entry. */
export const savedRows = (doer: Doer, resource: AuditSubject, insert: Sql): Sql => sql`
  saved AS (
    ${insert} RETURNING t.id, to_jsonb(old) - 'version' AS before, CASE WHEN old.id IS NOT NULL THEN ${wholeRow} END AS after
  ), changed AS (SELECT * FROM saved WHERE before IS NOT NULL), audited AS (${auditRows(doer, 'update', resource)})`

/**
 * The CTEs `was`, `changed` and `audited`: locks rows, changes them and audits them from the locked state. RETURNING
 * old is not reliable: PostgreSQL 18.4 returns a stale row there when the UPDATE waited for another transaction and the
 * table has a BEFORE UPDATE trigger (D3-TRL-01).
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
    audited = wholeRow,
    after = set ? audited : sql`NULL::jsonb`,
  }: RowChange,
): Sql {
  const names = key.map((name) => [sql`t.${ident(name)}`, sql`${ident(`was_${name}`)}`] as const)
  // For the row's triggers: a single-statement write has no transaction setting with its actor (D3-ACC-07).
  const by =
    'actor' in doer ? sql`set_config('vasdesk.entered_by', ${doer.actor.username}, true)` : sql`NULL::text`
  const columns = [
    ...names.map(([of, as]) => sql`${of} AS ${as}`),
    sql`${audited} AS was_before`,
    sql`${by} AS was_by`,
  ]
  const sameKey = join(
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
      ${written} WHERE ${sameKey} RETURNING ${returning}, was.was_before AS before, ${after} AS after
    ), audited AS (${auditRows(doer, action, resource)})`
}
