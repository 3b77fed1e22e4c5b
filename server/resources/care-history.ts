/** The care log's list: each row brings its customer, masked like the row. */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { day, instant } from '../../contract/kit/shapes.ts'
import { careHistory } from '../../contract/resources/care-history.ts'
import { sqlKinds } from '../kit/kinds.ts'
import { list } from '../kit/list.ts'
import type { Overrides } from '../kit/routes.ts'

/** What each row of the log brings beside its fields: its customer, and whether the reader may edit it. */
export const careHistoryExtra = {
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
  editable: z.boolean(),
}

export const careHistoryOverrides: Overrides = {
  list: (ctx, raw) =>
    list(
      careHistory,
      raw.query,
      ctx,
      sql`(SELECT json_build_object('id', c.id,
          'phone', ${sqlKinds.phone.masked(sql`c.phone`, ctx.actor)},
          'type', c.type, 'package', ${sqlKinds.text.masked(sql`c.package`, ctx.actor)},
          'status', c.status, 'packageExpiredAt', c."packageExpiredAt")
        FROM customer c WHERE c.id = care_history_list.customer_id) AS customer, reinvited_at, reinvited_by,
        user_id = ${ctx.actor.id} OR ${ctx.actor.priority < 3} AS editable`,
    ),
}
