/** A streaming standby of an embedded database, for the drill and tests; operators set up theirs as described in docs/operations.md. */
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runningAdminUrl, type Embedded, type Settings } from '../db/embedded.ts'
import { adminClient } from './admin-client.ts'
import { layBackup, recover } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const admission = 'host replication postgres 127.0.0.1/32 scram-sha-256\n'

/** Allows the superuser to stream, and retains the write-ahead log in the replication slot `slot`. */
async function admit(adminUrl: string, cluster: string, slot: string): Promise<void> {
  const file = join(cluster, 'pg_hba.conf')
  if (!(await readFile(file, 'utf8')).includes(admission)) await appendFile(file, admission)
  const client = await adminClient(adminUrl, 'postgres')
  try {
    await client.query('SELECT pg_reload_conf()')
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot])
  } finally {
    await client.end()
  }
}

/**
 * Creates a standby in the new folder `to` of the running embedded database of `from` (both as DATA_DIR) and starts it;
 * `copies` takes the base copy. Resolves once it answers reads.
 */
export async function makeStandby(
  { from, to, copies, slot }: { from: string; to: string; copies: string; slot: string },
  settings: Settings = {},
): Promise<Embedded> {
  const adminUrl = await runningAdminUrl(join(from, 'pg'))
  if (adminUrl === null) throw new Error(`no database runs in ${from}`)
  await admit(adminUrl, join(from, 'pg', 'postgres'), slot)
  const { backup } = await takeBackup(from, copies)
  await layBackup(backup, to, false)
  const { port, username, password } = new URL(adminUrl)
  const cluster = join(to, 'pg', 'postgres')
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${slot}`
  await writeFile(join(cluster, 'standby.signal'), '')
  // In a file, so that a later start of the same folder continues to follow.
  await appendFile(
    join(cluster, 'postgresql.conf'),
    `primary_conninfo = '${source}'\nprimary_slot_name = '${slot}'\nhot_standby_feedback = on\n`,
  )
  return recover(to, settings)
}
