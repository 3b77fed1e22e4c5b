/**
 * A role that serves and owns nothing: it reads and writes rows, but changes no table, switches no trigger off, and takes
 * nothing out of the trail (ASVS V13.2.2). Another role owns the tables and migrates them (`npm run migrate`).
 */
import pg from 'pg'
import sql from 'sql-template-tag'
import { withTransaction, type Pool, type Queryable } from './pool.ts'

/** Schema of the job queue, which has tables of its own. */
const schemas = 'public, pgboss'

// The ledger's deltas are vacuumed every few seconds while the product runs, and a backup locks all tables for its moment: both
// are MAINTAIN where a row may not be changed. The trail only grows; archiving it is a command of the owner.
const grants = (role: string): string => `
  GRANT USAGE ON SCHEMA ${schemas} TO ${role};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${role};
  GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${role};
  GRANT MAINTAIN ON balance_deltas, audit_log, schema_migration TO ${role};
  REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM ${role};
  REVOKE UPDATE, DELETE ON audit_log FROM ${role}`

/** Gives `role` what a server needs of the tables that are there now; `pool` is of their owner. Safe to repeat. */
export const letServe = (pool: Pool, role: string): Promise<void> =>
  withTransaction(pool, async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtext('serving role'))`)
    await client.query(grants(pg.escapeIdentifier(role)))
  })

/** Whether the role of the connection may make tables, so that a start migrates by itself. */
export async function mayMigrate(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS may`,
  )
  return rows[0]?.may === true
}
