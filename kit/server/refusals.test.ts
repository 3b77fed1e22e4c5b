/** While the database is unavailable, callers get 503 with Retry-After, never 500. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { toAppError } from './refusals.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every temporary error of PostgreSQL or its connection is answered with 503 and Retry-After (D1-ERR-02)', () => {
  const codes = [
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '57014',
    '08000',
    '08007',
    '08001',
    '08003',
    '08006',
    '08P01',
    '25006',
    '25P03',
  ]
  const more = [
    '53000',
    '53200',
    '53300',
    '53400',
    '55P03',
    '40001',
    '40P01',
    '58030',
    'ECONNRESET',
    'ETIMEDOUT',
    'EAI_AGAIN',
  ]
  for (const code of [...codes, ...more]) {
    const { status, retryAfter } = toAppError(Object.assign(new Error('x'), { code }))
    expect([code, status, retryAfter]).toEqual([code, 503, 2])
  }
  for (const message of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    // None of several hosts answers in time.
    'timeout expired',
    'no answer yet',
  ])
    expect([message, toAppError(new Error(message)).status]).toEqual([message, 503])
  expect(toAppError(Object.assign(new Error('x'), { code: '53100' })).message).toBe(refusals.diskFull)
  for (const code of ['42P01', '42703', 'XX000', 'P0001'])
    expect([code, toAppError(Object.assign(new Error('x'), { code })).status]).toEqual([code, 500])
})

test('with a read-only database reads succeed and writes get 503 with Retry-After (D1-ERR-02)', async () => {
  const admin = await server.as('admin')
  const operator = await server.pool.connect()
  const turn = async (to: 'on' | 'off') => {
    await operator.query('SET default_transaction_read_only = off')
    await operator.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${to}', current_database()); END $$`)
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid()`)
    await sleep(100)
  }
  await turn('on')
  try {
    expect((await admin.get('/api/v1/blacklist')).status).toBe(200)
    for (const [path, body] of [
      ['/api/v1/blacklist', { phone_number: '0912345678' }],
      ['/api/v1/auth/login', { username: 'admin', password: 'demo@2026' }],
    ] as const) {
      const { status, headers, body: answer } = await admin.post(path, body)
      expect([path, status, headers['retry-after'], answer.msg]).toEqual([
        path,
        503,
        '2',
        refusals.onlyReading,
      ])
    }
  } finally {
    await turn('off')
    operator.release()
  }
  expect((await admin.post('/api/v1/blacklist', { phone_number: '0912345678' })).status).toBe(200)
})

test('a call whose connection PostgreSQL ends gets Retry-After, and the next call succeeds (D1-ERR-02)', async () => {
  const admin = await server.as('admin')
  const gate = await server.pool.connect()
  await gate.query('BEGIN; LOCK TABLE blacklist')
  const waiting = [
    admin.get('/api/v1/blacklist'),
    admin.post('/api/v1/blacklist', { phone_number: '0912345679' }),
  ]
  await sleep(300)
  await gate.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND datname = current_database()`)
  const answers = await Promise.all(waiting)
  await gate.query('ROLLBACK')
  gate.release()
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
    [503, '2'],
    [503, '2'],
  ])
  expect((await admin.get('/api/v1/blacklist')).status).toBe(200)
})
