/** A backup of a busy database is complete and restorable, and damage is detected. */
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool, permitFiles, userId } from '#test/pool.ts'
import { startEmbedded, type Embedded } from '../db/embedded.ts'
import { brokenInvariants } from '../db/invariants.ts'
import { migrate } from '../db/migrate.ts'
import { createPool, withTransaction, type Pool } from '../db/pool.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { sealTrail } from '../trail/seal.ts'
import { differences } from './figures.ts'
import { clusterIn, findBackup, manifestText, readFilesManifest, type FilesManifest } from './manifest.ts'
import { reportText } from './report.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup, type Report } from './verify-backup.ts'

type Entry = { phone: string; sent: number; answered: number }

const quick = { fsync: 'off', shared_buffers: '64MB' }
let home: string
let database: Embedded
let pool: Pool
let backup: string
let manifest: FilesManifest
let journal: Entry[]

const dataDir = (): string => join(home, 'data')

/** Inserted rows with the time before and after each acknowledgement. */
async function keepWriting(signal: AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let n = 0; !signal.aborted; n++) {
    const phone = String(900_000_000 + n)
    const sent = Date.now()
    await pool.query(sql`INSERT INTO blacklist (phone_number, description) VALUES (${phone}, 'Không gọi')`)
    entries.push({ phone, sent, answered: Date.now() })
    await sleep(1)
  }
  return entries
}

/** Claims and results through the product's own routines in a tight loop, to hold the locks of a busy day. */
async function keepCalling(signal: AbortSignal, username: string): Promise<number> {
  const user = await userId(pool, username)
  for (let calls = 0; ; calls++) {
    if (signal.aborted) return calls
    await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string | null }>(sql`
        SELECT body::json -> 'value' ->> 'id' AS id FROM next_care(${user}, ${username}, NULL)`)
      const id = rows[0]?.id
      await client.query(sql`SELECT set_config('vas.movement', 'result', true)`)
      await client.query(sql`UPDATE customer SET stage = 'called', status = 'APPROVED' WHERE id = ${id}`)
      await client.query(sql`
        INSERT INTO care_history (customer_id, user_id, username, phone, package, status)
        SELECT id, ${user}, ${username}, phone, 'VD90', 'APPROVED' FROM customer WHERE id = ${id}`)
    })
  }
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vasdesk-backup-'))
  database = await startEmbedded(join(dataDir(), 'pg'), quick)
  await migrate(database.url)
  pool = createPool(database.url, { max: 8, applicationName: 'test', log: console })
  await seedBase(pool)
  await seedOrganisation(pool)
  await permitFiles(pool, 'chinhanh1', [await makePool(pool, { rows: 5_000 })])
  await pool.query(
    `INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('admin', 'create', 'x', 'x')`,
  )
  for (let round = 0; round < 2; round += 1) await sealTrail(pool)
  const stop = new AbortController()
  const work = Promise.all([
    keepWriting(stop.signal),
    ...['sale111', 'sale112', 'sale121'].map((username) => keepCalling(stop.signal, username)),
  ])
  const result = await takeBackup(dataDir(), join(home, 'backups')).finally(() => stop.abort())
  const [entries] = await work
  backup = result.backup
  manifest = result.manifest
  journal = entries
}, 60_000)

afterAll(async () => {
  await pool.end()
  await database.stop()
  await rm(home, { recursive: true, force: true })
})

async function copyOfBackup(name: string): Promise<string> {
  const copy = join(home, name, 'copy')
  await mkdir(join(home, name))
  await cp(backup, copy, { recursive: true })
  return copy
}

async function flipByte(file: string, offset: number): Promise<void> {
  const handle = await open(file, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, offset)
  byte[0] = (byte[0] ?? 0) ^ 0x10
  await handle.write(byte, 0, 1, offset)
  await handle.close()
}

const filepath = async (relation: string): Promise<string> =>
  (await pool.query<{ path: string }>(`SELECT pg_relation_filepath('${relation}') AS path`)).rows[0]?.path ??
  ''

const failed = (report: Report): string[] =>
  report.checks.filter((check) => check.problems.length > 0).map((check) => check.name)

test('a restored backup has every row committed before its time and none from after it', async () => {
  const target = join(home, 'restored')
  await restoreBackup(backup, target)
  expect(await readdir(join(target, 'pg', 'postgres'))).not.toContain('postmaster.pid')
  const restored = await startEmbedded(join(target, 'pg'), quick)
  const copy = createPool(restored.url, { max: 2, applicationName: 'test', log: console })
  const { rows } = await copy.query<{ phone_number: string }>('SELECT phone_number FROM blacklist')
  const there = new Set(rows.map((row) => row.phone_number))
  const moment = Date.parse(manifest.moment)
  const before = journal.filter((entry) => entry.answered < moment)
  expect(before.length).toBeGreaterThan(20)
  expect(before.filter((entry) => !there.has(entry.phone))).toEqual([])
  const after = journal.filter((entry) => entry.sent > moment + 1)
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter((entry) => there.has(entry.phone))).toEqual([])
  const calls = await copy.query('SELECT FROM care_history')
  expect(calls.rowCount).toBeGreaterThan(0)
  expect(await brokenInvariants(copy)).toEqual({})
  // The restored database is writable.
  await copy.query(sql`INSERT INTO blacklist (phone_number) VALUES ('899999999')`)
  await copy.end()
  await restored.stop()
})

