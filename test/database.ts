/** Gives each test file its own database: migrated, seeded, and dropped afterwards. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '#platform/server/db/pool.ts'
import type { Pool } from '#platform/server/db/pool.ts'

export type TestDatabase = { url: string; pool: Pool; drop: () => Promise<void> }

async function asSuperuser<T>(work: (admin: pg.Client) => Promise<T>, database: string): Promise<T> {
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = database
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

let maintenancePool: pg.Pool | undefined

function openKept(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: inject('postgresAdminUrl'),
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // Idle connections are lost when the database server stops at the end of the run.
  pool.on('error', () => undefined)
  return pool
}

/** Runs a statement on the maintenance database. Its connection is kept for the following files: a new one costs more than DROP. */
async function administer(statement: string): Promise<void> {
  maintenancePool ??= openKept()
  await maintenancePool.query(statement)
}

/** Runs `work` as the superuser on a test's database, who alone can change rows without triggers and keys. */
export const pastTriggers = <T>({ url }: TestDatabase, work: (admin: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(work, new URL(url).pathname.slice(1))

const templateUrl = (): URL => new URL(inject('postgresTemplateUrl'))
const templateName = (): string => templateUrl().pathname.slice(1)
const copyOf = (template: string): string => `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`

/** Creates a database owned by the product's role; `text` is the clause with its template. */
async function createDatabase(
  text: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<TestDatabase> {
  const url = templateUrl()
  await administer(`CREATE DATABASE ${name} ${text} OWNER ${pg.escapeIdentifier(url.username)}`)
  url.pathname = name
  const pool = createPool(url.href, { max: 8, applicationName: 'test', log: console })
  const drop = async (): Promise<void> => {
    if (!pool.ended) await pool.end()
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { url: url.href, pool, drop }
}

/**
 * A fresh copy of the template, with the rights that the product has. Call it once per file, in `beforeAll`; `drop` in
 * `afterAll` ends the pool and drops the database even if a server is still connected.
 */
export const testDatabase = (): Promise<TestDatabase> => createDatabase(copyOf(templateName()))

const filled = new Set<string>()

/** Creates a database from `from` and fills it as a template for others, unless another worker has done it. */
async function fillOnce(
  name: string,
  from: string,
  fill: (database: TestDatabase) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') })
  await admin.connect()
  try {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const draft = await createDatabase(from, `${name}_draft`)
    try {
      await fill(draft)
      await draft.pool.end()
      await admin.query(`ALTER DATABASE ${name}_draft RENAME TO ${name}`)
    } catch (error) {
      await draft.drop()
      throw error
    }
  } finally {
    await admin.end()
  }
}

/** Clause for a new empty database. */
export const nothing = 'TEMPLATE template0'

/** A fresh copy of the template (or of `from`) as filled by `fill` under this name (lower case); it is filled once per run, by the first caller. */
export async function filledDatabase(
  name: string,
  fill: (database: TestDatabase) => Promise<unknown>,
  from = copyOf(templateName()),
): Promise<TestDatabase> {
  const template = `${templateName()}_${name}`
  if (!filled.has(template)) await fillOnce(template, from, fill)
  filled.add(template)
  return createDatabase(copyOf(template))
}

/** An empty database, as its administrator creates it. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase(nothing)

/** An empty database with the C library's plain locale: sorted by bytes, case folding of ASCII letters only. */
export const plainDatabase = (): Promise<TestDatabase> =>
  createDatabase(`TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`)

/** Folder of the databases created by earlier versions, one file each (`npm run keep-version`). */
export const oldDatabases = join(import.meta.dirname, 'old-databases')

/** A database as an earlier version left it. */
export async function oldDatabase(file: string): Promise<TestDatabase> {
  const text = gunzipSync(await readFile(join(oldDatabases, file))).toString()
  const database = await createDatabase(nothing)
  await asSuperuser((admin) => admin.query(text), new URL(database.url).pathname.slice(1))
  return database
}
