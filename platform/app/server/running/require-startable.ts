/** Checks for refusing a start, before the database is migrated: a refused start changes nothing. */
import type { Config } from '#platform/server/running/config.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { requireFirstAdmin } from '../seed/seed.ts'

/** What the database already has; one of an early version has no marks, its demo is recognised like in migration 070. */
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

async function inspect(db: Queryable): Promise<{ used: boolean; sealed: boolean; demo: boolean }> {
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
 * Throws an Error with a message for the operator: production on a database created by the demo, or on an empty one
 * without a first administrator; a demo created by a role that only serves; a missing or wrong key of the secrets.
 */
export async function requireStartable(
  db: Parameters<typeof openSecrets>[0],
  config: Config,
  ownsTables = true,
): Promise<void> {
  const { used, sealed, demo } = await inspect(db)
  if (!used && config.demo && !ownsTables)
    throw new Error('the demo is made by the role that owns the database: start once with its address')
  if (demo && config.production && !config.allowDemoDatabase)
    throw new Error(
      'the demo made this database, and its passwords stand in the handbook: production needs a database of its own, or ALLOW_DEMO_DATABASE=1',
    )
  if (!used && !config.demo) await requireFirstAdmin(config)
  if (sealed) await openSecrets(db, config)
}
