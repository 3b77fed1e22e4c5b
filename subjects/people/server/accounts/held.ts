/** GET users/{id}/held: numbers held by a person (D3-ORG-02 to D3-ORG-04). */
import sql, { type Sql } from 'sql-template-tag'
import type { HeldNumbers } from '#subjects/people/contract/calls/handovers.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readAccount } from './queries.ts'

/** Condition on `customer` c: an appointment that is not in hand. */
export const isAppointment: Sql = sql`(c.stage = 'called' AND c.appointment_at IS NOT NULL)`

/** Condition: the phone was blacklisted while in hand for an appointment, so the row still counts as one. */
const isBlockedPromise: Sql = sql`(c.stage = 'blocked' AND c.appointment_at IS NOT NULL)`

/** Condition on `customer` c: an uncalled number. */
export const isUncalled: Sql = sql`(c.stage IN ('left', 'blocked') AND NOT ${isBlockedPromise})`

/** What an account of the scope holds; NOT_FOUND for any other. */
export async function heldBy(id: string, ctx: Ctx): Promise<HeldNumbers> {
  await readAccount(id, ctx)
  const { rows } = await ctx.db.query<HeldNumbers>(sql`
    WITH held AS (
      SELECT c.file_id, c.rank < 0 AS asked, c.stage = 'left' AS waits, ${isUncalled} AS uncalled,
        c.stage = 'open' AS open, ${isAppointment} AS promised, ${isBlockedPromise} AS blocked
      FROM customer c WHERE c.holder_id = ${id} AND (c.stage IN ('left', 'blocked', 'open') OR ${isAppointment})
    )
    SELECT (count(*) FILTER (WHERE uncalled AND NOT asked))::int AS uncalled,
      (count(*) FILTER (WHERE uncalled AND asked))::int AS "askedAgain",
      (count(*) FILTER (WHERE open))::int AS "inHand", (count(*) FILTER (WHERE promised OR blocked))::int AS appointments,
      coalesce((
        SELECT json_agg(x) FROM (
          SELECT f.id, f."FileName" AS name, (count(*) FILTER (WHERE h.waits))::int AS numbers,
            (count(*) FILTER (WHERE h.promised))::int AS appointments
          FROM held h JOIN data_files f ON f.id = h.file_id WHERE h.waits OR h.promised
          GROUP BY f.id ORDER BY f.ngay_upload DESC, f.id) x), '[]'::json) AS files
    FROM held`)
  const row = rows[0]
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
