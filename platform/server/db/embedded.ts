/** Runs the bundled PostgreSQL: started with the server, its data in the data directory. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor, commandAs } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'
import {
  ensureCluster,
  findPrograms,
  isAlive,
  NAME,
  readAccess,
  runProgram,
  writeAccess,
} from './embedded-cluster.ts'
import type { Programs } from './embedded-cluster.ts'
import { claimOwnership, endingOwner, noteUse, release } from './embedded-owner.ts'

export type Embedded = {
  /** URL for the product's role, which owns its database and is not a superuser. */
  url: string
  /** URL of the superuser on the maintenance database, for backup and tests. */
  adminUrl: string
  /** Restarts the database after it exited; returns whether it had. Throws if it does not start, or not at its former address. */
  revive: () => Promise<boolean>
  /** Shuts the database down (fast mode, data flushed) if no other running process uses it; else leaves it to one of them. */
  stop: () => Promise<void>
}

/** PostgreSQL settings by name, overriding `postgresql.conf`. */
export type Settings = Record<string, string>

const defaults: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  timezone: 'UTC',
  random_page_cost: '1.1',
  jit: 'off',
  // Sessions of a killed server end within seconds even during a long statement.
  client_connection_check_interval: '5s',
  // Customer data must not reach the log: no statements, details or refused values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
}

const START_LIMIT_MS = 120_000
const POLL_MS = 40
const LOG_LIMIT_BYTES = 10_000_000

type PidFile = { pid: number; port: number; status: string }

function readPidFile(cluster: string): PidFile | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** After a reboot the pid in the file may belong to another program; a postmaster's working directory is the cluster. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    // Belongs to another account, so not started by us; or it has just exited.
    return false
  }
}

/** Whether a connection can be opened; the pid file is no proof, as it outlives a killed postmaster. */
export async function answers(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  // A connection lost later does not matter: the caller tries again.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const adminUrlOf = (port: number, password: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** The wanted port on 127.0.0.1 if it is free, else (and for 0) any free one. */
export async function freePort(wanted: number): Promise<number> {
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const server = createServer()
      server.once('error', reject)
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        const freePort = (server.address() as AddressInfo).port
        server.close(() => resolve(freePort))
      })
    })
  return wanted === 0 ? listen(0) : listen(wanted).catch(() => listen(0))
}

/** URL of the superuser of the cluster `dataDir`/postgres while its database accepts connections; null if it is not running. */
export async function runningAdminUrl(dataDir: string): Promise<string | null> {
  const cluster = join(dataDir, 'postgres')
  const pidFile = readPidFile(cluster)
  if (!pidFile || !isPostmaster(pidFile.pid, cluster)) return null
  const { adminPassword } = await readAccess(cluster)
  const url = adminUrlOf(pidFile.port, adminPassword)
  return (await answers(url)) ? url : null
}

type Home = { dataDir: string; cluster: string; programs: Programs; account: Account; settings: Settings }

async function openLog(home: Home) {
  const file = join(home.dataDir, 'postgres.log')
  const size = existsSync(file) ? (await stat(file)).size : 0
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

/** Starts a postmaster in its own session, so that Ctrl-C reaches the server and not the database. */
async function launch(home: Home, stale: PidFile | null): Promise<ChildProcess> {
  const access = await readAccess(home.cluster)
  const port = await freePort(access.port)
  if (port !== access.port) await writeAccess(home.cluster, { ...access, port }, home.account)
  const args = ['-D', home.cluster, '-p', String(port)]
  for (const [name, value] of Object.entries(home.settings)) args.push('-c', `${name}=${value}`)
  const command = await commandAs(home.account, home.cluster, home.programs.postgres, args)
  const log = await openLog(home)
  try {
    const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: undefined, PGDATA: undefined }
    // PostgreSQL ignores a pid file with the pid of its own grandparent: the safe way to declare that pid stale. It
    // still looks for surviving backends, which deleting the file would skip.
    if (stale) env.PG_GRANDPARENT_PID = String(stale.pid)
    const stdio = ['ignore', log.fd, log.fd] as const
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      env,
      stdio: [...stdio],
      detached: true,
    })
    await once(child, 'spawn')
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

