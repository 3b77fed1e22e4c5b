/**
 * The environment of a soak: a database with its own clock and the demo, two servers, and outside systems that
 * outlive them.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbedded, type Embedded } from '#platform/server/db/embedded.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { addClock } from '#test/clock.ts'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { signInAs } from '#test/server.ts'
import { chanceOf, type Chance } from '#simulator/random.ts'
import { freePort } from '../drill/processes.ts'
import { root } from '../source-files.ts'
import { openClock, type PlayedClock } from './played-clock.ts'

/** Settings of PostgreSQL: days pass in minutes, so it vacuums that much more often, and keeps that much less WAL. */
const settings = {
  autovacuum_naptime: '5s',
  max_wal_size: '256MB',
  checkpoint_timeout: '60s',
} as const
export const walLimitMb = 256

export type Stage = {
  database: Embedded
  pool: Pool
  clock: PlayedClock
  /** Seed of all randomness in a soak; `chance`: the random events of the stage. */
  seed: string
  chance: Chance
  /** The first is never killed, so that its memory can be watched; the second is killed repeatedly. */
  servers: [steady: ServerProcess, killed: ServerProcess]
  /** Starts the second server again. */
  restart: () => Promise<void>
  /** A session of the account, created in the database. */
  signIn: (username: string) => Promise<string>
  /** Size of the WAL on disk in MB. */
  walSize: () => Promise<number>
  /** Environment of a command on the database. */
  env: Record<string, string>
  close: () => Promise<void>
}

/** Outside systems that push to `url`, with the clock in `env`. */
async function startOutside(url: string, env: Record<string, string>) {
  const script = fileURLToPath(new URL('outside.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, url], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { env: JSON.parse(line) as Record<string, string>, close: () => child.kill('SIGKILL') }
}

// Only superusers may count the files.
async function walSize(admin: Pool): Promise<number> {
  const { rows } = await admin.query<{ mb: number }>(
    'SELECT sum(size)::float8 / 1000000 AS mb FROM pg_ls_waldir()',
  )
  return rows[0]?.mb ?? 0
}

/** Starts everything with the clock at `start`; the first start fills the demo. */
export async function openStage(start: Date, seed: string): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), 'vasdesk-soak-'))
  const database = await startEmbedded(join(home, 'pg'), settings)
  // A killed database ends idle connections; the next query opens a new one.
  const quiet = { error: () => undefined }
  const pool = createPool(database.url, { max: 4, applicationName: 'soak', log: quiet })
  const admin = createPool(database.adminUrl, { max: 1, applicationName: 'soak', log: quiet })
  await addClock(pool)
  const clock = await openClock(home, start, pool)
  const port = await freePort()
  const outside = await startOutside(`http://127.0.0.1:${port}`, clock.env)
  const env = {
    ...clock.env,
    ...outside.env,
    DATABASE_URL: database.url,
    DATA_DIR: join(home, 'data'),
    VASDESK_DEMO: '1',
    VASDESK_SIMULATORS: '0',
    SESSION_IDLE_SECONDS: String(60 * 86_400),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  }
  const steady = await startProcess(database.url, { ...env, PORT: String(port) })
  const servers: Stage['servers'] = [steady, await startProcess(database.url, env)]
  return {
    database,
    pool,
    clock,
    seed,
    chance: chanceOf(seed, 'stage'),
    servers,
    env,
    restart: async () => {
      servers[1] = await startProcess(database.url, env)
    },
    signIn: (username) => signInAs(pool, username, { lasts: '60 days' }),
    walSize: () => walSize(admin),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()))
      outside.close()
      await Promise.all([pool.end(), admin.end()])
      await database.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
