/** The care log list: each row with its customer, masked by the same rules. */
import sql, { type Sql } from 'sql-template-tag'
import * as z from 'zod/mini'
import { day, instant } from '#kit/contract/shapes.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import type { ListExtra, Overrides } from '#kit/server/routes.ts'
import { statusAfter } from '#subjects/calling/contract/care-results.ts'

/** A scalar subquery instead of EXISTS, with which the planner would read all customers once instead of those of the page by key. */
const customerIs = (condition: Sql): Sql =>
  sql`coalesce((SELECT ${condition} FROM customer c WHERE c.id = care_history_list.customer_id), false)`

/** Additional columns of the log: the customer as it was at the call, and what the reader may do. */
const extra: ListExtra = {
  shape: {
    customer: z.strictObject({
      id: z.guid(),
      phone: z.string(),
      type: z.nullable(z.string()),
      package: z.nullable(z.string()),
      status: z.string(),
      packageExpiredAt: z.nullable(day),
    }),
    reinvited_at: z.nullable(instant),
    reinvited_by: z.nullable(z.string()),
    /** Whether result, appointment and note may be edited: own row, not older than `care.editDaysBack`. */
    editable: z.boolean(),
    /** Whether 'Mời lại' would be accepted from the caller. */
    reinvitable: z.boolean(),
    /** Whether only the customer's state prevents 'Mời lại': it is already queued or in hand. */
    waits: z.boolean(),
    /** The customer has another holder now: the caller may only edit the note (D3-SEC-10). */
    handed_over: z.boolean(),
    /** The agreed package is in neither price table nor subscriber file. */
    package_doubt: z.boolean(),
  },
  select: (ctx) => {
    const isAuthor = sql`user_id = ${ctx.actor.id}`
    const mayEdit = sql`(${isAuthor} OR ${ctx.actor.priority < 3})`
    return sql`json_build_object('id', customer_id, 'phone', ${sqlKinds.phone.masked(sql`phone`, ctx.actor)},
        'type', customer_type, 'package', ${sqlKinds.text.masked(sql`customer_package`, ctx.actor)},
        'status', ${JSON.stringify(statusAfter)}::jsonb ->> status, 'packageExpiredAt', customer_expired_at) AS customer,
      reinvited_at, reinvited_by, ${mayEdit} AND created_at >= (SELECT editable_since()) AS editable, 
      ${mayEdit} AND ${customerIs(sql`c.stage = 'called' AND (${ctx.actor.priority < 3}::boolean OR c.holder_id IS NULL
        OR c.holder_id = ${ctx.actor.id})`)} AS reinvitable,
      ${mayEdit} AND ${customerIs(sql`c.stage <> 'called'`)} AS waits,
      ${ctx.actor.priority >= 3} AND ${isAuthor} AND ${customerIs(sql`c.holder_id <> ${ctx.actor.id}`)} AS handed_over,
      needs_package(status) AND NOT known_package(package, customer_id) AS package_doubt`
  },
}

export const careHistoryOverrides: Overrides = { extra }