async function logTail(home: Home): Promise<string> {
  const file = join(home.dataDir, 'postgres.log')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : ''
}

/** A standby that accepts reads has a status of its own. */
const isUp = ({ status }: PidFile): boolean => status === 'ready' || status === 'standby'

/** Waits until a postmaster serves the cluster, starting one if there is none. Resolves to its port and whether it was started. */
async function bringUp(home: Home): Promise<{ port: number; started: boolean }> {
  const { adminPassword } = await readAccess(home.cluster)
  const deadline = Date.now() + START_LIMIT_MS
  let child: ChildProcess | null = null
  let failures = 0
  let ender: number | null = null
  while (Date.now() < deadline) {
    const pidFile = readPidFile(home.cluster)
    const running = pidFile !== null && isPostmaster(pidFile.pid, home.cluster)
    if (running && isUp(pidFile) && (await answers(adminUrlOf(pidFile.port, adminPassword)))) {
      // Checked after it was found: an exiting owner has by then seen that this process uses the database, or stops it.
      const started = pidFile.pid === child?.pid
      ender = started ? null : endingOwner(home.dataDir)
      if (ender === null) return { port: pidFile.port, started }
    }
    const exited = child !== null && (child.exitCode !== null || child.signalCode !== null)
    if (exited) {
      // Lost a race against another starter, or backends of a killed one are still exiting: both are temporary.
      child = null
      if (++failures > 20) break
      await sleep(10 * POLL_MS)
    } else if (!running && child === null) child = await launch(home, pidFile)
    await sleep(POLL_MS)
  }
  if (ender !== null)
    throw new Error(
      `process ${ender} has been about to stop the database in ${home.dataDir} for ${START_LIMIT_MS / 1000} s: end it, then start again`,
    )
  throw new Error(`PostgreSQL did not start in ${home.cluster}:\n${await logTail(home)}`)
}

/**
 * A running PostgreSQL with cluster `dataDir`/postgres, created on first use. One left by a killed server is taken over
 * with its data; one used by a running process is shared, never started twice. Listens on 127.0.0.1 with a random
 * password. Throws with the end of its log if it does not start.
 */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const root = realpathSync(dataDir)
  const cluster = join(root, 'postgres')
  const programs = await findPrograms()
  await ensureCluster(programs, cluster)
  const account = await accountFor(cluster)
  const home: Home = { dataDir: root, cluster, programs, account, settings: { ...defaults, ...settings } }
  await noteUse(root)
  const { port, started } = await bringUp(home)
  await claimOwnership(root, started)
  const { password, adminPassword } = await readAccess(cluster)
  const revive = async (): Promise<boolean> => {
    const pidFile = readPidFile(cluster)
    if (pidFile !== null && isPostmaster(pidFile.pid, cluster)) return false
    const restarted = await bringUp(home)
    await claimOwnership(root, restarted.started)
    if (restarted.port !== port)
      throw new Error(`PostgreSQL came up at port ${restarted.port}: ${port} is taken by something else`)
    return true
  }
  const shutDown = async (): Promise<void> => {
    const pidFile = readPidFile(cluster)
    if (pidFile === null || !isPostmaster(pidFile.pid, cluster)) return
    await runProgram(programs.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'], {
      account,
      cluster,
    })
    // pg_ctl only waits for the pid file, which the postmaster removes just before it exits.
    while (isPostmaster(pidFile.pid, cluster)) await sleep(POLL_MS)
  }
  return {
    url: `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`,
    adminUrl: adminUrlOf(port, adminPassword),
    revive,
    stop: () => release(root, shutDown),
  }
}
