/** With the synchronous standby absent, commits time out with an error, reads continue, and the server recovers by itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { signInAs } from '#test/server.ts'
import { testKey } from '#test/process.ts'
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from '../running/config.ts'
import type { Running } from '#platform/app/server/running/run-process.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { openCommits } from './watch-commits.ts'
import { createPool, withTransaction, type Pool } from './pool.ts'
import { openJobs } from '../running/jobs.ts'
import type { Log } from '#kit/server/context.ts'

const token = 'nobody guesses this'
// Longer than the timeout for a connection.
const timeoutMs = 4_000
const password = 'kho-doan-lam-nhe-7'
let home: string
let database: Embedded
let pool: Pool
let server: Running
let bearer: string

async function asAdmin(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    // Settings made here must not wait for the standby.
    await client.query('SET synchronous_commit = local')
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Number of PostgreSQL backends waiting for a standby. */
const waiting = async (): Promise<number> =>
  (await asAdmin(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).length

async function until(label: string, holds: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await holds())) throw new Error(`not yet: ${label}`)
    },
    { timeout: 20_000 },
  )
}

let isWanted = false
async function commitUntilWaiting(): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  while (isWanted && (await waiting()) === 0)
    await client.query(`SELECT pg_logical_emit_message(true, 'test', '')`)
  await client.end()
}

/** Requires commits to wait for a standby of this name, or for none, once this resolves. */
async function setStandby(name: string): Promise<void> {
  isWanted = name !== ''
  await asAdmin(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await asAdmin('SELECT pg_reload_conf()')
  if (!isWanted) return until('commits go on', async () => (await waiting()) === 0)
  // Backends apply the setting one after the other: one commits until it waits, and ends when the standby is no longer required.
  void commitUntilWaiting()
  await until('commits wait', async () => (await waiting()) > 0)
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vasdesk-absent-'))
  database = await startEmbedded(join(home, 'pg'), { fsync: 'off', shared_buffers: '64MB' })
  pool = createPool(database.url, { max: 4, applicationName: 'test', log: console })
  server = await startServer(
    readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: home,
      PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: testKey,
      METRICS_TOKEN: token,
      RATE_PER_SECOND: '0',
      DB_POOL: '16',
      COMMIT_TIMEOUT_MS: String(timeoutMs),
      ADMIN_USERNAME: 'quantri',
      ADMIN_PASSWORD: password,
    }),
  )
  bearer = await signInAs(pool, 'quantri')
})
afterAll(async () => {
  await setStandby('')
  await server.close()
  await pool.end()
  await database.stop()
  await rm(home, { recursive: true, force: true })
})
afterEach(async () => {
  await setStandby('')
  await until('ready', async () => (await ready()).body.status === 'ready')
})

type Answer = { status: number; body: Record<string, unknown>; ms: number }

async function call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const started = performance.now()
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(!path.startsWith('/api/v1/auth/') && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body: read, ms: performance.now() - started }
}
const ready = () => call('GET', '/readyz')
const block = (phone: string, key?: string) =>
  call('POST', '/api/v1/blacklist', { phone_number: phone, description: 'x' }, key)
const metrics = async (): Promise<string> =>
  (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
const stored = async (phone: string): Promise<number | null> =>
  (await pool.query(sql`SELECT FROM blacklist WHERE phone_number = ${phone}`)).rowCount
test('a commit not confirmed in time answers 503 "có thể đã lưu", and a repeat under its key tells whether it was saved (D3-RUN-01)', async () => {
  await setStandby('nobody')
  const key = 'key-of-the-first-one'
  const first = await block('912000001', key)
  expect(first).toMatchObject({ status: 503, body: { code: 'BUSY', msg: refusals.maybeSaved } })
  expect(first.body.msg).toMatch(/có thể đã lưu/)
  expect(first.ms).toBeGreaterThan(timeoutMs - 100)
  expect(first.ms).toBeLessThan(timeoutMs + 4_000)
  // While the outcome is unknown, a repeated call neither reports success nor saves twice.
  expect((await block('912000001', key)).status).toBe(503)
  expect(await stored('912000001')).toBe(0)
  await setStandby('')
  await expect.poll(async () => (await block('912000001', key)).status).toBe(200)
  expect(await stored('912000001')).toBe(1)
})

const codeOf = (error: { code?: string }): string | undefined => error.code

/** Writes with different kinds of commit: a transaction, a single statement, a sign-in, a job of the queue. */
const writes: Record<string, (n: number) => Promise<Answer>> = {
  transaction: (n) => block(`9130000${n}`),
  'with a key': (n) => block(`9140000${n}`, `key-number-${n}-of-many`),
  'a statement': (n) => call('PUT', `/api/v1/blacklist/${row}`, { description: `y${n}` }),
  'sign-in': () => call('POST', '/api/v1/auth/login', { username: 'quantri', password }),
}
let row: string

test('reads are served while more writes wait than there are connections, from the first moment on (D3-RUN-01)', async () => {
  row = String(((await block('912000009')).body.data as { id: string }).id)
  await setStandby('nobody')
  let isOver = false
  const saving = Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      Object.entries(writes).map(async ([way, write]) => [way, (await write(10 + n)).status] as const),
    ).flat(),
  ).finally(() => (isOver = true))
  const read: Answer[] = []
  while (!isOver) read.push(await call('GET', '/api/v1/blacklist?count=20'))
  expect(read.length).toBeGreaterThan(5)
  expect(read.filter(({ status }) => status !== 200)).toEqual([])
  expect(Math.max(...read.map(({ ms }) => ms))).toBeLessThan(2_500)
  // None is acknowledged except sign-ins, whose commits do not wait (sign-in.ts).
  const answered = (await saving).filter(([way]) => way !== 'sign-in')
  expect(answered.filter(([, status]) => status !== 503)).toEqual([])
})

