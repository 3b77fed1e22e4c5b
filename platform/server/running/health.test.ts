/** Probes and metrics of a server that is healthy, overloaded, out of disk, and without its database. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import type { TestDatabase } from '#test/database.ts'
import { valuesOf } from '#test/figures.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { startRunning } from '#test/running.ts'
import { signInAs } from '#test/server.ts'
import { awaitDatabase } from '../db/await-database.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { keepReserve } from './disk-reserve.ts'
import { openLog } from './log.ts'
import type { Running } from '#platform/app/server/running/run-process.ts'
import { version } from './version.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'

const metricsToken = 'nobody guesses this'
let database: TestDatabase
let server: Running
let admin: string
const start = (env: Record<string, string>): Promise<Running> =>
  startRunning(database.url, { DATA_DIR: import.meta.dirname, RATE_PER_SECOND: '0', ...env })
beforeAll(async () => {
  database = await organisationDatabase()
  admin = await signInAs(database.pool, 'admin')
  server = await start({ METRICS_TOKEN: metricsToken, DB_POOL: '2', STOP_GRACE_SECONDS: '1' })
})
afterAll(() => server.close())

const get = (path: string, token = admin) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
const scrape = async (): Promise<string> => (await get('/metrics', metricsToken)).text()
const run = (text: string) => database.pool.query(text)

test('without a configured token nobody reads the metrics', async () => {
  const bare = await start({})
  for (const token of ['', 'undefined', admin]) {
    const answer = await fetch(`${bare.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect([token, answer.status]).toEqual([token, 401])
  }
  await bare.close()
})

test('the metrics need their token, are cheap, and contain no phone of a customer', async () => {
  for (const token of ['', admin, `${metricsToken}x`]) expect((await get('/metrics', token)).status).toBe(401)
  for (let n = 0; n < 3; n++) await get('/api/v1/customer')
  const text = await scrape()
  expect(text.length).toBeLessThan(20_000)
  expect(valuesOf(text, 'vasdesk_database_up')).toEqual([1])
  expect(valuesOf(text, 'vasdesk_build_info', `version="${version}"`)).toEqual([1])
  expect(valuesOf(text, 'vasdesk_requests_total', 'status="200"')[0]).toBeGreaterThan(2)
})

test('on a full disk writes are refused with a message, while reads continue', async () => {
  // A new session, whose use is recorded with the first request.
  const fresh = await signInAs(database.pool, 'quanly')
  await run(`
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  // One at a time, waiting as long as necessary: other writes of the server do not block each other.
  const client = await database.pool.connect()
  await client.query('SET lock_timeout = 0; SET statement_timeout = 0')
  for (const { name } of tables)
    await client.query(
      `CREATE TRIGGER a_full BEFORE INSERT OR UPDATE ON ${name} EXECUTE FUNCTION disk_full()`,
    )
  client.release(true)
  const list = await get('/api/v1/customer', fresh)
  expect(list.status).toBe(200)
  const refused = await fetch(`${server.url}/api/v1/blacklist`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: '0912345678' }),
  })
  expect({ status: refused.status, ...((await refused.json()) as object) }).toEqual({
    status: 503,
    code: 'BUSY',
    msg: refusals.diskFull,
  })
  const signIn = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: demoPassword }),
  })
  expect(((await signIn.json()) as { msg: string }).msg).toBe(refusals.diskFull)
})

test('shortly before the disk is full writes are refused, while sign-in and reads continue', async () => {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    const refusal = toAppError(error)
    return reply.status(refusal.status).send(refusal.body())
  })
  const reserve = { dataDir: import.meta.dirname, bytes: 0 }
  const hasRoom = keepReserve(app, reserve)
  for (const url of ['/api/v1/blacklist', '/api/v1/auth/login'])
    app.route({ method: ['GET', 'POST'], url, handler: async () => ({ done: true }) })
  const post = async (url: string) => (await app.inject({ method: 'POST', url })).json<{ msg?: string }>()
  expect([await hasRoom(), await post('/api/v1/blacklist')]).toEqual([true, { done: true }])
  // More than any disk has.
  reserve.bytes = Number.MAX_SAFE_INTEGER
  expect([await hasRoom(), (await post('/api/v1/blacklist')).msg]).toEqual([false, refusals.diskFull])
  expect(await post('/api/v1/auth/login')).toEqual({ done: true })
  expect((await app.inject('/api/v1/blacklist')).statusCode).toBe(200)
  await app.close()
})

test('a start waits for a database that is still starting, and reports other errors at once', async () => {
  const real = new URL(database.url)
  const lines: object[] = []
  const log = { info: (details: object) => void lines.push(details) }
  const open = new Set<Socket>()
  let up = false
  // PostgreSQL's error message during recovery.
  const starting = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const gate = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    if (up) {
      const target = connect(Number(real.port), real.hostname)
      target.on('error', () => undefined)
      socket.pipe(target).pipe(socket)
      return
    }
    up = true
    const length = Buffer.alloc(4)
    length.writeUInt32BE(starting.length + 4)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, starting])))
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const url = new URL(real)
  url.port = String((gate.address() as AddressInfo).port)
  await awaitDatabase(url.href, { seconds: 20, log })
  expect(lines).toEqual([expect.objectContaining({ why: '57P03' })])
  for (const socket of open) socket.destroy()
  gate.close()
  await expect(awaitDatabase(url.href, { seconds: 0, log })).rejects.toThrow(
    'did not answer for 0 s: ECONNREFUSED',
  )
  real.password = 'wrong'
  await expect(awaitDatabase(real.href, { seconds: 20, log })).rejects.toThrow(
    /refuses: password authentication/,
  )
})

test('a lasting fault is logged once a minute, and a lost connection reveals no internals of the driver', () => {
  const lines: Record<string, unknown>[] = []
  const log = openLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  for (let n = 0; n < 50; n++) log.warn({ error: 'connect ECONNREFUSED' }, 'folding balances failed')
  log.warn({ error: 'connect ECONNREFUSED' }, 'cannot listen for session changes')
  expect(lines.map(({ msg }) => msg)).toEqual([
    'folding balances failed',
    'cannot listen for session changes',
  ])
  const lost = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    client: { password: 'x' },
    file: 'postgres.c',
  })
  log.error({ err: lost }, 'lost')
  expect(Object.keys(lines[2]?.err as object).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
})

test('without its database the server keeps running and reports that it is not ready', async () => {
  expect((await get('/readyz')).status).toBe(200)
  await database.drop()
  const [lives, ready] = await Promise.all([get('/healthz'), get('/readyz')])
  expect([lives.status, ready.status, await ready.json()]).toEqual([
    200,
    503,
    { status: 'database unreachable' },
  ])
  expect(valuesOf(await scrape(), 'vasdesk_database_up')).toEqual([0])
})

test('a stop is first announced at /readyz, while requests are still accepted', async () => {
  const closed = server.close()
  const ready = await get('/readyz')
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }])
  expect((await get('/healthz')).status).toBe(200)
  await closed
  await expect(get('/readyz')).rejects.toThrow('fetch failed')
})
