/** Accounts that still have the demo's public password. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Log } from '#kit/server/context.ts'
import type { Config } from '#platform/server/running/config.ts'
import { openToAll } from '#subjects/overview/server/dashboard/demo-accounts.ts'
import { passwordFits } from '#subjects/people/server/session/password.ts'
import { demoAccounts, demoPassword, newcomers } from './organisation.ts'

export const demoUsernames: readonly string[] = [...demoAccounts, ...newcomers].map(
  ({ username }) => username,
)

/** The stored hashes that match the demo's password. Accounts cannot get that password later, as it is refused, so these hashes are all that matter. */
export async function findDemoHashes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ hash: string }>(sql`
    SELECT DISTINCT password_hash AS hash FROM users WHERE username = ANY(${[...demoUsernames]}) AND NOT is_deleted`)
  const matching: string[] = []
  for (const { hash } of rows) if (await passwordFits(hash, demoPassword)) matching.push(hash)
  return matching
}

/** In production, logs accounts with the demo's public password, and returns their hashes. */
export async function warnOfDemoPasswords({ production }: Config, pool: Pool, log: Log): Promise<string[]> {
  const hashes = production ? await findDemoHashes(pool) : []
  const open = await openToAll(pool, hashes)
  if (open.length > 0)
    log.warn({ accounts: open }, 'the password of the demo opens these accounts: npm run admin -- lock-demo')
  return hashes
}
