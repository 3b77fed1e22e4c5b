/** A copy of rows, taken by the product's own role, fills any other empty database and is verified while loading. */
import { cp, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oldDatabase, oldDatabases, plainDatabase, testDatabase, type TestDatabase } from '#test/database.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { schemaOf } from '#test/schema.ts'
import { migrate } from '../db/migrate.ts'
import { ownTree } from '../db/sql-files.ts'
import { loadCopy } from './load-copy.ts'
import type { CopyManifest } from './manifest.ts'
import { restoreBackup, restoreCopy } from './restore-backup.ts'
import { takeCopy } from './take-copy.ts'
import { verifyBackup } from './verify-backup.ts'
import { hourHeads } from '../trail/heads.ts'
import { sealTrail } from '../trail/seal.ts'

const text = 'Dấu \\ và\txuống\ndòng'

let home: string
let old: TestDatabase
let backup: string
let manifest: CopyManifest
let refusal: unknown

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vasdesk-copy-'))
  const newest = (await readdir(oldDatabases)).toSorted().at(-1) ?? ''
  old = await oldDatabase(newest)
  refusal = await takeCopy(old.url, join(home, 'copies')).catch(String)
  await migrate(old.url)
  await old.pool.query(sql`INSERT INTO blacklist (phone_number, description) VALUES ('911111111', ${text})`)
  for (let round = 0; round < 2; round += 1) await sealTrail(old.pool)
  ;({ backup, manifest } = await takeCopy(old.url, join(home, 'copies')))
})
afterAll(async () => {
  await old.drop()
  await rm(home, { recursive: true, force: true })
})

test('a database of another version is not copied, because its tables would not match those of the copy', () => {
  expect(refusal).toContain('the database is of another version')
})

test('a copy fills an empty database of another locale with every row, key, trigger and sequence', async () => {
  const [fresh, target] = [await testDatabase(), await plainDatabase()]
  const later = { ...manifest, migrations: { ...manifest.migrations, '999-later.sql': 'x' } }
  await expect(loadCopy(backup, later, target.url)).rejects.toThrow(/newer version: it has 999-later.sql/)
  const earlier = { ...manifest, schema: {} }
  await expect(loadCopy(backup, earlier, target.url)).rejects.toThrow(/made by 1\.1\.0 or an older version/)
  await restoreCopy(backup, target.url)
  expect(await schemaOf(target.pool)).toEqual(await schemaOf(fresh.pool))
  expect(await brokenInvariants(target.pool)).toEqual({})
  const { rows } = await target.pool.query(
    `SELECT description FROM blacklist WHERE phone_number = '911111111'`,
  )
  expect(rows).toEqual([{ description: text }])
  const next = `SELECT last_value FROM pg_sequences WHERE sequencename = 'movements_id_seq'`
  expect((await target.pool.query(next)).rows).toEqual((await old.pool.query(next)).rows)
  await expect(restoreCopy(backup, target.url)).rejects.toThrow(/not empty/)
  await Promise.all([fresh.drop(), target.drop()])
})

test('a copy from an earlier version brings its own tables, and then gets the later upgrades for its rows', async () => {
  const dir = join(home, 'later')
  for (const folder of ['upgrades', 'platform/sql', 'subjects'])
    await cp(join(ownTree, folder), join(dir, folder), { recursive: true })
  await writeFile(join(dir, 'subjects/people/sql/tables/10-accounts.sql'), 'SELECT no_such_thing')
  await writeFile(
    join(dir, 'upgrades/999-later.sql'),
    `ALTER TABLE blacklist ADD COLUMN later text; UPDATE blacklist SET later = description`,
  )
  // Files that a file manager adds beside the copy are ignored.
  const stray = join(backup, 'schema/._40-customers.sql')
  await writeFile(stray, 'SELECT no_such_thing')
  const target = await plainDatabase()
  expect(await loadCopy(backup, manifest, target.url, dir)).toEqual([])
  await rm(stray)
  const { rows } = await target.pool.query(`SELECT later FROM blacklist WHERE phone_number = '911111111'`)
  expect(rows).toEqual([{ later: text }])
  const { rows: views } = await target.pool.query('SELECT count(*)::int AS n FROM customer_list')
  expect(views[0]?.n).toBeGreaterThan(20)
  await target.drop()
})

test('a copy is verified by loading it into a database of its own, and its audit trail by the recorded heads (D3-TRL-04)', async () => {
  const [ownHead] = await hourHeads(old.pool, 1)
  const report = await verifyBackup(backup, ownHead?.head)
  expect(report.checks.map(({ name, problems }) => [name, problems])).toEqual(
    ['files', 'recovery', 'figures', 'invariants', 'trail'].map((name) => [name, []]),
  )
  expect(report.passed).toBe(true)
  expect(report.heads).toEqual([ownHead])
  expect(manifest.figures.customer?.rows).toBeGreaterThan(20)
  expect(await readdir(join(home, 'copies'))).toHaveLength(1)
})

test('a copy whose trail lacks a recorded head is unusable (D3-TRL-04)', async () => {
  const foreign = await verifyBackup(backup, `9999:${'0'.repeat(64)}`)
  expect(foreign.checks.flatMap(({ problems }) => problems)).toEqual(['cut off: 9999'])
})

test('damage in a copy is found before anything is loaded', async () => {
  const copy = join(home, 'damaged')
  await cp(backup, copy, { recursive: true })
  const tables = Object.keys(manifest.schema).find((name) => name.endsWith('40-customers.sql')) ?? ''
  await truncate(join(copy, 'schema', tables), 20)
  await expect(restoreBackup(copy, join(home, 'new'))).rejects.toThrow(
    '40-customers.sql is not what was written',
  )
  await cp(join(backup, 'schema'), join(copy, 'schema'), { recursive: true })
  const file = manifest.tables.find(({ name }) => name === 'blacklist')?.file ?? ''
  await truncate(join(copy, 'rows', file), 20)
  const report = await verifyBackup(copy)
  expect(report.passed).toBe(false)
  expect(report.checks.flatMap(({ problems }) => problems).join()).toContain(
    `${file} is not what was written`,
  )
  await rm(join(copy, 'rows', file))
  await expect(restoreBackup(copy, join(home, 'new'))).rejects.toThrow(`${file} is missing`)
  expect(await readdir(join(home, 'new')).catch(() => [])).toEqual([])
})
