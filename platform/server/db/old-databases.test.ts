/** A database created by an earlier version is upgraded at start: it equals a new one and keeps its rows. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oldDatabase, oldDatabases, testDatabase, type TestDatabase } from '#test/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { rounds } from '#test/rounds.ts'
import { schemaOf } from '#test/schema.ts'
import { readConfig } from '../running/config.ts'
import { startServer } from '#platform/app/server/main.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { migrate } from './migrate.ts'
import { readMark } from './operator-marks.ts'

/** Queries that return the rows lost by a migration when it moved them from one table to another. */
const moved: Record<string, string> = {
  payroll_closed_source: `
    SELECT * FROM before.payroll_closed_source
    EXCEPT ALL SELECT c.id, s.* FROM payroll_closing c, payroll_kept_sources(c.id, NULL) s`,
}

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await testDatabase()
})
afterAll(() => fresh.drop())

/** Copies all current rows. */
const setAside = `
  CREATE SCHEMA before;
  DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration' LOOP
      EXECUTE format('CREATE TABLE before.%I AS TABLE public.%1$I', name);
    END LOOP;
  END $$`

/** Names of tables and columns by their stable ids: OID of the table, numbers of the columns. */
type Tables = Map<number, { name: string; columns: Map<number, string> }>

async function tablesOf({ pool }: TestDatabase): Promise<Tables> {
  const { rows } = await pool.query<{ oid: number; name: string; n: number; column: string }>(`
    SELECT c.oid, quote_ident(c.relname) AS name, a.attnum AS n, quote_ident(a.attname) AS column
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration'
    ORDER BY c.relname, a.attnum`)
  const tables: Tables = new Map()
  for (const { oid, name, n, column } of rows) {
    const table = tables.get(oid) ?? { name, columns: new Map<number, string>() }
    tables.set(oid, { name, columns: table.columns.set(n, column) })
  }
  return tables
}

/** Tables, columns and copied rows that no longer exist with all their values; renamed ones do. */
async function lostSince(tables: Tables, db: TestDatabase): Promise<string[]> {
  const present = await tablesOf(db)
  const lost: string[] = []
  for (const [oid, { name, columns }] of tables) {
    const now = present.get(oid)
    const lostColumns = [...columns].filter(([n]) => !now?.columns.has(n)).map(([, column]) => column)
    if (!now) lost.push(name)
    else if (lostColumns.length > 0) lost.push(`${name}: ${lostColumns.join(', ')}`)
    else {
      const before = [...columns.values()].map((column) => `${column}::text`)
      const after = [...columns.keys()].map((n) => `${now.columns.get(n)}::text`)
      const { rowCount } = await db.pool.query(
        moved[name] ??
          `SELECT ${before.join()} FROM before.${name} EXCEPT ALL SELECT ${after.join()} FROM public.${now.name}`,
      )
      if (rowCount) lost.push(`${name}: ${rowCount} rows`)
    }
  }
  return lost
}

/** Number of customers shown to an administrator who signs in to a server started on the database. */
async function customersShown(url: string): Promise<number> {
  const server = await startServer(readConfig({ DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error' }))
  const ask = async (path: string, init: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await fetch(server.url + path, init)
    const body = (await answer.json()) as { data: Record<string, unknown> }
    expect({ status: answer.status, body }).toMatchObject({ status: 200 })
    return body.data
  }
  try {
    const { access_token } = await ask('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: demoPassword }),
    })
    const list = await ask('/api/v1/customer', {
      headers: { authorization: `Bearer ${String(access_token)}` },
    })
    return Number(list.count)
  } finally {
    await server.close()
  }
}

const files = readdirSync(oldDatabases).toSorted()

/** Every migration runs on the oldest version; the newest is the one in use; those between are tested in the long run. */
const tried = files.filter((_, index) => rounds(Number(index === 0 || index === files.length - 1), 1))

test('databases of earlier versions are kept for the test', () => {
  expect(files).not.toEqual([])
})

describe.each(tried)('the database of %s', (file) => {
  let old: TestDatabase
  let tables: Tables
  beforeAll(async () => {
    old = await oldDatabase(file)
    tables = await tablesOf(old)
    await old.pool.query(setAside)
    // A restored database has no statistics until then.
    await old.pool.query('ANALYZE')
  })
  afterAll(() => old.drop())

  test('becomes what a new one is and keeps its rows', async () => {
    await migrate(old.url)
    expect(await schemaOf(old.pool)).toEqual(await schemaOf(fresh.pool))
    const lost = await lostSince(tables, old)
    expect(lost).toEqual([])
    expect(await brokenInvariants(old.pool)).toEqual({})
    // Created by the demo, before there was a mark for that.
    expect(await readMark(old.pool, 'demo')).not.toBeNull()
  })

  test('starts, and its people can sign in and find their customers', async () => {
    const { rows } = await old.pool.query('SELECT count(*)::int AS n FROM customer_list')
    expect(rows[0].n).toBeGreaterThan(20)
    expect(await customersShown(old.url)).toBe(rows[0].n)
  })
})
