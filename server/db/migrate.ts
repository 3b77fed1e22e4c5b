/** Migrates a database to this version: forward-only migrations, then repeatable routines. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { formerChecksums } from './former-checksums.ts'
import { connectionTo } from './hosts.ts'
import type { Pool, Queryable } from './pool.ts'

export type SqlFile = { name: string; text: string; checksum: string }

/** Names of the files just run, in order; empty when the database was up to date. */
export type Migrated = { applied: string[] }

// Arbitrary; must differ from the product's other advisory locks.
const LOCK = 718_205_116

/** Creates the table of files that were run. */
export const historyTable = `CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/** The `.sql` files of `dir` in name order, each name prefixed with `prefix`; empty without such a folder. */
export async function sqlFiles(dir: string, prefix: string): Promise<SqlFile[]> {
  if (!existsSync(dir)) return []
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line ends must not look like a changed migration.
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name: prefix + name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function apply(client: pg.ClientBase, file: SqlFile): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(file.text)
    await client.query(sql`
      INSERT INTO schema_migration (name, checksum) VALUES (${file.name}, ${file.checksum})
      ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`${file.name} failed and was rolled back: ${(error as Error).message}`, { cause: error })
  }
}

/** Migrations still to run; throws for a history that this version cannot continue. */
function pendingMigrations(files: SqlFile[], done: Map<string, string>): SqlFile[] {
  const known = new Set(files.map((file) => file.name))
  const past = [...done.keys()].filter((name) => !name.startsWith('routines/'))
  const unknown = past.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`the database was migrated by a newer version: it has ${unknown.join(', ')}`)
  const last = past.toSorted().at(-1) ?? ''
  for (const { name, checksum } of files) {
    const was = done.get(name)
    if (was === undefined && name < last)
      throw new Error(`migration ${name} was added before ${last}, which already ran; give it a later number`)
    if (was !== undefined && was !== checksum && was !== formerChecksums[name])
      throw new Error(`migration ${name} was changed after it ran; put it back and write a new migration`)
  }
  return files.filter((file) => !done.has(file.name))
}

/** Part of the server's log used here. */
type MigrationLog = { info: (details: object, message: string) => void }

/** `through`: only the migrations up to this one, and no routines; for rows of an earlier version. */
export type MigrationOptions = { through?: string; log?: MigrationLog }

/** The files still to run, in order. */
async function dueFiles(db: Queryable, dir: string, through?: string): Promise<SqlFile[]> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  )
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  const pending = pendingMigrations(await sqlFiles(join(dir, 'migrations'), ''), done)
  const migrations = pending.filter(({ name }) => through === undefined || name <= through)
  const routines = through === undefined ? await sqlFiles(join(dir, 'routines'), 'routines/') : []
  return [...migrations, ...routines.filter((file) => done.get(file.name) !== file.checksum)]
}

/**
 * Throws an Error in words for the operator unless the database is of this version: for a role that may not migrate it
 * (serving-role.ts), or that may not read it yet.
 */
export async function requireMigrated(db: Queryable, dir: string): Promise<void> {
  const due = await dueFiles(db, dir).catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '42501') return null
    throw error
  })
  const unread = await db.query(`
    SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
      AND NOT has_table_privilege(oid, 'SELECT')`)
  const lacks =
    due === null || unread.rowCount
      ? 'may not read it yet'
      : `${due.length} files of this version did not run`
  if (due === null || due.length > 0 || unread.rowCount)
    throw new Error(
      `the role of DATABASE_URL may make no tables, and ${lacks}: either it owns the database (ALTER DATABASE … OWNER TO …), or its owner runs 'npm run migrate' first`,
    )
}

async function run(
  client: pg.ClientBase,
  dir: string,
  { through, log }: MigrationOptions,
): Promise<Migrated> {
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
  await client.query(sql`SELECT pg_advisory_lock(${LOCK})`)
  await client.query(historyTable)
  const due = await dueFiles(client, dir, through)
  for (const file of due) {
    const began = performance.now()
    await apply(client, file)
    log?.info({ migration: file.name, ms: Math.round(performance.now() - began) }, 'migrated')
  }
  return { applied: due.map((file) => file.name) }
}

/**
 * Runs every new file of `dir`/migrations and every changed file of `dir`/routines, each in its own transaction, in
 * name order. Concurrent processes wait for each other; each file is logged. Throws when an applied migration was
 * changed or is missing, or a file fails (rolled back).
 */
export async function migrate(
  target: Pool | string,
  dir: string,
  options: MigrationOptions = {},
): Promise<Migrated> {
  if (typeof target !== 'string') {
    const client = await target.connect()
    try {
      return await run(client, dir, options)
    } finally {
      // Closed: this frees the advisory lock, and its time limits must not reach others.
      client.release(true)
    }
  }
  const client = new pg.Client({ ...connectionTo(target), application_name: 'vasdesk migrate' })
  await client.connect()
  try {
    return await run(client, dir, options)
  } finally {
    await client.end()
  }
}
