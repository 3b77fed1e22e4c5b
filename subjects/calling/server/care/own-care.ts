/** What the care screen shows beside the customer: the caller's appointments and today's figures. */
import sql from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Appointment, CareToday } from '#subjects/calling/contract/calls/care.ts'
import { reached, received } from '#platform/server/db/received.ts'
import { json, type Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'

/**
 * The caller's open appointments by time, without blacklisted numbers. Phones are shown in full (D1-Q-080), inside notes only where the
 * caller wrote them; the first display of a day is audited.
 */
export async function myAppointments(
  page: { limit: number; offset: number },
  ctx: Ctx,
): Promise<Json<Page<Appointment>>> {
  const ownAppointments = sql`c.holder_id = ${ctx.actor.id} AND c.appointment_at IS NOT NULL AND c.stage IN ('called', 'open')
    AND NOT EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = c.phone)`
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    WITH due AS (
      SELECT c.id, h.id AS "historyId", c.phone, coalesce(h.package, c.package) AS package,
        c.appointment_at AS "appointmentAt", c.version,
        CASE WHEN ${seesPhones(ctx.actor)} OR h.user_id = ${ctx.actor.id} THEN h.note ELSE redact_phones(h.note) END AS note,
        h.created_at AS "careAt"
      FROM customer c
      LEFT JOIN LATERAL (
        SELECT * FROM care_history h WHERE h.customer_id = c.id ORDER BY h.created_at DESC LIMIT 1) h ON true
      WHERE ${ownAppointments} ORDER BY c.appointment_at, c.id LIMIT ${page.limit} OFFSET ${page.offset}
    ), shown AS (
      INSERT INTO disclosures (customer_id, user_id, reason)
      SELECT id, ${ctx.actor.id}::uuid, 'appointment' FROM due d
      WHERE NOT EXISTS (
        SELECT FROM disclosed x WHERE x.customer_id = d.id AND x.user_id = ${ctx.actor.id}::uuid
          AND x.at >= ${dayStart(todayVn())}::timestamptz)
    )
    SELECT json_build_object(
      'values', coalesce((SELECT json_agg(due) FROM due), '[]'::json),
      'count', (SELECT count(*) FROM customer c WHERE ${ownAppointments}))::text AS body`)
  return json(rows[0]?.body ?? 'null')
}

/** The caller's own figures of the Vietnamese day. By name, as the log's index of a person has all that is counted. */
export async function careToday(ctx: Ctx): Promise<CareToday> {
  const since = dayStart(todayVn())
  const { rows } = await ctx.db.query<Omit<CareToday, 'since'>>(sql`
    SELECT (SELECT count(*) FROM movements
        WHERE ${received} AND to_holder = ${ctx.actor.id} AND at >= ${since}) AS da_nhan_so,
      count(*) AS so_tra_ket_qua,
      count(*) FILTER (WHERE ${reached}) AS gap_khach,
      count(*) FILTER (WHERE is_agreement(status)) AS chap_nhan,
      count(*) FILTER (WHERE is_appointment(status)) AS hen
    FROM care_history WHERE username = ${ctx.actor.username} AND created_at >= ${since}`)
  const row = rows[0]
  if (!row) throw new Error('an aggregate answers one row')
  return { since, ...row }
}
