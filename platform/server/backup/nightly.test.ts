/** The nightly job: no valid backup is deleted, damage makes it fail, and an interrupted run leaves nothing behind. */
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { identityOf } from '../db/embedded-cluster.ts'
import { backupsIn, expired, prune, VERIFIED_FILE, type Backup } from './kept-backups.ts'
import { checkFiles } from './check-files.ts'
import { readManifest } from './manifest.ts'
import { removeLeftovers } from './leftovers.ts'
import { nightly, type Failure, type Night } from './nightly.ts'
import { requireOtherDisk } from './second-place.ts'
import { takeCopy } from './take-copy.ts'
import { verifyBackup, type Report } from './verify-backup.ts'
import { longRun } from '#test/rounds.ts'
import { hourHeads } from '../trail/heads.ts'
import { sealTrail } from '../trail/seal.ts'
import { verifyTrail } from '../trail/verify.ts'

let database: TestDatabase
let home: string
let folder: string
let second: string
let noted: number
/** Recorded results of audit log checks. */
let trails: boolean[]
let count = 0

beforeAll(async () => {
  database = await testDatabase()
  home = await mkdtemp(join(tmpdir(), 'vasdesk-nightly-'))
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  noted = 0
  trails = []
  folder = join(home, `${(count += 1)}`, 'backups')
  second = join(home, `${count}`, 'second')
  await mkdir(second, { recursive: true })
})

/** A verification of the files only, as the full one has tests of its own. */
async function proofOfFiles(backup: string): Promise<Report> {
  const manifest = await readManifest(backup)
  const problems = await checkFiles(backup, manifest).then(
    () => [],
    (error: Error) => [error.message],
  )
  const check = { name: 'files', note: '', problems } as const
  return { backup, manifest, checks: [check], heads: [], passed: problems.length === 0, seconds: 0 }
}

const night = (other: Partial<Night> = {}): Promise<Failure[]> =>
  nightly({
    url: database.url,
    folder,
    second,
    sameDisk: true,
    keep: { days: 35, most: Infinity },
    take: () => takeCopy(database.url, folder),
    verify: proofOfFiles,
    noteTrail: async (sound) => void trails.push(sound),
    note: async () => void (noted += 1),
    say: () => undefined,
    ...other,
  })

const names = async (place: string): Promise<string[]> => (await backupsIn(place)).map(({ name }) => name)

