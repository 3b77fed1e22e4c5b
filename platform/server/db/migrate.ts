/** Brings a database to this version: an empty one gets all tables, another the missing upgrades; routines follow. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { connectionTo } from './hosts.ts'
import type { Pool, Queryable } from './pool.ts'
import { ownTree, routineFiles, tableFiles, upgradeFiles, type SqlFile } from './sql-files.ts'

/** Names of the files just run, in order; empty if the database was up to date. */
export type Migrated = { applied: string[] }

// Arbitrary; must differ from the product's other advisory locks.
const LOCK = 718_205_116

/** Creates the table of the files that were run. */
export const historyTable = `CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/** The last migration of version 1.0.0: a database that has not run it is too old to be upgraded. Later files are in `upgrades/`. */
const OLDEST = '168-renewed-sessions.sql'

type Ran = Pick<SqlFile, 'name' | 'checksum'>

const isUpgrade = (name: string): boolean => !name.includes('/')

async function record(client: pg.ClientBase, { name, checksum }: Ran): Promise<void> {
  await client.query(sql`
    INSERT INTO schema_migration (name, checksum) VALUES (${name}, ${checksum})
    ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`)
}

/** Names of upgrades without a file in `files`; those up to 1.0.0 have none. */
export function unknownUpgrades(names: readonly string[], files: readonly SqlFile[]): string[] {
  const fileNames = new Set(files.map((file) => file.name))
  return names.filter((name) => isUpgrade(name) && name > OLDEST && !fileNames.has(name))
}

/** Runs files in one transaction and records them, together with `others`, which they replace. */
async function apply(
  client: pg.ClientBase,
  files: readonly SqlFile[],
  others: readonly Ran[] = [],
): Promise<void> {
  await client.query('BEGIN')
  // A function may refer to objects of a later file; tools/routines.ts checks them once everything exists.
  await client.query('SET LOCAL check_function_bodies = off')
  for (const file of files)
    try {
      await client.query(file.text)
      await record(client, file)
    } catch (error) {
      await client.query('ROLLBACK')
      throw new Error(`${file.name} failed and was rolled back: ${(error as Error).message}`, {
        cause: error,
      })
    }
  for (const other of others) await record(client, other)
  // An upgrade may drop dependent routines, and views keep the columns from when they were created: all routines run again.
  if (files.some(({ name }) => isUpgrade(name)))
    await client.query(`DELETE FROM schema_migration WHERE name LIKE 'routines/%'`)
  await client.query('COMMIT')
}

/** Pending upgrades; throws for a history that this version cannot continue. */
function pendingUpgrades(files: readonly SqlFile[], applied: ReadonlyMap<string, string>): SqlFile[] {
  const past = [...applied.keys()].filter(isUpgrade)
  const last = past.toSorted().at(-1) ?? OLDEST
  if (last < OLDEST)
    throw new Error(
      `the database is older than 1.0.0 (its last migration is ${last}): start version 1.1.0 on it first`,
    )
  const unknown = unknownUpgrades(past, files)
  if (unknown.length > 0)
    throw new Error(`the database was upgraded by a newer version: it has ${unknown.join(', ')}`)
  for (const { name, checksum } of files) {
    const was = applied.get(name)
    if (was === undefined && name < last)
      throw new Error(`upgrade ${name} was added before ${last}, which already ran; give it a later number`)
    if (was !== undefined && was !== checksum)
      throw new Error(`upgrade ${name} was changed after it ran; put it back and write a new one`)
  }
  return files.filter((file) => !applied.has(file.name))
}

/** Part of the server's log used here. */
type MigrationLog = { info: (details: object, message: string) => void }

/** `tree` is the root of the version to reach, this one by default. */
export type MigrationOptions = { tree?: string; log?: MigrationLog }

const CODES = 'routines/codes.sql'

/** Files that create the tables of an empty database: the codes of the contract, which their checks refer to, then the tables. */
export const schemaFiles = async (tree = ownTree): Promise<SqlFile[]> => [
  ...(await routineFiles(tree)).filter(({ name }) => name === CODES),
  ...(await tableFiles(tree)),
]

/** Files still to run: the tables of an empty database together, then each file by itself. */
type Due = { tables: SqlFile[]; implied: SqlFile[]; others: SqlFile[] }

async function dueFiles(db: Queryable, tree: string): Promise<Due> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const [upgrades, routines] = [await upgradeFiles(tree), await routineFiles(tree)]
  if (applied.size === 0)
    return {
      tables: await schemaFiles(tree),
      implied: upgrades,
      others: routines.filter(({ name }) => name !== CODES),
    }
  const pending = pendingUpgrades(upgrades, applied)
  const changed =
    pending.length > 0 ? routines : routines.filter((file) => applied.get(file.name) !== file.checksum)
  return { tables: [], implied: [], others: [...pending, ...changed] }
}

/** How many files of `tree` the database has not run; throws as `migrate` does, or if it may not be read. */
export async function filesDue(db: Queryable, tree = ownTree): Promise<number> {
  const { tables, others } = await dueFiles(db, tree)
  return tables.length + others.length
}

/** Whether the tables are those of `tree`, whatever its routines; throws as `migrate` does. */
export async function hasTablesOf(db: Queryable, tree = ownTree): Promise<boolean> {
  const { tables, others } = await dueFiles(db, tree)
  return tables.length === 0 && !others.some(({ name }) => isUpgrade(name))
}

/**
 * Throws an Error with a message for the operator unless the database has this version: for a role that may not migrate
 * it (serving-role.ts), or may not read it yet.
 */
export async function requireMigrated(db: Queryable): Promise<void> {
  const due = await filesDue(db).catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '42501') return null
    throw error
  })
  const unread = await db.query(`
    SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      AND NOT has_table_privilege(oid, 'SELECT')`)
  const lacks =
    due === null || unread.rowCount ? 'may not read it yet' : `${due} files of this version did not run`
  if (due !== 0 || unread.rowCount)
    throw new Error(
      `the role of DATABASE_URL may make no tables, and ${lacks}: either it owns the database (ALTER DATABASE … OWNER TO …), or its owner runs 'npm run migrate' first`,
    )
}

async function run(client: pg.ClientBase, { tree = ownTree, log }: MigrationOptions): Promise<Migrated> {
  const { tables, implied, others } = await dueFiles(client, tree)
  const steps = [
    ...(tables.length > 0 ? [{ name: 'schema', files: tables, others: implied }] : []),
    ...others.map((file) => ({ name: file.name, files: [file], others: [] })),
  ]
  for (const { name, files, others } of steps) {
    const began = performance.now()
    await apply(client, files, others)
    log?.info({ migration: name, ms: Math.round(performance.now() - began) }, 'migrated')
  }
  return { applied: [...tables, ...others].map((file) => file.name) }
}

/** Runs `work` on its own connection, with a lock against other migrating processes. */
async function alone<T>(target: Pool | string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const begun = async (client: pg.ClientBase): Promise<T> => {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    await client.query(sql`SELECT pg_advisory_lock(${LOCK})`)
    await client.query(historyTable)
    return work(client)
  }
  if (typeof target !== 'string') {
    const client = await target.connect()
    try {
      return await begun(client)
    } finally {
      // Closed, not reused: this releases the advisory lock, and its time limits must not affect others.
      client.release(true)
    }
  }
  const client = new pg.Client({ ...connectionTo(target), application_name: 'vasdesk migrate' })
  await client.connect()
  try {
    return await begun(client)
  } finally {
    await client.end()
  }
}

/**
 * Brings a database to a version: an empty one gets all tables at once, another each new upgrade in its own
 * transaction; then every new or changed file of routines, all of them after an upgrade. Concurrent processes wait for
 * each other; each step is logged. Throws if the database is older than 1.0.0 or newer than the version, an upgrade was
 * changed after it ran, or a file fails (rolled back).
 */
export const migrate = (target: Pool | string, options: MigrationOptions = {}): Promise<Migrated> =>
  alone(target, (client) => run(client, options))

/**
 * Creates the tables of an empty database from the `files` of another version, as after the upgrades `made` (name to
 * checksum); `migrate` continues from there.
 */
export const makeTables = (
  target: string,
  files: readonly SqlFile[],
  made: Readonly<Record<string, string>>,
): Promise<void> =>
  alone(target, (client) =>
    apply(
      client,
      files,
      Object.entries(made).map(([name, checksum]) => ({ name, checksum })),
    ),
  )
