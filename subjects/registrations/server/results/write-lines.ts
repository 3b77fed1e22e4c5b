/** One-time background job: writes revenue lines of results stored before lines existed (D2-REVF-09). */
import sql from 'sql-template-tag'
import { withTransaction } from '#platform/server/db/pool.ts'
import type { Services } from '#kit/server/context.ts'

/** Results per transaction. */
const batch = 500

/**
 * Continues where the last run of any process stopped; once done, later runs find nothing. Results arriving meanwhile write their own lines
 * (routines/registrations.sql), and existing lines are kept.
 */
export async function writeResultLines(
  { pool }: Pick<Services, 'pool'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    more = await withTransaction(pool, async (client) => {
      const { rows: cursors } = await client.query<{ after: string }>(
        `SELECT after FROM backfills WHERE name = 'result-lines' FOR UPDATE`,
      )
      const after = cursors[0]?.after
      if (after === undefined) return false
      const { rows } = await client.query<{ id: string }>(sql`
        SELECT id FROM customer_message_9084 WHERE id > ${after} ORDER BY id LIMIT ${batch}`)
      const ids = rows.map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) {
        await client.query(`DELETE FROM backfills WHERE name = 'result-lines'`)
        return false
      }
      await client.query(sql`SELECT write_result_lines(${ids}::uuid[])`)
      await client.query(sql`UPDATE backfills SET after = ${last} WHERE name = 'result-lines'`)
      return true
    })
  }
}
