/**
 * A role that serves and owns nothing: it reads and writes rows, but can change no table, disable no trigger, and
 * delete nothing from the audit log (ASVS V13.2.2). Another role owns the tables and migrates them (`npm run migrate`).
 */
import pg from 'pg'
import sql from 'sql-template-tag'
import { withTransaction, type Pool, type Queryable } from './pool.ts'

/** Schemas of the product and of the job queue. */
const schemas = 'public, pgboss'
const rows = 'SELECT, INSERT, UPDATE, DELETE'
const numbers = 'USAGE, SELECT, UPDATE'

// Default privileges cover tables of later versions. The server vacuums `balance_deltas` itself. Audit log, ledger and
// origins of accounts are append-only; archiving them is a command of the owner. `pgboss.bam` holds SQL that pg-boss
// runs as its owner, so it must not be writable here.
const grants = (role: string): string => `
  GRANT USAGE ON SCHEMA ${schemas} TO ${role};
  GRANT ${rows} ON ALL TABLES IN SCHEMA ${schemas} TO ${role};
  GRANT ${numbers} ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${role};
  ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemas} GRANT ${rows} ON TABLES TO ${role};
  ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemas} GRANT ${numbers} ON SEQUENCES TO ${role};
  GRANT MAINTAIN ON balance_deltas TO ${role};
  REVOKE INSERT, UPDATE, DELETE ON schema_migration, pgboss.bam FROM ${role};
  REVOKE UPDATE, DELETE ON audit_log, movements, trail_seals, account_origins FROM ${role}`

/** Grants `role` what a server needs on the existing tables; `pool` is of their owner. Safe to repeat. */
export const letServe = (pool: Pool, role: string): Promise<void> =>
  withTransaction(pool, async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtext('serving role'))`)
    await client.query(grants(pg.escapeIdentifier(role)))
  })

/** Whether the role of the connection may create anything, or act as the owner of the tables. */
export async function isMoreThanServing(db: Queryable, owner: string): Promise<boolean> {
  const { rows } = await db.query<{ more: boolean }>(sql`
    SELECT has_database_privilege(current_database(), 'CREATE') OR has_schema_privilege('public', 'CREATE')
      OR has_schema_privilege('pgboss', 'CREATE') OR pg_has_role(current_user, ${owner}::name, 'MEMBER') AS more`)
  return rows[0]?.more !== false
}

/** Whether the role of the connection may create tables, so that a start migrates by itself. */
export async function mayMigrate(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ may: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS may`,
  )
  return rows[0]?.may === true
}
