/** Takes a base backup of the running embedded database, with figures for verifying it later. */
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import pg, { type Client } from 'pg'
import { NAME } from '../db/embedded-cluster.ts'
import { runningAdminUrl } from '../db/embedded.ts'
import { adminClient } from './admin-client.ts'
import { CONTROL, copyFile, forEachFile, listCluster, type Copied } from './cluster-files.ts'
import { readFigures } from './figures.ts'
import { clusterIn, type FilesManifest } from './manifest.ts'
import { newBackup, writeFlushed } from './new-backup.ts'
import { setTimeout as sleep } from 'node:timers/promises'

// Locked in the usual order of a write: idempotency key, own row, then customers and dependants. Running writes can
// finish and new ones wait at their start, not half-way with a lock that the backup waits for.
const order = [
  ['idempotency'],
  ['customer', 'movements', 'balance_deltas', 'balances', 'disclosures', 'care_history', 'audit_log'],
]

const ATTEMPTS = 60
// Lock timeout, statement timeout, deadlock.
const yielding = new Set(['55P03', '57014', '40P01'])

async function lockStatement(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND n.nspname !~ '^pg_'
       AND n.nspname <> 'information_schema'
     ORDER BY c.relname = ANY ($1) DESC, coalesce(array_position($2::text[], c.relname::text), 0), 1`,
    order,
  )
  return `LOCK TABLE ${rows.map((row) => row.name).join(', ')} IN SHARE MODE`
}

async function tryLock(client: Client, statement: string): Promise<boolean> {
  // Shorter than the default deadlock timeout of a second, so that the backup gives way and never a user.
  await client.query(`BEGIN; SET LOCAL deadlock_timeout = '200ms'; SET LOCAL lock_timeout = '500ms'`)
  await client.query(`SET LOCAL statement_timeout = '1s'`)
  try {
    await client.query(statement)
    await client.query('SET LOCAL statement_timeout = 0')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (error instanceof pg.DatabaseError && yielding.has(error.code ?? '')) return false
    throw error
  }
}

/**
 * Finds a moment without writers, so that figures and backup have exactly the same state. Runs `work` while no table of
 * the product can change; writers wait, readers do not, so keep it short. The transaction only holds the locks; nothing
 * of `work` is rolled back. Throws if long writes prevent it for a minute.
 */
async function inQuietMoment<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const statement = await lockStatement(client)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await tryLock(client, statement)) {
      try {
        return await work()
      } finally {
        await client.query('ROLLBACK')
      }
    }
    await sleep(300 + Math.random() * 600)
  }
  throw new Error('no quiet moment within a minute: a long write is under way; run the backup again later')
}

type Files = Record<string, Copied>

async function begin(client: Client): Promise<string> {
  // A replication slot of this session retains all log written from here on; it is dropped with the session.
  await client.query(
    `SELECT pg_create_physical_replication_slot('vasdesk_backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<{ lsn: string }>(
    `SELECT pg_backup_start('vasdesk', fast => true)::text AS lsn`,
  )
  return rows[0]?.lsn ?? ''
}

async function copyData(cluster: string, to: string): Promise<{ files: Files; folders: string[] }> {
  const { files: names, folders } = await listCluster(cluster)
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of folders) await mkdir(join(to, folder), { mode: 0o700 })
  const files: Files = {}
  await forEachFile(names, async (name) => {
    try {
      files[name] = await copyFile(join(cluster, name), join(to, name), true)
    } catch (error) {
      // Deleted while copying: recovery replays that from the log too.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  })
  return { files, folders }
}

/** Overwritten in place by the database: read until two readings in a row are equal. */
async function readControl(cluster: string): Promise<Buffer> {
  let last = await readFile(join(cluster, CONTROL))
  for (;;) {
    const second = await readFile(join(cluster, CONTROL))
    if (second.equals(last)) return second
    last = second
  }
}

type Stopped = { lsn: string; label: string; map: string; moment: string; first: string; last: string }

/** Ends the backup at a point whose exact state `reader` sees until its transaction ends. */
function finish(client: Client, reader: Client, startLsn: string): Promise<Stopped> {
  return inQuietMoment(client, async () => {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const clock = await reader.query<{ moment: string }>(
      `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment`,
    )
    // Switches the log file, so that everything written afterwards is in a file that is not copied.
    const { rows } = await client.query<Omit<Stopped, 'moment'>>(
      `SELECT lsn::text, labelfile AS label, coalesce(spcmapfile, '') AS map, pg_walfile_name($1) AS first,
         pg_walfile_name(lsn) AS last
       FROM pg_backup_stop(wait_for_archive => false)`,
      [startLsn],
    )
    if (!rows[0]) throw new Error('pg_backup_stop answered nothing')
    return { ...rows[0], moment: clock.rows[0]?.moment ?? '' }
  })
}

async function copyLog(cluster: string, to: string, first: string, last: string): Promise<Files> {
  const segments = (await readdir(join(cluster, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .toSorted()
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error('the write-ahead log of the backup is not whole')
  const files: Files = {}
  for (const name of segments)
    files[`pg_wal/${name}`] = await copyFile(join(cluster, 'pg_wal', name), join(to, 'pg_wal', name), true)
  return files
}

type Work = { client: Client; reader: Client; cluster: string; draft: string }

async function run({ client, reader, cluster, draft }: Work): Promise<FilesManifest> {
  const startedAt = new Date().toISOString()
  const startLsn = await begin(client)
  const to = clusterIn(draft)
  const { files, folders } = await copyData(cluster, to)
  files[CONTROL] = await writeFlushed(join(to, CONTROL), await readControl(cluster))
  const { label, map, lsn, moment, first, last } = await finish(client, reader, startLsn)
  files.backup_label = await writeFlushed(join(to, 'backup_label'), Buffer.from(label))
  if (map !== '') files.tablespace_map = await writeFlushed(join(to, 'tablespace_map'), Buffer.from(map))
  const log = await copyLog(cluster, to, first, last)
  const figures = await readFigures(reader)
  const about = await reader.query<{ postgres: string; migration: string }>(`
    SELECT current_setting('server_version') AS postgres,
      (SELECT coalesce(max(name), '') FROM schema_migration WHERE name NOT LIKE '%/%') AS migration`)
  const { postgres = '', migration = '' } = about.rows[0] ?? {}
  const finishedAt = new Date().toISOString()
  const times = { startedAt, moment, finishedAt, startLsn, stopLsn: lsn }
  return { format: 1, postgres, migration, ...times, folders, files: { ...files, ...log }, figures }
}

/**
 * Backs up the database of `dataDir` (the product's data directory) into a new folder of `folder`, named by time (UTC);
 * returns that folder and its manifest. The database keeps running; writers wait for a moment at the end. Throws if the
 * database is not running; an unfinished backup is removed.
 */
export async function takeBackup(
  dataDir: string,
  folder: string,
): Promise<{ backup: string; manifest: FilesManifest }> {
  const cluster = join(resolve(dataDir), 'pg', 'postgres')
  if ((resolve(folder) + sep).startsWith(cluster + sep))
    throw new Error('a backup cannot lie inside the database')
  const adminUrl = await runningAdminUrl(dirname(cluster))
  if (adminUrl === null)
    throw new Error(
      `no database runs in ${dirname(cluster)}: start the server first, a backup is taken while it works`,
    )
  return newBackup(folder, async (draft) => {
    const client = await adminClient(adminUrl, NAME)
    const reader = await adminClient(adminUrl, NAME)
    try {
      return await run({ client, reader, cluster, draft })
    } finally {
      await Promise.all([client.end(), reader.end()])
    }
  })
}
