/** Two servers: long reads on the standby see everything committed before; pools find the server that takes writes. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStandby } from '../backup/standby.ts'
import { recover } from '../backup/restore-backup.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from '../running/config.ts'
import { testKey } from '#test/process.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { addressesOf, shownAddress } from './hosts.ts'
import { migrate } from './migrate.ts'
import { createPool, withTransaction, type Pool } from './pool.ts'
import { openReadSide, type ReadSide } from './read-side.ts'

const quick = { fsync: 'off', shared_buffers: '64MB' }
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let home: string
let primary: Embedded
let standby: Embedded
let reads: ReadSide
const pools: Pool[] = []

const folder = (name: string): string => join(home, name)
function pool(url: string, wish: 'writes' | 'reads' = 'writes'): Pool {
  const opened = createPool(url, { max: 4, applicationName: 'test', log, wish })
  pools.push(opened)
  return opened
}

/** The address of the product's database on both servers, standby first. */
function bothUrl(): string {
  const [first, second] = [new URL(standby.url), new URL(primary.url)]
  return `postgres://${second.username}:${second.password}@${first.host},${second.host}/vasdesk?target_session_attrs=read-write`
}

async function asAdmin(server: Embedded, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vasdesk-standby-'))
  primary = await startEmbedded(join(folder('first'), 'pg'), quick)
  await migrate(primary.url)
  const plain = pool(primary.url)
  await plain.query('CREATE TABLE written (n int PRIMARY KEY)')
  standby = await makeStandby(
    { from: folder('first'), to: folder('second'), copies: folder('copies'), slot: 'second' },
    quick,
  )
  reads = openReadSide({ primary: plain, replica: pool(standby.url, 'reads'), waitMs: 300, log })
})
afterAll(async () => {
  for (const one of pools) await one.end()
  await Promise.all([primary.stop(), standby.stop()])
  await rm(home, { recursive: true, force: true })
})

const counted = async (): Promise<number> =>
  (await reads.db.query<{ n: number }>('SELECT count(*) AS n FROM written')).rows[0]?.n ?? -1
const write = (n: number) => pools[0]?.query(sql`INSERT INTO written VALUES (${n})`)

test('every long read on the replica sees what was committed before it, and none is answered by the primary', async () => {
  for (let n = 1; n <= 100; n++) {
    await write(n)
    expect(await counted()).toBe(n)
  }
  // Callers that arrive while a check is running may have written after it started.
  const all = Array.from({ length: 20 }, async (_, index) => {
    await write(1_000 + index)
    const { rows } = await reads.db.query(sql`SELECT FROM written WHERE n = ${1_000 + index}`)
    return rows.length
  })
  expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(reads.counts).toEqual({ replica: 120, primary: 0 })
  expect(await reads.lag?.()).toEqual({ bytes: 0, seconds: 0 })
})

test('a replica that lags too far is skipped, its lag is reported, and it is used again after catching up', async () => {
  await asAdmin(standby, 'SELECT pg_wal_replay_pause()')
  await expect.poll(() => reads.lag?.()).toMatchObject({ bytes: 0 })
  await write(2_000)
  const before = { ...reads.counts }
  expect(await counted()).toBe(121)
  expect(reads.counts).toEqual({ ...before, primary: (before.primary ?? 0) + 1 })
  const lag = await reads.lag?.()
  expect(lag?.bytes).toBeGreaterThan(0)
  expect(lag?.seconds).toBeGreaterThan(0)
  await asAdmin(standby, 'SELECT pg_wal_replay_resume()')
  await expect
    .poll(async () => {
      expect(await counted()).toBe(121)
      return reads.counts?.replica
    })
    .toBeGreaterThan(before.replica ?? 0)
})

test('a statement that the replica cannot run is run by the primary; an invalid statement fails there too', async () => {
  await reads.db.query(sql`INSERT INTO written VALUES (3000)`)
  expect(await counted()).toBe(122)
  await expect(reads.db.query('SELECT nothing FROM written')).rejects.toThrow(/nothing/)
})

