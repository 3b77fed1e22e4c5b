/** Decides in the database what happens to each number of a filter of the care log (D3-REC-04). */
import sql, { type Sql } from 'sql-template-tag'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import type { StayReason } from '#subjects/calling/contract/calls/reinvite-all.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { inScope, inUnit } from '#kit/server/list.ts'
import { orderOf, ordering } from '#kit/server/order.ts'

/** Whether another row of the customer's phone meets a condition; one phone is one person. */
const elsewhere = (condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM customer o WHERE o.phone = c.phone AND o.id <> c.id AND ${condition})`

const reason = (name: StayReason, condition: Sql): Sql => sql`WHEN ${condition} THEN ${name}::text `

/**
 * Reason for excluding customer `c`, whose newest result in the filter is `h`, or 'goes'. Count and step use the same expression, so that
 * the step returns nothing that the count excluded.
 */
export const exclusionReason = ({ scope }: Pick<Ctx, 'scope'>): Sql => sql`CASE
  ${reason('gone', sql`c.stage = 'gone'`)}
  ${reason('blacklist', sql`c.stage = 'blocked' OR EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = c.phone)`)}
  ${reason('waiting', sql`c.stage = 'left' OR ${elsewhere(sql`o.stage = 'left' AND o.rank < 0`)}`)}
  ${reason('hand', sql`c.stage = 'open' OR ${elsewhere(sql`o.stage = 'open'`)}`)}
  ${reason('appointment', sql`c.appointment_at IS NOT NULL OR ${elsewhere(sql`o.stage = 'called' AND o.appointment_at IS NOT NULL`)}`)}
  ${reason('registered', sql`c.status = 'REGISTERED'`)}
  ${reason('later', sql`EXISTS (SELECT FROM care_history l WHERE l.customer_id = c.id AND (l.created_at, l.id) > (h.created_at, h.id))`)}
  ${reason('moved', sql`NOT ${inScope(sql`h.user_id`, scope, 'id')}`)}
  ${reason('other', sql`c.holder_id <> h.user_id`)}
  ELSE 'goes' END`

/** Whether the result `h` is still in the caller's unit. */
export const stillMine = ({ scope }: Pick<Ctx, 'scope'>): Sql =>
  sql`EXISTS (SELECT FROM care_history x WHERE x.id = h.id AND ${inUnit(sql`x.user_id`, scope, 'id')})`

/**
 * The numbers of the results matching `where`, each once: position in the list, newest result there, and outcome. Of two packages of one
 * phone only the first goes.
 */
export function judgedNumbers(ctx: Ctx, filter: Readonly<Record<string, string>>, where: Sql): Sql {
  const order = ordering(careHistory, orderOf(careHistory, filter, ctx.actor))
  const samePhone: StayReason = 'samePhone'
  return sql`
    SELECT j.*, CASE WHEN first_fate = 'goes' AND row_number() OVER (PARTITION BY first_fate, phone ORDER BY place) > 1
      THEN ${samePhone} ELSE first_fate END AS fate
    FROM (
      SELECT r.place, c.id AS customer_id, c.version, c.phone, h.id AS result_id, h.user_id, h.status, ${exclusionReason(ctx)} AS first_fate
      FROM (
        SELECT DISTINCT ON (customer_id) id, customer_id, min(place) OVER (PARTITION BY customer_id) AS place
        FROM (
          SELECT id, customer_id, created_at, row_number() OVER (ORDER BY ${order}) AS place
          FROM ${ident(careHistory.view)} WHERE ${where}) f
        ORDER BY customer_id, created_at DESC, id DESC) r
      JOIN care_history h ON h.id = r.id JOIN customer c ON c.id = r.customer_id) j`
}
