/** The care log's list: each row with its customer, masked alike. */
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { day, instant } from '../../contract/kit/shapes.ts'
import { editableSince } from '../../contract/workflows/care.ts'
import type { Ctx } from '../kit/context.ts'
import { sqlKinds } from '../kit/kinds.ts'
import type { ListExtra, Overrides } from '../kit/routes.ts'
import { readSettings } from '../db/settings.ts'

/** Instant since which results may be edited. */
export async function readSince(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const set = await readSettings(ctx.db, ['care.editDaysBack'])
  return editableSince(set['care.editDaysBack'])
}

/** Additional columns of the log: the customer, and the reader's rights. */
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
    /** Whether the caller may use 'Mời lại'. */
    reinvitable: z.boolean(),
    /** The customer is with somebody else now: the caller may only edit the note (D3-SEC-10). */
    handed_over: z.boolean(),
    /** The agreed package is in neither price table nor subscriber file. */
    package_doubt: z.boolean(),
  },
  select: async (ctx) => {
    const since = await readSince(ctx)
    const own = sql`user_id = ${ctx.actor.id} OR ${ctx.actor.priority < 3}`
    return sql`(SELECT json_build_object('id', c.id,
        'phone', ${sqlKinds.phone.masked(sql`c.phone`, ctx.actor)},
        'type', c.type, 'package', ${sqlKinds.text.masked(sql`c.package`, ctx.actor)},
        'status', c.status, 'packageExpiredAt', c."packageExpiredAt")
      FROM customer c WHERE c.id = care_history_list.customer_id) AS customer, reinvited_at, reinvited_by,
      (${own}) AND created_at >= ${since} AS editable, ${own} AS reinvitable,
      ${ctx.actor.priority >= 3} AND EXISTS (SELECT FROM customer c WHERE c.id = care_history_list.customer_id
        AND c.holder_id <> ${ctx.actor.id}) AS handed_over,
      status IN ('APPROVED', 'APPOINTMENT') AND NOT known_package(package, customer_id) AS package_doubt`
  },
}

export const careHistoryOverrides: Overrides = { extra }
