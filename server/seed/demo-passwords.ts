/** Accounts that still open with the demo's password, which stands in the handbook. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { passwordFits } from '../workflows/session/password.ts'
import { demoAccounts, demoPassword } from './organisation.ts'

/** Usernames that the demo gave. */
export const demoUsernames: readonly string[] = demoAccounts.map(({ username }) => username)

/**
 * The stored hashes that the demo's password fits. No account gets a new one while the server runs, for that password
 * is refused: whoever has one of these has the demo's still.
 */
export async function findDemoHashes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ hash: string }>(sql`
    SELECT DISTINCT password_hash AS hash FROM users WHERE username = ANY(${[...demoUsernames]}) AND NOT is_deleted`)
  const found: string[] = []
  for (const { hash } of rows) if (await passwordFits(hash, demoPassword)) found.push(hash)
  return found
}
