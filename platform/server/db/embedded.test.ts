/** The embedded database keeps its data when killed, and never runs twice on one directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import type { Embedded } from './embedded.ts'
import { addressOf } from '#test/process.ts'
import { longRun } from '#test/rounds.ts'

/** A cluster created once; creating one takes seconds, copying it does not. */
let template: string
let dataDir: string
let open: Embedded[]

const emptyDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'vasdesk-embedded-'))

beforeAll(async () => {
  template = await emptyDir()
  await (await startEmbedded(template)).stop()
})
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = await emptyDir()
  open = []
})

afterEach(async () => {
  for (const embedded of open) await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const copyMade = (): Promise<void> => cp(template, dataDir, { recursive: true })

async function start(): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir)
  open.push(embedded)
  return embedded
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Undefined for processes of other users and those that have just exited. */
function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino
  } catch {
    return undefined
  }
}

/** Every process of the cluster: the postmaster and its backends. */
const clusterPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => inodeOf(`/proc/${pid}/cwd`) === clusterInode())

const clusterInode = (): number => statSync(join(dataDir, 'postgres')).ino

/** Another Node process that starts the same database and then waits. */
async function startElsewhere() {
  const module = new URL('./embedded.ts', import.meta.url).href
  const code = `const { startEmbedded } = await import('${module}')
    await startEmbedded(process.argv[1]); console.log('up'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a new cluster is UTF-8 with ICU, checksums and durable commits, and requires its password', async () => {
  await copyMade()
  const { url } = await start()
  const [row] = await query(
    url,
    `SELECT current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('full_page_writes') AS pages, current_setting('timezone') AS zone,
      current_setting('listen_addresses') AS address, current_setting('is_superuser') AS superuser,
      (SELECT datlocprovider FROM pg_database WHERE datname = current_database()) AS provider`,
  )
  expect(row).toEqual({
    checksums: 'on',
    encoding: 'UTF8',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    zone: 'UTC',
    address: '127.0.0.1',
    superuser: 'off',
    provider: 'i',
  })
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, 'postgres', 'embedded.json')).mode & 0o777).toBe(0o600)
})

test('data and address are unchanged after a stop and a start', async () => {
  await copyMade()
  const first = await start()
  await query(first.url, `CREATE TABLE kept AS SELECT 'Đặng' AS name`)
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'SELECT name FROM kept')).toEqual([{ name: 'Đặng' }])
})

test('committed rows survive killing every database process', async () => {
  await copyMade()
  const first = await start()
  await query(first.url, 'CREATE TABLE kept (n int)')
  await query(first.url, 'INSERT INTO kept VALUES (7)')
  for (const pid of clusterPids()) process.kill(pid, 'SIGKILL')
  const second = await start()
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('a start right after killing only the postmaster waits for its backends', async () => {
  await copyMade()
  const first = await start()
  const busy = query(first.url, 'SELECT pg_sleep(1)').catch(() => [])
  await sleep(200)
  process.kill(postmasterPid(), 'SIGKILL')
  const second = await start()
  expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await busy
})

test('a database left running by a killed server is taken over and can be stopped', async () => {
  await copyMade()
  const server = await startElsewhere()
  const pid = postmasterPid()
  server.kill('SIGKILL')
  await once(server, 'exit')
  const { stop, url } = await start()
  expect(postmasterPid()).toBe(pid)
  await query(url, 'SELECT 1')
  await stop()
  expect(clusterPids()).toEqual([])
})

test('a second process shares the database, and its stop does not stop the database', async () => {
  await copyMade()
  const server = await startElsewhere()
  const pid = postmasterPid()
  const { stop, url } = await start()
  await stop()
  expect(postmasterPid()).toBe(pid)
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  server.kill('SIGKILL')
  await once(server, 'exit')
  await start()
})

test.runIf(longRun)('processes that start at once on an empty directory share one database', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()])
  const { url } = await start()
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  expect(readdirSync(dataDir).filter((name) => name.includes('.init-'))).toEqual([])
  for (const child of [one, two]) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
})

test.runIf(longRun)(
  'a pid file with the number of another living program does not prevent the start',
  async () => {
    await copyMade()
    const first = await start()
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    for (const pid of clusterPids()) process.kill(pid, 'SIGKILL')
    const stranger = spawn('sleep', ['60'])
    writeFileSync(file, [String(stranger.pid), ...lines.slice(1)].join('\n'))
    const second = await start()
    expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    // Its port may be used by another program by now.
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
    stranger.kill()
  },
)

test('a used port is left alone and another one is chosen', async () => {
  await copyMade()
  const first = await start()
  await first.stop()
  const usedPort = Number(new URL(first.url).port)
  const other = createServer().listen(usedPort, '127.0.0.1')
  await once(other, 'listening')
  const second = await start()
  expect(Number(new URL(second.url).port)).not.toBe(usedPort)
  other.close()
})

/** Settings of a server that creates its database. */
const admin = { ADMIN_USERNAME: 'giamdoc', ADMIN_PASSWORD: 'mot mat khau dai' }

/** A whole server on the database, in its own process. */
async function serverProcess() {
  const home = await emptyDir()
  await symlink(dataDir, join(home, 'pg'))
  const child = spawn(process.execPath, ['platform/app/server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      DATA_DIR: home,
      DATABASE_URL: '',
      VASDESK_DEMO: '',
      NODE_ENV: 'test',
      PORT: '0',
      ...admin,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = async (): Promise<unknown> => {
    const [code] = (await once(child, 'exit')) as [unknown]
    await rm(home, { recursive: true, force: true })
    return code
  }
  return { child, exited: ended(), address: addressOf(child) }
}

test('a server that starts while the owner of the database stops keeps the database running, and the last server stops it', async () => {
  await copyMade()
  const first = await start()
  const { child, exited, address } = await serverProcess()
  const there = `SELECT FROM pg_stat_activity WHERE datname = 'vasdesk'`
  const connected = async (): Promise<number> => (await query(first.adminUrl, there)).length
  await expect.poll(connected, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
  const pid = postmasterPid()
  await first.stop()
  expect(await address).toMatch(/^http/)
  expect(postmasterPid()).toBe(pid)
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(clusterPids()).toEqual([])
}, 120_000)
