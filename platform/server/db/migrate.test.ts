/** An empty database gets its tables, an existing one its upgrades: once, in order, all or nothing; a changed history is refused. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { filesDue, migrate } from './migrate.ts'

let db: TestDatabase
let dir: string

/** Tables and routines may be in the folder of any subject. */
const places = { schema: 'subjects/a/sql/tables', upgrades: 'upgrades', routines: 'platform/sql' }
const put = (name: string, text: string): Promise<void> =>
  writeFile(
    join(
      dir,
      name.replace(/^\w+/, (kind) => places[kind as keyof typeof places]),
    ),
    text,
  )
const rows = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows

beforeAll(async () => {
  db = await emptyDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  dir = await mkdtemp(join(tmpdir(), 'vasdesk-migrate-'))
  for (const folder of Object.values(places)) await mkdir(join(dir, folder), { recursive: true })
  await put('schema/10-a.sql', 'CREATE TABLE mig_a (n int)')
  await put('schema/20-b.sql', 'INSERT INTO mig_a VALUES (1)')
  await put('upgrades/169-old.sql', 'UPDATE mig_a SET n = n + 1')
})
afterEach(() => rm(dir, { recursive: true }))

test('an empty database gets its tables and then the routines, including what the upgrades did', async () => {
  await put('routines/view.sql', 'DROP VIEW IF EXISTS mig_v; CREATE VIEW mig_v AS SELECT * FROM mig_a')
  expect(await migrate(db.url, { tree: dir })).toEqual({
    applied: ['schema/10-a.sql', 'schema/20-b.sql', 'routines/view.sql'],
  })
  expect(await migrate(db.url, { tree: dir })).toEqual({ applied: [] })
  expect(await rows('SELECT n FROM mig_v')).toEqual([{ n: 1 }])
})

test('the code lists that tables check against run once with the tables, and nothing is left to do', async () => {
  await put(
    'routines/codes.sql',
    `CREATE OR REPLACE FUNCTION mig_ok(n int) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN n > 0`,
  )
  await put('schema/10-a.sql', 'CREATE TABLE mig_a (n int CHECK (mig_ok(n)))')
  await put('routines/z.sql', 'SELECT 1')
  expect(await migrate(db.url, { tree: dir })).toEqual({
    applied: ['routines/codes.sql', 'schema/10-a.sql', 'schema/20-b.sql', 'routines/z.sql'],
  })
  expect(await filesDue(db.pool, dir)).toBe(0)
  expect(await migrate(db.url, { tree: dir })).toEqual({ applied: [] })
})

test('files of several subjects run in the order of their names; two files of one name are refused', async () => {
  await mkdir(join(dir, 'subjects/b/sql/tables'), { recursive: true })
  await writeFile(
    join(dir, 'subjects/b/sql/tables/15-c.sql'),
    'CREATE TABLE mig_c AS SELECT count(*) FROM mig_a',
  )
  await writeFile(join(dir, 'subjects/b/sql/views-b.sql'), 'SELECT 1')
  await writeFile(join(dir, 'subjects/a/sql/z.sql'), 'SELECT 1')
  await put('routines/a.sql', 'SELECT 1')
  expect(await migrate(db.url, { tree: dir })).toEqual({
    applied: [
      'schema/10-a.sql',
      'schema/15-c.sql',
      'schema/20-b.sql',
      'routines/a.sql',
      'routines/views-b.sql',
      'routines/z.sql',
    ],
  })
  await writeFile(join(dir, 'subjects/b/sql/z.sql'), 'SELECT 1')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(
    'two files of a version are called routines/z.sql',
  )
})

test('the tables of an empty database are created completely or not at all', async () => {
  await put('schema/30-c.sql', 'SELECT no_such_thing')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(/schema\/30-c.sql failed and was rolled back/)
  await put('schema/30-c.sql', 'CREATE TABLE mig_c ()')
  await migrate(db.url, { tree: dir })
  expect(await rows('SELECT n FROM mig_a')).toEqual([{ n: 1 }])
})

test('a function may use a table of a later file', async () => {
  await put(
    'schema/00-f.sql',
    `CREATE FUNCTION mig_f() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM mig_a'`,
  )
  await migrate(db.url, { tree: dir })
  expect(await rows('SELECT mig_f() AS n')).toEqual([{ n: 1 }])
})

test('upgrades run once, in name order, and all routines after them, so that a view has the new columns', async () => {
  await put('routines/view.sql', 'DROP VIEW IF EXISTS mig_v; CREATE VIEW mig_v AS SELECT * FROM mig_a')
  await put('routines/z.sql', 'SELECT 1')
  await migrate(db.pool, { tree: dir })
  await put('upgrades/171-more.sql', 'UPDATE mig_a SET m = n + 1')
  await put('upgrades/170-more.sql', 'ALTER TABLE mig_a ADD m int')
  expect(await filesDue(db.pool, dir)).toBe(4)
  expect(await migrate(db.pool, { tree: dir })).toEqual({
    applied: ['170-more.sql', '171-more.sql', 'routines/view.sql', 'routines/z.sql'],
  })
  expect(await filesDue(db.pool, dir)).toBe(0)
  expect(await rows('SELECT n, m FROM mig_v')).toEqual([{ n: 1, m: 2 }])
})

