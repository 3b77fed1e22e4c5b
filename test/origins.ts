/** Origins of accounts, for tests (D3-ACC-07). */
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'

/** Recorded origins of an account, oldest first: how, and by whom. */
export const originsOf = async (pool: Pool, username: string): Promise<[how: string, by: string][]> =>
  (
    await pool.query<{ how: string; by_username: string }>(
      sql`SELECT how, by_username FROM account_origins WHERE username = ${username} ORDER BY id`,
    )
  ).rows.map(({ how, by_username }) => [how, by_username])

/** Moves accounts created since the test began, and all recorded actions on accounts, that many days into the past. */
export async function ageAccounts(pool: Pool, days: number): Promise<void> {
  await pool.query('ALTER TABLE account_origins DISABLE TRIGGER account_origins_append_only')
  await pool.query(sql`UPDATE account_origins SET at = at - make_interval(days => ${days})`)
  await pool.query('ALTER TABLE account_origins ENABLE TRIGGER account_origins_append_only')
  await pool.query(sql`
    UPDATE users SET "createdAt" = "createdAt" - make_interval(days => ${days})
    WHERE username IN (SELECT username FROM account_origins WHERE how = 'made')`)
}
