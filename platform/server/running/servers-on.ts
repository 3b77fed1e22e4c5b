/** Number of servers running on a database: each has one listening connection of that name. */
import type { Queryable } from '../db/pool.ts'

/** The current number. */
export async function serversOn(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vasdesk-listen'`)
  return rowCount ?? 0
}