test('with several hosts in the address the writable one is found wherever it stands', async () => {
  const found = pool(bothUrl())
  const { rows } = await found.query('SELECT pg_is_in_recovery() AS standby')
  expect(rows).toEqual([{ standby: false }])
  const reader = pool(bothUrl().replace('read-write', 'prefer-standby'), 'reads')
  expect((await reader.query('SELECT pg_is_in_recovery() AS standby')).rows).toEqual([{ standby: true }])
  // A single host that is a standby takes no writes: refused as busy, not as a fault.
  const only = pool(`${standby.url}?target_session_attrs=read-write`)
  const error = await only.query('SELECT 1').catch((failure: unknown) => failure)
  expect(toAppError(error)).toMatchObject({ code: 'BUSY', message: refusals.busy })
})

test('a server with DATABASE_READ_URL reads reports, exports and the shop there, everything else from the primary', async () => {
  const token = 'nobody guesses this'
  const password = 'kho-doan-lam-nhe-7'
  const server = await startServer(
    readConfig({
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      DATA_DIR: home,
      PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: testKey,
      METRICS_TOKEN: token,
      ADMIN_USERNAME: 'quantri',
      ADMIN_PASSWORD: password,
    }),
  )
  const ask = (path: string, bearer: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    })
  const long = async (): Promise<number> => {
    const text = await (await ask('/metrics', token)).text()
    expect(text).toMatch(/^vasdesk_replica_lag_seconds \d/m)
    return Number(/^vasdesk_long_reads\{server="replica"\} (\d+)$/m.exec(text)?.[1])
  }
  try {
    const body = JSON.stringify({ username: 'quantri', password })
    const signedIn = await ask('/api/v1/auth/login', '', { method: 'POST', body })
    const { data } = (await signedIn.json()) as { data: { access_token: string } }
    let before = await long()
    for (const path of ['/api/v1/reportstaffrevenue?count=50', '/api/v1/blacklist/export', '/sim']) {
      expect([path, (await ask(path, data.access_token)).status]).toEqual([path, 200])
      const after = await long()
      expect([path, after > before]).toEqual([path, true])
      before = after
    }
    expect((await ask('/api/v1/blacklist?count=50', data.access_token)).status).toBe(200)
    expect(await long()).toBe(before)
  } finally {
    await server.close()
  }
})

test('after the primary is killed the promoted standby takes the writes, and the old primary does not get them back', async () => {
  const found = pool(bothUrl())
  await withTransaction(found, (client) => client.query('INSERT INTO written VALUES (4000)'))
  await expect.poll(async () => (await reads.lag?.())?.bytes).toBe(0)
  const pid = readFileSync(join(folder('first'), 'pg', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
  process.kill(Number(pid), 'SIGKILL')
  await asAdmin(standby, 'SELECT pg_promote()')
  await expect
    .poll(() =>
      found.query('INSERT INTO written VALUES (4001)').then(
        () => 'saved',
        (error: Error) => toAppError(error).code,
      ),
    )
    .toBe('saved')
  // Restarted by mistake it would take writes: neither an informed process nor a new one uses it.
  primary = await recover(folder('first'), quick)
  const address = new URL(standby.url).port
  for (const one of [found, pool(`${bothUrl()}&application_name=later`)]) {
    const { rows } = await one.query(
      'SELECT inet_server_port()::text AS port, count(*) AS n FROM written WHERE n > 4000',
    )
    expect(rows).toEqual([{ port: address, n: 1 }])
  }
  // The former replica is a primary now: it serves no long reads.
  const { replica } = { ...reads.counts }
  await counted()
  expect(reads.counts?.replica).toBe(replica)
})

test('addresses with several hosts are parsed host by host, printed without secrets, and select the right server', () => {
  const several = 'postgres://u:p%40ss@a:1,b:2/name?sslmode=verify-full'
  expect(addressesOf(several)).toEqual([
    'postgres://u:p%40ss@a:1/name?sslmode=verify-full',
    'postgres://u:p%40ss@b:2/name?sslmode=verify-full',
  ])
  expect(shownAddress(several)).toBe('a:1,b:2/name')
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
  for (const wrong of ['postgres://a:1,b:x/name', 'mysql://a,b/name'])
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow('DATABASE_URL must be an address')
  expect(() => readConfig({ DATABASE_URL: 'postgres://a,b/n?target_session_attrs=any' })).toThrow(
    'target_session_attrs in DATABASE_URL must be one of read-write, primary',
  )
  const url = 'postgres://a,b/n?target_session_attrs=prefer-standby'
  expect(readConfig({ DATABASE_READ_URL: url, DATABASE_READ_WAIT_MS: '' }).replica).toEqual({
    url,
    waitMs: 500,
  })
  expect(readConfig({}).replica).toBeUndefined()
})