test('a stall is reported by /readyz, a gauge and every write at once, and occupies no further connection (D3-RUN-01)', async () => {
  await setStandby('nobody')
  await block('912000002')
  await expect.poll(async () => (await ready()).body).toEqual({ status: 'standby missing' })
  // A load balancer that checks it would otherwise stop reads as well.
  expect((await ready()).status).toBe(200)
  expect(await metrics()).toContain('\nvasdesk_commits_stalled{why="standby"} 1\n')
  const before = await waiting()
  for (let n = 20; n < 24; n++)
    for (const [way, write] of Object.entries(writes)) {
      const refused = await write(n)
      expect([way, refused]).toMatchObject([way, { status: 503, body: { msg: refusals.onlyReading } }])
      expect(refused.ms).toBeLessThan(timeoutMs)
    }
  expect((await call('GET', '/api/v1/blacklist?count=20')).status).toBe(200)
  expect(await waiting()).toBeLessThanOrEqual(before)
  await setStandby('')
  await expect.poll(async () => (await block('912000003')).status).toBe(200)
  await expect.poll(async () => (await ready()).body).toEqual({ status: 'ready' })
  expect(await metrics()).toContain('\nvasdesk_commits_stalled{why="standby"} 0\n')
})

/** A separate watcher with a short interval; `messages` are its log messages. */
function watch(url = database.url): { commits: ReturnType<typeof openCommits>; messages: string[] } {
  const messages: string[] = []
  const note = (_: object, text: string): void => void messages.push(text)
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Log
  return { commits: openCommits(url, { timeoutMs: 300, everyMs: 100, log }), messages }
}

test('without any write a missing standby, a stalled disk and a read-only disk are detected, and the log names each remedy (D3-RUN-01)', async () => {
  const { commits, messages } = watch()
  await setStandby('nobody')
  await expect.poll(commits.stall).toBe('standby')
  expect(messages.join()).toMatch(/start it, or empty synchronous_standby_names/)
  await setStandby('')
  await expect.poll(commits.stall).toBe(undefined)
  expect(messages.at(-1)).toBe('what is saved is confirmed again')
  // A suspended process, like one waiting for its disk.
  const pids = await asAdmin(`SELECT pid FROM pg_stat_activity WHERE application_name = 'vasdesk-commits'`)
  const signal = (name: NodeJS.Signals): void =>
    pids.forEach(({ pid }) => void process.kill(Number(pid), name))
  signal('SIGSTOP')
  try {
    await expect.poll(commits.stall).toBe('disk')
    expect(messages.at(-1)).toMatch(/look at the disk that it writes to/)
    await expect.poll(async () => (await ready()).body).toEqual({ status: 'disk stalled' })
    expect(await metrics()).toContain('\nvasdesk_commits_stalled{why="disk"} 1\n')
  } finally {
    signal('SIGCONT')
  }
  await expect.poll(commits.stall).toBe(undefined)
  await commits.close()
  await asAdmin('ALTER DATABASE vasdesk SET default_transaction_read_only = on')
  const later = watch()
  try {
    await expect.poll(later.commits.stall).toBe('read only')
    expect(later.messages.at(-1)).toMatch(/mount it for writing/)
  } finally {
    await asAdmin('ALTER DATABASE vasdesk RESET default_transaction_read_only')
    await later.commits.close()
  }
}, 90_000)

test('jobs and periodic work have time limits as well, and continue when the stall ends (D3-RUN-01)', async () => {
  const { commits } = watch()
  const quiet = { timeoutMs, stall: () => undefined, gaveUp: () => undefined }
  const log = { error: () => undefined } as unknown as Log
  const jobs = await openJobs(database.url, log, { commits })
  const bounded = createPool(database.url, { max: 1, applicationName: 'bounded', log, commits: quiet })
  await setStandby('nobody')
  // Connections that were not notified of the stall time out by themselves, in a transaction and outside.
  const insert = (n: number) => sql`INSERT INTO blacklist (phone_number, nguoi_tao) VALUES (${n}, 'x')`
  const code = await withTransaction(bounded, (client) => client.query(insert(915000001))).catch(codeOf)
  expect(code).toBe('08007')
  expect(await bounded.query(insert(915000002)).catch(codeOf)).toBe('08007')
  await expect.poll(commits.stall).toBe('standby')
  expect(await jobs.enqueue('result-lines', {}).catch(codeOf)).toBe('25006')
  await setStandby('')
  await expect.poll(commits.stall).toBe(undefined)
  await jobs.enqueue('result-lines', {})
  await jobs.close()
  await bounded.end()
  await commits.close()
})
