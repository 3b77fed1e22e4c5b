/** Why a start is refused, found out before the database is migrated: a start that is refused has changed nothing. */
import type { Config } from '#platform/server/running/config.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { requireFirstAdmin } from '../seed/seed.ts'

/** What is there already; a database of an early version has no marks, its demo is known as migration 070 knows it. */
const question = (has: (table: string) => boolean): string => `
  SELECT ${has('users') ? 'EXISTS (SELECT FROM users)' : 'false'} AS used,
    ${has('secret_key') ? 'EXISTS (SELECT FROM secret_key)' : 'false'} AS sealed,
    ${
      has('operator_marks')
        ? `EXISTS (SELECT FROM operator_marks WHERE name = 'demo')`
        : has('users')
          ? `(SELECT count(*) FROM users WHERE email LIKE '%@vasdesk.example') >= 5`
          : 'false'
    } AS demo`

async function look(db: Queryable): Promise<{ used: boolean; sealed: boolean; demo: boolean }> {
  const tables = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const names = new Set(tables.rows.map(({ name }) => name))
  const { rows } = await db.query<{ used: boolean; sealed: boolean; demo: boolean }>(
    question((table) => names.has(table)),
  )
  return rows[0] ?? { used: false, sealed: false, demo: false }
}

/**
 * Throws an Error in words for whoever starts the server: production on a database that the demo made, or on an empty one
 * without a first administrator; a demo to be made by a role that only serves; a key of the secrets that is missing or wrong.
 */
export async function requireStartable(
  db: Parameters<typeof openSecrets>[0],
  config: Config,
  ownsTables = true,
): Promise<void> {
  const { used, sealed, demo } = await look(db)
  if (!used && config.demo && !ownsTables)
    throw new Error('the demo is made by the role that owns the database: start once with its address')
  if (demo && config.production && !config.allowDemoDatabase)
    throw new Error(
      'the demo made this database, and its passwords stand in the handbook: production needs a database of its own, or ALLOW_DEMO_DATABASE=1',
    )
  if (!used && !config.demo) await requireFirstAdmin(config)
  if (sealed) await openSecrets(db, config)
}