test("an intact backup passes every check, and the report says so in both languages, with the day's head of the audit log (D3-TRL-02)", async () => {
  const report = await verifyBackup(backup)
  expect(report.checks.flatMap((check) => check.problems)).toEqual([])
  expect(report.checks.map((check) => check.name)).toEqual([
    'files',
    'recovery',
    'figures',
    'invariants',
    'trail',
    'pages',
  ])
  expect(report.passed).toBe(true)
  const trail = report.checks.find(({ name }) => name === 'trail')?.note
  expect(trail).toMatch(/^\d+ sealed, \d+ not yet, \d{4}-\d\d-\d\d: \d+, [0-9a-f]{64}$/)
  expect(reportText(report)).toContain(trail)
  expect(reportText(report)).toMatch(/DÙNG ĐƯỢC \/ RESULT: USABLE/)
  expect(manifest.figures['public.blacklist']?.rows).toBeGreaterThan(20)
  expect(manifest.figures['public.customer']?.rows).toBe(5_000)
  const remaining = await readdir(join(home, 'backups'))
  expect(remaining).toEqual([backup.split('/').at(-1)])
})

test('a flipped byte in the copy is found, and the backup is not restored', async () => {
  const copy = await copyOfBackup('flipped')
  const name = await filepath('permissions')
  await flipByte(join(clusterIn(copy), name), 8_000)
  const report = await verifyBackup(copy)
  expect(failed(report)).toEqual(['files'])
  expect(report.checks[0]?.problems[0]).toContain(name)
  expect(reportText(report)).toMatch(/KHÔNG DÙNG ĐƯỢC/)
  const target = join(home, 'not-restored')
  await expect(restoreBackup(copy, target)).rejects.toThrow(/damaged/)
  expect(await readdir(target)).toEqual([])
})

test('damage on the disk from before the backup is found by the page checksums', async () => {
  const copy = await copyOfBackup('rotten')
  const contents = await readFilesManifest(copy)
  for (const relation of ['permissions', 'permissions_code_key']) {
    const name = await filepath(relation)
    const file = join(clusterIn(copy), name)
    await flipByte(file, 8_000)
    const bytes = await readFile(file)
    contents.files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  await writeFile(join(copy, 'manifest.json'), manifestText(contents))
  const report = await verifyBackup(copy)
  expect(failed(report)).toContain('pages')
  const problems = report.checks.find((check) => check.name === 'pages')?.problems.join('\n')
  expect(problems).toMatch(/permissions: invalid page/)
  expect(problems).toMatch(/permissions_code_key: invalid page/)
})

test('a lost row, a wrong total and a wrong value are reported as different faults', () => {
  const table = { rows: 2, sums: { n: '5' }, digest: '77' }
  const differing = (now: Partial<typeof table>) => differences({ t: table }, { t: { ...table, ...now } })
  expect(differing({})).toEqual([])
  expect(differing({ rows: 1, digest: '7' })).toEqual(['t: 1 rows, recorded 2'])
  expect(differing({ sums: { n: '6' }, digest: '7' })).toEqual(['t.n: sum 6, recorded 5'])
  expect(differing({ digest: '7' })).toEqual(['t: same counts and sums, other values'])
  expect(differences({ t: table }, {})).toEqual(['t: missing'])
})

test('a missing file and a surplus file are found before anything is restored', async () => {
  const copy = await copyOfBackup('incomplete')
  await writeFile(join(clusterIn(copy), 'extra'), '')
  await expect(restoreBackup(copy, join(home, 'extra'))).rejects.toThrow(/extra does not belong/)
  await rm(join(clusterIn(copy), 'extra'))
  await rm(join(clusterIn(copy), 'backup_label'))
  await expect(restoreBackup(copy, join(home, 'missing'))).rejects.toThrow(/backup_label is missing/)
})

test('a restore never overwrites a database, and a backup needs a running one', async () => {
  await expect(restoreBackup(backup, dataDir())).rejects.toThrow(/not empty/)
  await expect(takeBackup(join(home, 'nowhere'), join(home, 'backups'))).rejects.toThrow(/no database runs/)
  await expect(takeBackup(dataDir(), join(dataDir(), 'pg', 'postgres', 'base'))).rejects.toThrow(/inside/)
  await expect(restoreBackup(join(home, 'backups'), join(home, 'other'))).rejects.toThrow(
    /not a finished backup/,
  )
  expect(await findBackup(join(home, 'backups'))).toBe(backup)
})

test('a backup waits for a running write and does not make it fail', async () => {
  const busy = withTransaction(pool, async (client) => {
    await client.query(
      sql`INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('x', 'x', 'x', 'x')`,
    )
    await sleep(3_000)
    await client.query(sql`UPDATE users SET version = version + 1 WHERE username = 'sale111'`)
  })
  const second = await takeBackup(dataDir(), join(home, 'second'))
  await busy
  const audit = second.manifest.figures['public.audit_log']
  expect(audit?.rows).toBe((manifest.figures['public.audit_log']?.rows ?? 0) + 1)
  const slots = await pool.query('SELECT FROM pg_replication_slots')
  expect(slots.rowCount).toBe(0)
})
