/** Verifies a backup: starts a database on a copy of it, reads everything, and compares it with the manifest. */
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { NAME } from '../db/embedded-cluster.ts'
import { startEmbedded } from '../db/embedded.ts'
import { brokenInvariants, invariants } from '../db/invariants.ts'
import { adminClient } from './admin-client.ts'
import { differences, readFigures } from './figures.ts'
import { readManifest, type CopyManifest, type FilesManifest, type Manifest } from './manifest.ts'
import { checkFiles } from './check-files.ts'
import { loadCopy } from './load-copy.ts'
import { checkPages } from './page-checks.ts'
import { layBackup, recover } from './restore-backup.ts'
import { hourHeads, type HourHead } from '../trail/heads.ts'
import { verifyTrail } from '../trail/verify.ts'

export type CheckName = 'files' | 'recovery' | 'pages' | 'figures' | 'invariants' | 'trail'
/** Passed if `problems` is empty. `note`: what was checked. */
type Check = { name: CheckName; note: string; problems: string[] }
export type Report = {
  backup: string
  manifest: Manifest
  checks: Check[]
  /** Last seal of the audit log in each hour, newest first; empty without seals. */
  heads: HourHead[]
  passed: boolean
  seconds: number
}

async function withClient<T>(
  adminUrl: string,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await adminClient(adminUrl, database)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const figuresNote = ({ figures }: Manifest): string =>
  `${Object.keys(figures).length} tables, ${Object.values(figures).reduce((sum, table) => sum + table.rows, 0)} rows`

async function checkFigures(client: Client, manifest: FilesManifest): Promise<Check> {
  const problems = differences(manifest.figures, await readFigures(client))
  return { name: 'figures', note: figuresNote(manifest), problems }
}

async function checkInvariants(client: Client): Promise<Check> {
  const broken = Object.entries(await brokenInvariants(client))
  const problems = broken.map(([name, rows]) => `${name}: broken by ${rows} rows`)
  return { name: 'invariants', note: `${Object.keys(invariants).length} invariants`, problems }
}

/** Hours covered by the heads in a report: two nights. */
const reportedHours = 48

/** Heads of the audit log's seals from outside the backup, and those found in it. */
type Heads = { recorded: string; found: HourHead[] }

/**
 * Checks the audit log against its seals, and these against previously recorded heads; its own heads are added to the
 * report, out of reach of anyone who can change the database (D3-TRL-02, D3-TRL-04).
 */
async function checkTrail(client: Client, heads: Heads): Promise<Check> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regclass('trail_seals') IS NOT NULL AS has`,
  )
  if (!rows[0]?.has) return { name: 'trail', note: 'before there were seals', problems: [] }
  const { faults, entries, unsealed, head } = await verifyTrail(client, { heads: heads.recorded })
  heads.found = await hourHeads(client, reportedHours)
  const day = head ? `, ${head.day}: ${head.count}, ${head.head}` : ''
  return {
    name: 'trail',
    note: `${entries} sealed, ${unsealed.count} not yet${day}`,
    problems: faults.map(({ kind, subject }) => `${kind}: ${subject}`),
  }
}

async function checkAllPages(adminUrl: string): Promise<Check> {
  const check: Check = { name: 'pages', note: '', problems: [] }
  let pages = 0
  let relations = 0
  for (const database of [NAME, 'postgres', 'template1']) {
    const checks = await withClient(adminUrl, database, checkPages)
    pages += checks.pages
    relations += checks.relations
    check.problems.push(...checks.problems.map((problem) => `${database}: ${problem}`))
  }
  return { ...check, note: `${pages} pages, ${relations} tables and indexes` }
}

/** A check that throws has failed, with the error as its problem. */
async function attempt(name: CheckName, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check()
  } catch (error) {
    return { name, note: '', problems: [(error as Error).message] }
  }
}

async function checkRecovered(dataDir: string, manifest: FilesManifest, heads: Heads): Promise<Check[]> {
  const started = Date.now()
  // No autovacuum before the check, and no fsync, as the copy is temporary.
  const database = await recover(dataDir, { autovacuum: 'off', shared_buffers: '128MB', fsync: 'off' })
  try {
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const inProduct = (work: (client: Client) => Promise<Check>) => withClient(database.adminUrl, NAME, work)
    return [
      { name: 'recovery', note: `${manifest.startLsn} to ${manifest.stopLsn} in ${seconds} s`, problems: [] },
      await attempt('figures', () => inProduct((client) => checkFigures(client, manifest))),
      await attempt('invariants', () => inProduct(checkInvariants)),
      await attempt('trail', () => inProduct((client) => checkTrail(client, heads))),
      await attempt('pages', () => checkAllPages(database.adminUrl)),
    ]
  } finally {
    await database.stop()
  }
}

const bytesOf = ({ files }: Manifest): string =>
  `${Object.keys(files).length} files, ${Math.ceil(Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20)} MiB`

/** Checks of a backup of files, copied to `dataDir` and recovered there. */
async function runFileChecks(
  backup: string,
  manifest: FilesManifest,
  dataDir: string,
  heads: Heads,
): Promise<Check[]> {
  const files = await attempt('files', async () => {
    await layBackup(backup, dataDir, false)
    return { name: 'files', note: bytesOf(manifest), problems: [] }
  })
  if (files.problems.length > 0) return [files]
  try {
    return [files, ...(await checkRecovered(dataDir, manifest, heads))]
  } catch (error) {
    return [files, { name: 'recovery', note: '', problems: [(error as Error).message] }]
  }
}

/** Checks of a copy of rows, loaded by an ordinary role into a new database in `dataDir`. */
async function runCopyChecks(
  backup: string,
  manifest: CopyManifest,
  dataDir: string,
  heads: Heads,
): Promise<Check[]> {
  const files = await attempt('files', async () => {
    await checkFiles(backup, manifest)
    return { name: 'files', note: bytesOf(manifest), problems: [] }
  })
  if (files.problems.length > 0) return [files]
  const database = await startEmbedded(join(dataDir, 'pg'), { fsync: 'off' })
  try {
    const started = Date.now()
    const figures: Check = { name: 'figures', note: figuresNote(manifest), problems: [] }
    const recovery = await attempt('recovery', async () => {
      figures.problems = await loadCopy(backup, manifest, database.url)
      return { name: 'recovery', note: `${((Date.now() - started) / 1000).toFixed(1)} s`, problems: [] }
    })
    if (recovery.problems.length > 0) return [files, recovery]
    const inProduct = (work: (client: Client) => Promise<Check>) => withClient(database.adminUrl, NAME, work)
    return [
      files,
      recovery,
      figures,
      await attempt('invariants', () => inProduct(checkInvariants)),
      await attempt('trail', () => inProduct((client) => checkTrail(client, heads))),
    ]
  } finally {
    await database.stop()
  }
}

/**
 * Copies the backup to a temporary place, recovers it, checks files, recovery, figures, invariants, pages and indexes,
 * and removes it; a copy of rows is loaded into a new database. The backup itself is only read. `knownHeads` are texts with
 * heads of the audit log's seals, such as earlier reports. Throws only without a readable manifest.
 */
export async function verifyBackup(folder: string, knownHeads = ''): Promise<Report> {
  const backup = resolve(folder)
  const started = Date.now()
  const manifest = await readManifest(backup)
  const dataDir = await mkdtemp(join(dirname(backup), `verify-${process.pid}-`))
  const heads: Heads = { recorded: knownHeads, found: [] }
  try {
    const checks = await (manifest.format === 1
      ? runFileChecks(backup, manifest, dataDir, heads)
      : runCopyChecks(backup, manifest, dataDir, heads))
    const passed = checks.every((check) => check.problems.length === 0)
    return { backup, manifest, checks, heads: heads.found, passed, seconds: (Date.now() - started) / 1000 }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
