/** `npm run admin -- start-own`: turns a demo, and only a demo, into an empty installation (D3-SETUP-04). */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { migrate } from '#platform/server/db/migrate.ts'
import { readMark } from '#platform/server/db/operator-marks.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { seedBase } from '../seed/base.ts'
import { addFirstAdmin } from '../seed/seed.ts'
import { adoptRules } from '#subjects/sims/server/sim-types/rules-state.ts'
import { serversOn } from '#platform/server/running/servers-on.ts'

/** Confirmation text to be typed, which names what is deleted. */
export const confirmationOf = (database: string): string => `delete the demo in ${database}`

/** The name of the database, which must be created by the demo and have no running server; throws with the reason otherwise. */
export async function requireDemo(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
  const demo = await readMark(pool, 'demo')
  if (!demo)
    throw new Error('nothing was done: the demo did not make this database, so nothing in it is deleted')
  const servers = await serversOn(pool)
  if (servers > 0)
    throw new Error(`nothing was done: ${servers} running on this database, stop the server first`)
  return rows[0]?.name ?? ''
}

/**
 * Deletes everything created by the demo and starts anew with the roles and one administrator; returns the one-time
 * password. Throws as `requireDemo` does. An interrupted run leaves an empty database.
 */
export async function startOwn(pool: Pool, url: string, username: string): Promise<string> {
  await requireDemo(pool)
  // The job queue has tables of its own, with jobs for deleted rows.
  await pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(url)
  await seedBase(pool)
  await adoptRules(pool)
  const password = randomBytes(16).toString('base64url')
  await addFirstAdmin(pool, { username, password, email: '' })
  await pool.query(sql`UPDATE users SET must_change_password = true WHERE username = ${username}`)
  return password
}
