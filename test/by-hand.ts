/** Checks the audit log of changes made through the product, ignoring rows that the test changed directly (D3-TRL-01). */
import type { Pool, Queryable } from '#platform/server/db/pool.ts'
import {
  auditedByField,
  auditedTables,
  comparedTables,
  auditInvariants,
  auditInvariantsOf,
} from '#platform/server/db/audit-chain.ts'

/** The tables with the SQL of each row's key in the audit log. */
const tables = [
  ...comparedTables.map(({ table, key = 'id' }) => ({ table, key: `t.${key}` })),
  ...auditedByField,
  // Parts of audited accounts and roles.
  { table: 'user_permissions', key: 't.user_id::text' },
  { table: 'role_permissions', key: 't.role_id::text' },
]

/** Records each row that a test file changes or deletes on its own connections, whose name `createDatabase` sets. */
export const noteByHand = (pool: Pool): Promise<unknown> =>
  pool.query(`
    CREATE TABLE by_hand (row_id text PRIMARY KEY);
    CREATE FUNCTION note_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        EXECUTE format('INSERT INTO by_hand SELECT %s FROM %I t ON CONFLICT DO NOTHING', TG_ARGV[0], TG_TABLE_NAME);
      ELSE
        EXECUTE format('INSERT INTO by_hand SELECT %s FROM (SELECT ($1).*) t ON CONFLICT DO NOTHING', TG_ARGV[0])
          USING CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
      END IF;
      RETURN NULL;
    END $$;
    ${tables
      .map(
        ({ table, key }) => `
          CREATE TRIGGER by_hand AFTER ${table.endsWith('_permissions') ? 'INSERT OR ' : ''}UPDATE OR DELETE ON ${table} FOR EACH ROW
            WHEN (current_setting('application_name') = 'test') EXECUTE FUNCTION note_by_hand($sql$${key}$sql$);
          CREATE TRIGGER by_hand_emptied BEFORE TRUNCATE ON ${table} EXECUTE FUNCTION note_by_hand($sql$${key}$sql$);`,
      )
      .join('')}`)

/** Tables whose triggers the test had disabled for a while: their rows in pg_trigger are newer. */
async function unnoted(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ table: string }>(`
    SELECT tgrelid::regclass::text AS table FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
    WHERE f.proname = 'note_by_hand' AND t.xmin <> f.xmin`)
  return rows.map(({ table }) => table)
}

/** Whether direct changes are recorded in this database. */
const notes = async (db: Queryable): Promise<boolean> =>
  (await db.query(`SELECT WHERE to_regclass('by_hand') IS NOT NULL`)).rowCount === 1

/** Subjects with an entry: planning the comparison of all forty tables costs more than most tests. */
async function loggedResources(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ resource: string }>('SELECT DISTINCT resource FROM audit_log')
  return new Set(rows.map(({ resource }) => resource))
}

/** The invariants of the audit log, ignoring rows that a test changed directly; unchanged if that is not recorded. */
export async function trailWithoutHands(db: Queryable): Promise<Readonly<Record<string, string>>> {
  if (!(await notes(db))) return auditInvariants
  const off = await unnoted(db)
  const named = [
    ...Object.entries(auditedTables).map(([resource, { table }]) => ({ resource, table })),
    ...auditedByField,
  ]
  const unrecorded = named.filter(({ table }) => off.includes(table)).map(({ resource }) => resource)
  const logged = await loggedResources(db)
  const invariants = auditInvariantsOf((resource) => logged.has(resource))
  const statements = Object.entries(invariants).map(([name, statement]) => [
    name,
    `SELECT a.id, concat_ws(' ', a.id, a.username, a.action, a.resource, a.resource_id) AS entry
    FROM (${statement}) g JOIN audit_log a USING (id)
    WHERE a.resource_id NOT IN (SELECT row_id FROM by_hand)
      AND concat_ws('/', a.resource_id, a.after ->> 'tu_ngay') NOT IN (SELECT row_id FROM by_hand) AND a.resource <> ALL ('{${unrecorded.join()}}')`,
  ])
  return Object.fromEntries(statements) as Record<string, string>
}

/** Gaps of the audit log, one line per entry; empty if direct changes are not recorded. */
export async function gapsOfTrail(pool: Pool): Promise<string[]> {
  if (pool.ended || !(await notes(pool))) return []
  const gaps: string[] = []
  for (const [name, statement] of Object.entries(await trailWithoutHands(pool))) {
    const { rows } = await pool.query<{ entry: string }>(statement)
    gaps.push(...rows.map(({ entry }) => `${name}: entry ${entry}`))
  }
  return gaps
}
