/** Accounts that still have the demo password on a production installation. */
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'

/** Usernames of unlocked accounts with one of the hashes. */
export async function openToAll(db: Queryable, hashes: readonly string[] = []): Promise<string[]> {
  if (hashes.length === 0) return []
  const { rows } = await db.query<{ username: string }>(sql`
    SELECT username FROM users WHERE password_hash = ANY(${[...hashes]}) AND NOT is_deleted ORDER BY username`)
  return rows.map(({ username }) => username)
}
