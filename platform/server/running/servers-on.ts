/** How many servers run on a database: each listens on one connection of that name. */
import type { Queryable } from '../db/pool.ts'

/** Their number now. */
export async function serversOn(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vasdesk-listen'`)
  return rowCount ?? 0
}
