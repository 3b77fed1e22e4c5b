/** The care log list: each row with its customer, masked by the same rules. */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { day, instant } from '#kit/contract/shapes.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import type { ListExtra, Overrides } from '#kit/server/routes.ts'
import { statusAfter } from '#subjects/calling/contract/care-results.ts'

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
    /** Whether the caller may ask for 'Mời lại': an own row, or a manager. Whether the customer is free for it says the call (409). */
    reinvitable: z.boolean(),
    /** The customer has another holder now: the caller may only edit the note (D3-SEC-10). */
    handed_over: z.boolean(),
    /** The agreed package is in neither price table nor subscriber file. */
    package_doubt: z.boolean(),
  },
  select: (ctx) => {
    const isAuthor = sql`user_id = ${ctx.actor.id}`
    const mayEdit = sql`(${isAuthor} OR ${ctx.actor.priority < 3})`
    // The only look at the customer, of callers' own rows; a scalar subquery, as with EXISTS the planner would read all customers once.
    const handedOver =
      ctx.actor.priority < 3
        ? sql`false`
        : sql`${isAuthor} AND coalesce((SELECT c.holder_id <> ${ctx.actor.id} FROM customer c
            WHERE c.id = care_history_list.customer_id), false)`
    return sql`json_build_object('id', customer_id, 'phone', ${sqlKinds.phone.masked(sql`phone`, ctx.actor)},
        'type', customer_type, 'package', ${sqlKinds.text.masked(sql`customer_package`, ctx.actor)},
        'status', ${JSON.stringify(statusAfter)}::jsonb ->> status, 'packageExpiredAt', customer_expired_at) AS customer,
      reinvited_at, reinvited_by, ${mayEdit} AND created_at >= (SELECT editable_since()) AS editable,
      ${mayEdit} AS reinvitable, ${handedOver} AS handed_over,
      needs_package(status) AND NOT known_package(package, customer_id) AS package_doubt`
  },
}

export const careHistoryOverrides: Overrides = { extra }
