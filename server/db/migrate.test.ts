/** Proves that migrations run once, in order, whole or not at all, and that a rewritten past is refused. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
let dir: string

beforeEach(async () => {
  db = await testDatabase()
  await db.pool.query('DROP TABLE IF EXISTS schema_migration')
  dir = await mkdtemp(join(tmpdir(), 'vasdesk-migrate-'))
  await mkdir(join(dir, 'migrations'))
  await mkdir(join(dir, 'routines'))
  await put('migrations/001-start.sql', 'CREATE TABLE mig_a (n int); INSERT INTO mig_a VALUES (1)')
})

afterEach(async () => {
  await db.drop()
  await rm(dir, { recursive: true })
})

const put = (name: string, text: string): Promise<void> => writeFile(join(dir, name), text)
const rows = async (text: string): Promise<unknown[]> => (await db.pool.query(text)).rows

test('files run once, in name order, migrations before routines', async () => {
  await put('migrations/002-more.sql', 'ALTER TABLE mig_a ADD m int DEFAULT 2')
  await put('routines/view.sql', 'CREATE OR REPLACE VIEW mig_v AS SELECT n, m FROM mig_a')
  expect(await migrate(db.url, dir)).toEqual({
    applied: ['001-start.sql', '002-more.sql', 'routines/view.sql'],
  })
  expect(await migrate(db.url, dir)).toEqual({ applied: [] })
  expect(await rows('SELECT n, m FROM mig_v')).toEqual([{ n: 1, m: 2 }])
})

test('a changed routine runs again, an unchanged one does not', async () => {
  await put('routines/a.sql', `CREATE OR REPLACE FUNCTION mig_f() RETURNS int LANGUAGE sql AS 'SELECT 1'`)
  await put('routines/b.sql', 'SELECT 1')
  await migrate(db.pool, dir)
  await put('routines/a.sql', `CREATE OR REPLACE FUNCTION mig_f() RETURNS int LANGUAGE sql AS 'SELECT 2'`)
  expect(await migrate(db.pool, dir)).toEqual({ applied: ['routines/a.sql'] })
  expect(await rows('SELECT mig_f() AS n')).toEqual([{ n: 2 }])
})

test('a migration that was changed after it ran is refused', async () => {
  await migrate(db.url, dir)
  await put('migrations/001-start.sql', 'CREATE TABLE mig_other (n int)')
  await expect(migrate(db.url, dir)).rejects.toThrow(/001-start.sql was changed after it ran/)
})

test('line ends do not count as a change', async () => {
  await put('migrations/001-start.sql', 'CREATE TABLE mig_a\n(n int)\n')
  await migrate(db.url, dir)
  await put('migrations/001-start.sql', 'CREATE TABLE mig_a\r\n(n int)\r\n')
  expect(await migrate(db.url, dir)).toEqual({ applied: [] })
})

test('a migration slipped in before one that already ran is refused', async () => {
  await put('migrations/003-late.sql', 'SELECT 1')
  await migrate(db.url, dir)
  await put('migrations/002-early.sql', 'SELECT 1')
  await expect(migrate(db.url, dir)).rejects.toThrow(/002-early.sql was added before 003-late.sql/)
})

test('a database of a newer version is refused', async () => {
  await migrate(db.url, dir)
  await rm(join(dir, 'migrations/001-start.sql'))
  await expect(migrate(db.url, dir)).rejects.toThrow(/newer version: it has 001-start.sql/)
})

test('a failing migration leaves nothing behind, keeps those before it, and names itself', async () => {
  await put('migrations/002-bad.sql', 'CREATE TABLE mig_bad (n int); SELECT no_such_thing')
  await expect(migrate(db.url, dir)).rejects.toThrow(/002-bad.sql failed and was rolled back/)
  expect(await rows(`SELECT to_regclass('mig_bad') AS bad, to_regclass('mig_a') AS good`)).toEqual([
    { bad: null, good: 'mig_a' },
  ])
})

test('processes that start together run each file once', async () => {
  await put('migrations/002-slow.sql', 'SELECT pg_sleep(0.3); UPDATE mig_a SET n = n + 1')
  const runs = await Promise.all([migrate(db.url, dir), migrate(db.url, dir), migrate(db.pool, dir)])
  expect(runs.flatMap((run) => run.applied)).toEqual(['001-start.sql', '002-slow.sql'])
  expect(await rows('SELECT n FROM mig_a')).toEqual([{ n: 2 }])
})

test('the log has a line for each file that ran, and none when there is nothing to do', async () => {
  const lines: object[] = []
  const log = { info: (details: object, message: string) => void lines.push({ ...details, message }) }
  await migrate(db.pool, dir, { log })
  await migrate(db.pool, dir, { log })
  expect(lines).toEqual([
    { migration: '001-start.sql', ms: expect.any(Number) as number, message: 'migrated' },
  ])
})
