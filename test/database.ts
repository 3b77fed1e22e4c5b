/** Gives a test file a database of its own: migrated, seeded, and gone afterwards. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '#platform/server/db/pool.ts'
import type { Pool } from '#platform/server/db/pool.ts'

export type TestDatabase = { url: string; pool: Pool; drop: () => Promise<void> }

/** Works as the superuser on a database. */
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

let kept: pg.Pool | undefined

function openKept(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: inject('postgresAdminUrl'),
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // Idle when the run ends, and the database server with it.
  pool.on('error', () => undefined)
  return pool
}

/** Runs a statement on the maintenance database. Its connection stays for the files that follow: a new one costs more than DROP. */
async function administer(statement: string): Promise<void> {
  kept ??= openKept()
  await kept.query(statement)
}

/** Works as the superuser on a test's database, who alone may change rows past every trigger and key. */
export const pastTriggers = <T>({ url }: TestDatabase, work: (admin: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(work, new URL(url).pathname.slice(1))

const templateUrl = (): URL => new URL(inject('postgresTemplateUrl'))
const templateName = (): string => templateUrl().pathname.slice(1)
const copyOf = (template: string): string => `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`

/** Makes a database that is owned by the product's role; `text` says where its contents come from. */
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
 * A fresh copy of the template, with the rights the product has. Call it once per file, in `beforeAll`;
 * `drop` in `afterAll` ends the pool and removes the database even when a server is still connected.
 */
export const testDatabase = (): Promise<TestDatabase> => createDatabase(copyOf(templateName()))

const filled = new Set<string>()

/** Fills a database made from `from` that others are copied from, unless another worker has done it. */
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

/** Text of a new database without anything in it. */
export const nothing = 'TEMPLATE template0'

/**
 * A fresh copy of what `fill` makes of the template (or of `from`) under this name (small letters); it is filled once in
 * a run, by whoever asks first.
 */
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

/** An empty database, as its administrator makes it. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase(nothing)

/** An empty database that sorts and folds as the C library's plain locale does: bytes, ASCII letters alone. */
export const plainDatabase = (): Promise<TestDatabase> =>
  createDatabase(`TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`)

/** Folder of the databases that earlier versions made, one file each (`npm run keep-version`). */
export const oldDatabases = join(import.meta.dirname, 'old-databases')

/** A database as an earlier version left it. */
export async function oldDatabase(file: string): Promise<TestDatabase> {
  const text = gunzipSync(await readFile(join(oldDatabases, file))).toString()
  const database = await createDatabase(nothing)
  await asSuperuser((admin) => admin.query(text), new URL(database.url).pathname.slice(1))
  return database
}
