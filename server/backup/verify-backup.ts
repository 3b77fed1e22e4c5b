/** Proves a backup: starts a database on a copy of it, reads everything, and compares it with what was recorded. */
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import { NAME } from '../db/embedded-cluster.ts'
import { brokenInvariants, invariants } from '../db/invariants.ts'
import { adminClient } from './admin-client.ts'
import { differences, readFigures } from './figures.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { checkPages } from './page-checks.ts'
import { layBackup, recover } from './restore-backup.ts'

export type CheckName = 'files' | 'recovery' | 'pages' | 'figures' | 'invariants'
/** `problems` empty: passed. `note`: what was looked at. */
export type Check = { name: CheckName; note: string; problems: string[] }
export type Report = { backup: string; manifest: Manifest; checks: Check[]; passed: boolean; seconds: number }

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

async function checkFigures(client: Client, manifest: Manifest): Promise<Check> {
  const rows = Object.values(manifest.figures).reduce((sum, table) => sum + table.rows, 0)
  const problems = differences(manifest.figures, await readFigures(client))
  return { name: 'figures', note: `${Object.keys(manifest.figures).length} tables, ${rows} rows`, problems }
}

async function checkInvariants(client: Client): Promise<Check> {
  const broken = Object.entries(await brokenInvariants(client))
  const problems = broken.map(([name, rows]) => `${name}: broken by ${rows} rows`)
  return { name: 'invariants', note: `${Object.keys(invariants).length} invariants`, problems }
}

async function checkAllPages(adminUrl: string): Promise<Check> {
  const check: Check = { name: 'pages', note: '', problems: [] }
  let pages = 0
  let relations = 0
  for (const database of [NAME, 'postgres', 'template1']) {
    const found = await withClient(adminUrl, database, checkPages)
    pages += found.pages
    relations += found.relations
    check.problems.push(...found.problems.map((problem) => `${database}: ${problem}`))
  }
  return { ...check, note: `${pages} pages, ${relations} tables and indexes` }
}

/** A check that cannot be finished has failed: its error is its problem. */
async function attempt(name: CheckName, check: () => Promise<Check>): Promise<Check> {
  try {
    return await check()
  } catch (error) {
    return { name, note: '', problems: [(error as Error).message] }
  }
}

async function checkRecovered(dataDir: string, manifest: Manifest): Promise<Check[]> {
  const started = Date.now()
  // Nothing may tidy up before it was looked at; and the copy need not outlive a power cut.
  const database = await recover(dataDir, { autovacuum: 'off', shared_buffers: '128MB', fsync: 'off' })
  try {
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const inProduct = (work: (client: Client) => Promise<Check>) => withClient(database.adminUrl, NAME, work)
    return [
      { name: 'recovery', note: `${manifest.startLsn} to ${manifest.stopLsn} in ${seconds} s`, problems: [] },
      await attempt('figures', () => inProduct((client) => checkFigures(client, manifest))),
      await attempt('invariants', () => inProduct(checkInvariants)),
      await attempt('pages', () => checkAllPages(database.adminUrl)),
    ]
  } finally {
    await database.stop()
  }
}

async function runChecks(backup: string, manifest: Manifest, dataDir: string): Promise<Check[]> {
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  const note = `${Object.keys(manifest.files).length} files, ${Math.ceil(bytes / 2 ** 20)} MiB`
  const files = await attempt('files', async () => {
    await layBackup(backup, dataDir, false)
    return { name: 'files', note, problems: [] }
  })
  if (files.problems.length > 0) return [files]
  try {
    return [files, ...(await checkRecovered(dataDir, manifest))]
  } catch (error) {
    return [files, { name: 'recovery', note: '', problems: [(error as Error).message] }]
  }
}

/**
 * Copies the backup beside itself, recovers the copy, checks files, recovery, figures, invariants, pages and
 * indexes, and removes the copy. The backup itself is only read. Throws only when there is no readable manifest.
 */
export async function verifyBackup(folder: string): Promise<Report> {
  const backup = resolve(folder)
  const started = Date.now()
  const manifest = await readManifest(backup)
  const dataDir = await mkdtemp(join(dirname(backup), 'verify-'))
  try {
    const checks = await runChecks(backup, manifest, dataDir)
    const passed = checks.every((check) => check.problems.length === 0)
    return { backup, manifest, checks, passed, seconds: (Date.now() - started) / 1000 }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