/** Id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn('true')
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

test('a nightly run leaves a verified backup, its copy and its report in both places, and notifies the monitoring', async () => {
  const lines: string[] = []
  expect(await night({ verify: verifyBackup, say: (line) => lines.push(line) })).toEqual([])
  const [name = ''] = await names(folder)
  expect(await backupsIn(second)).toEqual(await backupsIn(folder))
  expect(await backupsIn(folder)).toMatchObject([{ name, proven: true }])
  for (const place of [folder, second]) {
    const report = await readFile(join(place, 'reports', `${name}.txt`), 'utf8')
    expect(report).toMatch(/RESULT: USABLE/)
    expect(report).toMatch(/Nhật ký đúng niêm phong/)
  }
  expect([noted, trails]).toEqual([1, [true]])
  expect(lines.map((line) => line.split(/ +/).slice(0, 2))).toEqual(
    ['leftovers', 'backup', 'verify', 'prune', 'copy', 'prune', 'note'].map((step) => ['ok', step]),
  )
})

test('old backups are deleted by age and number, but never the newest verified one', async () => {
  const on = (day: string, proven = true): Backup => ({
    name: `${day}T02-00-00Z`,
    at: new Date(`${day}T02:00:00Z`),
    proven,
  })
  const expiredNames = (backups: Backup[], most = Infinity) =>
    expired(backups, { days: 35, most }, new Date('2026-11-26T12:00:00Z')).map(({ name }) =>
      name.slice(0, 10),
    )
  const [old, older] = [on('2026-01-02'), on('2026-01-01')]
  expect(expiredNames([older, old, on('2026-11-25'), on('2026-11-26')])).toEqual(['2026-01-01', '2026-01-02'])
  expect(expiredNames([older, old, on('2026-11-26', false)])).toEqual(['2026-01-01'])
  expect(expiredNames([on('2026-01-01', false), on('2026-11-24'), on('2026-11-25')], 1)).toEqual([
    '2026-01-01',
    '2026-11-24',
  ])
  // Unverified backups do not count towards the number of verified ones kept.
  expect(expiredNames([on('2026-11-23'), on('2026-11-24', false), on('2026-11-25', false)], 1)).toEqual([])

  await mkdir(join(folder, '2020-01-01T00-00-00Z'), { recursive: true })
  for (const name of ['2020-01-02T00-00-00Z', '2020-01-03T00-00-00Z', 'before-upgrade']) {
    await mkdir(join(folder, name))
    for (const file of ['manifest.json', VERIFIED_FILE]) await writeFile(join(folder, name, file), '')
  }
  expect(await prune(folder, { days: 35, most: 9 }, new Date())).toEqual(['2020-01-02T00-00-00Z'])
  expect((await readdir(folder)).toSorted()).toEqual([
    '2020-01-01T00-00-00Z',
    '2020-01-03T00-00-00Z',
    'before-upgrade',
  ])
})

test('an unusable backup fails the nightly run, and no old backup is deleted for it', async () => {
  await night({ second: null })
  const [name = ''] = await names(folder)
  const old = '2020-01-01T00-00-00Z'
  await cp(join(folder, name), join(folder, old), { recursive: true })
  const take = async () => {
    const copy = await takeCopy(database.url, folder)
    await truncate(join(copy.backup, 'rows', '000.copy.gz'), 10)
    return copy
  }
  const [failure, ...others] = await night({ take })
  expect(others).toEqual([])
  expect(failure).toMatchObject({
    step: 'verify',
    reason: expect.stringMatching(/not usable: .*000.copy.gz/),
  })
  expect(await backupsIn(folder)).toMatchObject([{ name: old }, { name, proven: true }, { proven: false }])
  expect(await names(second)).toEqual([])
  expect(noted).toBe(1)
  const [broken = ''] = (await names(folder)).slice(-1)
  expect(await readFile(join(folder, 'reports', `${broken}.txt`), 'utf8')).toMatch(/NOT USABLE/)
})

test.runIf(longRun)(
  'a corrupt copy at the second place fails the nightly run until it is deleted and created again',
  async () => {
    await night()
    const [name = ''] = await names(folder)
    const old = '2020-01-01T00-00-00Z'
    await cp(join(second, name), join(second, old), { recursive: true })
    await truncate(join(second, name, 'rows', '000.copy.gz'), 10)
    const failures = await night()
    expect(failures).toMatchObject([
      { step: 'copy', reason: expect.stringContaining('000.copy.gz is not what') },
    ])
    expect(failures[0]?.reason).toContain(join(second, name))
    expect(noted).toBe(1)
    expect(await names(second)).toContain(old)
    await rm(join(second, name), { recursive: true })
    expect(await night()).toEqual([])
    expect(await names(second)).toEqual(await names(folder))
  },
)

test('a disk that is not mounted, or is the first one, is refused as second place', async () => {
  await mkdir(folder, { recursive: true })
  await expect(requireOtherDisk(folder, second)).rejects.toThrow('on the same disk')
  await expect(requireOtherDisk(folder, join(second, 'away'))).rejects.toThrow('is its disk mounted?')
  expect(await night({ sameDisk: false })).toMatchObject([{ step: 'copy' }])
  expect(await readdir(second)).toEqual([])
  // One of the two is on another file system than the tests' files.
  const { dev } = await stat(folder)
  const other = ['/dev/shm', '/var/tmp'].find((dir) => existsSync(dir) && statSync(dir).dev !== dev)
  if (other !== undefined) await requireOtherDisk(folder, other)
})

test('leftovers of dead processes are deleted, files of a running process stay', async () => {
  await mkdir(folder, { recursive: true })
  const dead = await deadProcess()
  const stamp = '2026-11-25T02-00-00Z'
  const leftovers = [`${stamp}.${dead}.part`, `verify-${dead}-AbCdE1`]
  const keptNames = [`${stamp}.${process.pid}.part`, `verify-${process.pid}-AbCdE1`, 'notes.part', 'reports']
  const ofBefore = [`${stamp}.part`, 'verify-AbCdE1']
  for (const name of [...leftovers, ...keptNames, ...ofBefore])
    await mkdir(join(folder, name, 'rows'), { recursive: true })
  expect((await removeLeftovers(folder)).toSorted()).toEqual(leftovers.toSorted())
  const longAgo = new Date(Date.now() - 25 * 3600 * 1000)
  for (const name of ofBefore) await utimes(join(folder, name), longAgo, longAgo)
  expect((await removeLeftovers(folder)).toSorted()).toEqual(ofBefore.toSorted())
  expect((await readdir(folder)).toSorted()).toEqual(keptNames.toSorted())
})

test.runIf(longRun)(
  'a run killed while verifying leaves a database that the next run stops and removes',
  async () => {
    const script = join(import.meta.dirname, '../../../tools/nightly.ts')
    const env = { ...process.env, DATABASE_URL: database.url, DATABASE_DIRECT_URL: '' }
    const child = spawn(process.execPath, [script, folder], { env, stdio: 'ignore' })
    const exit = new Promise((resolve) => child.once('exit', resolve))
    const pidFile = async (): Promise<number> => {
      const proof = existsSync(folder) && (await readdir(folder)).find((name) => name.startsWith('verify-'))
      const file = join(folder, proof || '-', 'pg/postgres/postmaster.pid')
      const lines = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : []
      return lines[7]?.trim() === 'ready' ? Number(lines[0]) : 0
    }
    await expect.poll(pidFile, { interval: 20 }).toBeGreaterThan(0)
    const postmaster = await pidFile()
    child.kill('SIGKILL')
    await exit
    expect(identityOf(postmaster)).not.toBeNull()
    expect(await night()).toEqual([])
    expect(identityOf(postmaster)).toBeNull()
    expect((await readdir(folder)).filter((name) => name.startsWith('verify-'))).toEqual([])
    // The backup being verified is kept as unverified, and not copied to the second place.
    expect(await backupsIn(folder)).toMatchObject([{ proven: false }, { proven: true }])
    expect(await names(second)).toEqual((await names(folder)).slice(-1))
  },
)

test('only one nightly run at a time works on one database', async () => {
  const take = async () => {
    await expect(night()).rejects.toThrow('another nightly run is under way')
    throw new Error('enough')
  }
  expect(await night({ take })).toEqual([{ step: 'backup', reason: 'enough' }])
})

test('D3-TRL-04: each report has the hourly heads, and a run whose backup lacks earlier heads fails', async () => {
  const { pool } = database
  const proofOfTrail = async (backup: string, knownHeads: string): Promise<Report> => {
    const { faults } = await verifyTrail(pool, { heads: knownHeads })
    const problems = faults.map(({ kind, subject }) => `${kind}: ${subject}`)
    const heads = await hourHeads(pool, 48)
    const checks = [{ name: 'trail', note: '', problems } as const]
    return { ...(await proofOfFiles(backup)), checks, heads, passed: problems.length === 0 }
  }
  const write = () =>
    pool.query(
      `INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('admin', 'create', 'niem-phong', 'x')`,
    )
  await write()
  for (let round = 0; round < 2; round += 1) await sealTrail(pool)
  expect(await night({ verify: proofOfTrail })).toEqual([])
  const [name = ''] = await names(folder)
  const [newest] = await hourHeads(pool, 1)
  expect(await readFile(join(second, 'reports', `${name}.txt`), 'utf8')).toContain(newest?.head)
  // Sealed again, with the report next to the backups removed: the copy at the second place still shows it.
  await pool.query('TRUNCATE trail_seals, trail_mark')
  await write()
  for (let round = 0; round < 2; round += 1) await sealTrail(pool)
  await rm(join(folder, 'reports'), { recursive: true })
  const [failure, ...others] = await night({ verify: proofOfTrail })
  expect(others).toEqual([])
  expect(failure).toMatchObject({
    step: 'verify',
    reason: expect.stringMatching(/not usable: (sealed anew|cut off): \d+/),
  })
  // A failed verification proves nothing.
  const [, forged = ''] = await names(folder)
  const report = await readFile(join(folder, 'reports', `${forged}.txt`), 'utf8')
  expect(report).not.toContain((await hourHeads(pool, 1))[0]?.head)
})
