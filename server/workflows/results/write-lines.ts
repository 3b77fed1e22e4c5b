/** Results that came before successes were revenue lines are written as lines once, in the background (D2-REVF-09). */
import sql from 'sql-template-tag'
import { withTransaction } from '../../db/pool.ts'
import type { Services } from '../../kit/context.ts'

/** Results of one transaction. */
const batch = 500

/**
 * Goes on where the last run stopped, whoever ran it, until all are through; later runs find nothing to do. Results
 * that arrive meanwhile write their own lines (routines/registrations.sql), and a line that is there is left alone.
 */
export async function writeResultLines(
  { pool }: Pick<Services, 'pool'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    more = await withTransaction(pool, async (client) => {
      const { rows: places } = await client.query<{ after: string }>(
        `SELECT after FROM backfills WHERE name = 'result-lines' FOR UPDATE`,
      )
      const after = places[0]?.after
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
