/** How long the look-up log is kept: entries name people's phones and go when nobody needs them any more. */
import sql from 'sql-template-tag'
import type { Services } from '../../kit/context.ts'

/** Few enough that each statement ends long before its time limit. */
const batch = 10_000

/** The nightly job: deletes entries older than the configured months; answers how many went. */
export async function forgetLookups({ pool, lookup }: Pick<Services, 'pool' | 'lookup'>): Promise<number> {
  let gone = 0
  for (;;) {
    const { rowCount } = await pool.query(sql`
      DELETE FROM lstracuu WHERE id IN (
        SELECT id FROM lstracuu WHERE "createdAt" < now() - make_interval(months => ${lookup.logMonths})
        ORDER BY "createdAt" LIMIT ${batch})`)
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return gone
  }
}
