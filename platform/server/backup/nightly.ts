/** The nightly job: back up, verify, delete old backups, copy to a second place, report to the monitoring. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupClient } from './admin-client.ts'
import { prune, VERIFIED_FILE, type KeepRule } from './kept-backups.ts'
import { removeLeftovers } from './leftovers.ts'
import { flushFolder, writeFlushed } from './new-backup.ts'
import { reportText } from './report.ts'
import { copyReports, copyToSecond, requireOtherDisk } from './second-place.ts'
import type { Report } from './verify-backup.ts'

// Arbitrary; must differ from the product's other advisory locks.
const LOCK = 718_205_118

export type Night = {
  /** Address of the database itself, for the lock. */
  url: string
  /** Folder for this database only. */
  folder: string
  second: string | null
  /** The second place may be on the same disk. */
  sameDisk: boolean
  keep: KeepRule
  take: () => Promise<{ backup: string }>
  /** `knownHeads`: texts with heads of the audit log's seals. */
  verify: (backup: string, knownHeads: string) => Promise<Report>
  /** Records for /metrics whether the audit log of the backup matches its seals. */
  noteTrail: (sound: boolean) => Promise<void>
  /** Records for /metrics that a backup was verified and copied. */
  note: () => Promise<void>
  say: (line: string) => void
}

/** A failed step with the reason. */
export type Failure = { step: string; reason: string }

/** Runs `work` unless another nightly job runs on the same database. The database releases the lock of a killed process. */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await backupClient(url)
  try {
    await client.query('SET idle_session_timeout = 0')
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [
      LOCK,
    ])
    if (!rows[0]?.alone) throw new Error('another nightly run is under way on this database')
    return await work()
  } finally {
    await client.end()
  }
}

/** All reports of earlier nights, local and at the second place. */
async function earlierReports({ folder, second }: Night): Promise<string> {
  const texts: string[] = []
  for (const place of second === null ? [folder] : [folder, second]) {
    const reports = join(place, 'reports')
    if (!existsSync(reports)) continue
    for (const name of await readdir(reports))
      if (name.endsWith('.txt')) texts.push(await readFile(join(reports, name), 'utf8'))
  }
  return texts.join('\n')
}

/**
 * Verifies the backup. The report is stored next to the backups whatever the result, with the heads of the audit log's
 * seals; those of earlier nights must still be in the log (D3-TRL-02, D3-TRL-04).
 */
async function prove(night: Night, backup: string): Promise<string> {
  const reports = join(night.folder, 'reports')
  const report = await night.verify(backup, await earlierReports(night))
  const text = Buffer.from(reportText(report))
  await mkdir(reports, { recursive: true, mode: 0o700 })
  const file = join(reports, `${basename(backup)}.txt`)
  await writeFlushed(file, text)
  const trail = report.checks.find(({ name }) => name === 'trail')
  if (trail) await night.noteTrail(trail.problems.length === 0)
  const problem = report.checks.flatMap(({ problems }) => problems)[0]
  if (!report.passed) throw new Error(`${backup} is not usable: ${problem}; see ${file}`)
  await writeFlushed(join(backup, VERIFIED_FILE), text)
  await flushFolder(backup)
  return file
}

type Step = (name: string, work: () => Promise<string>) => Promise<boolean>

/** Runs steps with one log line each; failures are collected. */
function stepsInto(failures: Failure[], printLine: Night['say']): Step {
  return async (name, work) => {
    const started = performance.now()
    const line = (status: string, text: string): void => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      printLine(`${status.padEnd(6)} ${name.padEnd(12)} ${seconds.padStart(7)} s  ${text}`)
    }
    try {
      line('ok', await work())
      return true
    } catch (error) {
      const reason = (error as Error).message
      failures.push({ step: name, reason })
      line('FAILED', reason)
      return false
    }
  }
}

const listed = (names: string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

async function secondPlace(night: Night, second: string, step: Step): Promise<void> {
  const { folder, keep, sameDisk } = night
  const copied = await step('copy', async () => {
    if (!sameDisk) await requireOtherDisk(folder, second)
    await removeLeftovers(second)
    const names = await copyToSecond(folder, second)
    await copyReports(join(folder, 'reports'), second)
    return `${listed(names)} to ${second}, read back`
  })
  if (copied) await step('prune copies', async () => listed(await prune(second, keep, new Date())))
}

async function run(night: Night): Promise<Failure[]> {
  const { folder, second, keep } = night
  const failures: Failure[] = []
  const step = stepsInto(failures, night.say)
  let backup = ''
  await step('leftovers', async () => listed(await removeLeftovers(folder)))
  const backedUp = await step('backup', async () => {
    backup = (await night.take()).backup
    return backup
  })
  // Without a new verified backup no old one is deleted.
  if (!backedUp || !(await step('verify', () => prove(night, backup)))) return failures
  await step('prune', async () => listed(await prune(folder, keep, new Date())))
  if (second !== null) await secondPlace(night, second, step)
  if (failures.length === 0)
    await step('note', async () => {
      await night.note()
      return 'for /metrics'
    })
  return failures
}

/**
 * Runs the nightly job in `folder` and returns the failed steps; steps that do not depend on a failed one still run.
 * Safe to be killed: the next run removes leftovers. Throws if another one is running.
 */
export async function nightly(night: Night): Promise<Failure[]> {
  await mkdir(night.folder, { recursive: true, mode: 0o700 })
  return alone(night.url, () => run(night))
}