test('routines made due by an upgrade run even if the process ended between the two', async () => {
  await put('routines/view.sql', 'CREATE OR REPLACE VIEW mig_v AS SELECT n FROM mig_a')
  await put('routines/a.sql', 'SELECT 1')
  await migrate(db.pool, { tree: dir })
  await put('upgrades/170-drop.sql', 'DROP VIEW mig_v')
  await put('routines/a.sql', 'SELECT no_such_thing')
  await expect(migrate(db.pool, { tree: dir })).rejects.toThrow(/routines\/a.sql failed/)
  await put('routines/a.sql', 'SELECT 1')
  expect(await migrate(db.pool, { tree: dir })).toEqual({ applied: ['routines/a.sql', 'routines/view.sql'] })
})

test('a changed routine runs again, an unchanged one does not', async () => {
  await put('routines/a.sql', `CREATE OR REPLACE FUNCTION mig_f() RETURNS int LANGUAGE sql AS 'SELECT 1'`)
  await put('routines/b.sql', 'SELECT 1')
  await migrate(db.pool, { tree: dir })
  await put('routines/a.sql', `CREATE OR REPLACE FUNCTION mig_f() RETURNS int LANGUAGE sql AS 'SELECT 2'`)
  expect(await migrate(db.pool, { tree: dir })).toEqual({ applied: ['routines/a.sql'] })
  expect(await rows('SELECT mig_f() AS n')).toEqual([{ n: 2 }])
})

test('a change of the table files does not affect an existing database', async () => {
  await migrate(db.url, { tree: dir })
  await put('schema/20-b.sql', 'INSERT INTO mig_a VALUES (2)')
  expect(await migrate(db.url, { tree: dir })).toEqual({ applied: [] })
})

test('a changed upgrade that has already run is refused; changed line ends are ignored', async () => {
  await migrate(db.url, { tree: dir })
  await put('upgrades/169-old.sql', 'UPDATE mig_a\r\nSET n = n + 1')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(/169-old.sql was changed after it ran/)
  await put('upgrades/169-old.sql', 'UPDATE mig_a SET n = n + 1')
  await put('upgrades/170-lines.sql', 'SELECT 1\n;')
  await migrate(db.url, { tree: dir })
  await put('upgrades/170-lines.sql', 'SELECT 1\r\n;')
  expect(await migrate(db.url, { tree: dir })).toEqual({ applied: [] })
})

test('an upgrade inserted before one that has already run is refused', async () => {
  await put('upgrades/173-late.sql', 'SELECT 1')
  await migrate(db.url, { tree: dir })
  await put('upgrades/172-early.sql', 'SELECT 1')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(/172-early.sql was added before 173-late.sql/)
})

test('a database of a newer version is refused', async () => {
  await migrate(db.url, { tree: dir })
  await rm(join(dir, 'upgrades/169-old.sql'))
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(/newer version: it has 169-old.sql/)
})

test('a database older than 1.0.0 is refused with the version that can upgrade it; one of 1.0.0 is upgraded', async () => {
  await migrate(db.url, { tree: dir })
  const ran = (name: string) =>
    db.pool.query(`DELETE FROM schema_migration; INSERT INTO schema_migration VALUES ('${name}', 'x')`)
  await ran('167-who-saw.sql')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(
    /older than 1\.0\.0 .*167-who-saw.sql.*start version 1\.1\.0/,
  )
  await ran('168-renewed-sessions.sql')
  expect(await migrate(db.url, { tree: dir })).toEqual({ applied: ['169-old.sql'] })
})

test('a failing upgrade is rolled back, keeps those before it, and names itself', async () => {
  await migrate(db.url, { tree: dir })
  await put('upgrades/170-good.sql', 'CREATE TABLE mig_good (n int)')
  await put('upgrades/171-bad.sql', 'CREATE TABLE mig_bad (n int); SELECT no_such_thing')
  await expect(migrate(db.url, { tree: dir })).rejects.toThrow(/171-bad.sql failed and was rolled back/)
  expect(await rows(`SELECT to_regclass('mig_bad') AS bad, to_regclass('mig_good') AS good`)).toEqual([
    { bad: null, good: 'mig_good' },
  ])
})

test('processes that start together run each file once', async () => {
  await put('schema/20-b.sql', 'SELECT pg_sleep(0.3); INSERT INTO mig_a VALUES (1)')
  const runs = await Promise.all([
    migrate(db.url, { tree: dir }),
    migrate(db.url, { tree: dir }),
    migrate(db.pool, { tree: dir }),
  ])
  expect(runs.flatMap((run) => run.applied)).toEqual(['schema/10-a.sql', 'schema/20-b.sql'])
  await put('upgrades/170-slow.sql', 'SELECT pg_sleep(0.3); UPDATE mig_a SET n = n + 1')
  await Promise.all([
    migrate(db.url, { tree: dir }),
    migrate(db.url, { tree: dir }),
    migrate(db.pool, { tree: dir }),
  ])
  expect(await rows('SELECT n FROM mig_a')).toEqual([{ n: 2 }])
})

test('the log has a line for each step that ran, and none without a step', async () => {
  const lines: object[] = []
  const log = { info: (details: object, message: string) => void lines.push({ ...details, message }) }
  const line = (migration: string) => ({ migration, ms: expect.any(Number) as number, message: 'migrated' })
  await migrate(db.pool, { tree: dir, log })
  await migrate(db.pool, { tree: dir, log })
  expect(lines).toEqual([line('schema')])
  await put('upgrades/170-more.sql', 'SELECT 1')
  await migrate(db.pool, { tree: dir, log })
  expect(lines.slice(1)).toEqual([line('170-more.sql')])
})
