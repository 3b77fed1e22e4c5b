/** Tables that grow with every call, and which of their rows may be archived: only those no longer needed. */
import sql, { join, type Sql } from 'sql-template-tag'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { sourceOf } from '#kit/contract/resource.ts'
import { ident } from '#kit/server/kinds.ts'
import { isWaiting } from '#subjects/money/server/desk/waiting-rows.ts'

export type LongTable = {
  name: string
  /** The time of a row. */
  time: Sql
  /** Condition that a row `t` from before the instant is no longer needed. */
  leaves: (before: Sql) => Sql
}

/** A number not waiting for a call, and not called or moved since. */
const rests = (customer: Sql, before: Sql): Sql => sql`
  NOT EXISTS (SELECT FROM customer c WHERE c.id = ${customer} AND (c.stage IN ('left', 'open') OR c.appointment_at IS NOT NULL))
  AND NOT EXISTS (SELECT FROM movements l WHERE l.customer_id = ${customer} AND l.at >= ${before})
  AND NOT EXISTS (SELECT FROM care_history r WHERE r.customer_id = ${customer} AND r.created_at >= ${before})`

/** Subjects whose audit entries are kept forever: rights, payments, archiving; there are few. */
const keptTrails = [
  'users',
  'role',
  'userkenhmoigoi',
  'setting',
  'archived_months',
  'chotluong',
  'phieuluong',
  'radatruythu',
  'chamcong',
  'dulieunhaptay',
]

/** Ids of unsettled rows: waiting on the approvals desk or for a partner, with a running deadline, or unpaid. */
const unsettled: Sql = join(
  [
    ...waitingKinds.map(
      (kind) => sql`SELECT id::text FROM ${ident(sourceOf(kind.resource))} WHERE ${isWaiting(kind)}`,
    ),
    sql`SELECT request_id::text FROM provider_orders WHERE state IN ('queued', 'sending', 'accepted')`,
    sql`SELECT mfy_id::text FROM mfy_wait WHERE ended IS NULL`,
    sql`SELECT id::text FROM sim_order WHERE trang_thai = 'chua_thanh_toan' AND deleted_at IS NULL`,
  ],
  ' UNION ALL ',
)

/** Id of the audited row `t`, if it is of `resource`. */
const idOf = (resource: string): Sql =>
  sql`CASE WHEN t.resource = ${resource} AND t.resource_id ~ '^[0-9a-f-]{36}$' THEN t.resource_id::uuid END`

/** In archiving order: a call's audit entries after the call. */
export const longTables: readonly LongTable[] = [
  { name: 'care_history', time: sql`t.created_at`, leaves: (before) => rests(sql`t.customer_id`, before) },
  { name: 'disclosures', time: sql`t.at`, leaves: () => sql`true` },
  {
    name: 'movements',
    time: sql`t.at`,
    // Origin and current holder of a number, and why it could be called although its file was stopped.
    leaves: (before) => sql`t.kind NOT IN ('import', 'reinvite') AND ${rests(sql`t.customer_id`, before)}
      AND EXISTS (SELECT FROM movements n WHERE n.customer_id = t.customer_id AND n.id > t.id)`,
  },
  {
    name: 'audit_log',
    time: sql`t.at`,
    // NOT IN would scan all of a million waiting rows for each entry.
    leaves: (before) => sql`t.resource <> ALL (${keptTrails})
      AND NOT EXISTS (SELECT FROM (${unsettled}) u WHERE u.id = t.resource_id)
      AND NOT EXISTS (
        SELECT FROM care_history h
        WHERE h.id = ${idOf('care/history')} AND NOT (h.created_at < ${before} AND ${rests(sql`h.customer_id`, before)}))
      AND NOT EXISTS (
        SELECT FROM customer k WHERE k.id = ${idOf('customer')} AND NOT (${rests(sql`k.id`, before)}))`,
  },
]
