/** Limits apply to all server processes together, write nothing below a batch, and never affect users with a session. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { createPool } from '#platform/server/db/pool.ts'
import { openRates } from './rate.ts'

let server: TestServer
const [most, batch] = [60, 12]

beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '20' })
})
afterAll(() => server.close())

const written = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ n: number }>('SELECT count(*) AS n FROM rate_limits')
  return rows[0]?.n ?? 0
}
/** Limits with a period long enough for a busy machine. */
const rates = (points: number, pool = server.pool) => {
  const limit = { points, seconds: 60 }
  return openRates(pool, {
    api: limit,
    export: limit,
    upload: limit,
    bulk: limit,
    live: limit,
    signIn: limit,
    badToken: limit,
    shop: limit,
    fullPhone: limit,
  })
}
const tried = async (times: number, take: () => Promise<void>) => {
  const results = await Promise.allSettled(Array.from({ length: times }, take))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('two server processes together allow a user no more than the limit plus one batch each (threats C5)', async () => {
  const env = { RATE_PER_SECOND: '1', RATE_BURST: String(most) }
  const processes: ServerProcess[] = await Promise.all([
    startProcess(server.url, env),
    startProcess(server.url, env),
  ])
  try {
    const token = await signInAs(server.pool, 'sale112')
    const replies = await Promise.all(
      processes.flatMap(({ url }) =>
        Array.from({ length: 100 }, () => call(`${url}/api/v1/auth/me`, 'GET', token)),
      ),
    )
    const allowed = replies.filter(({ status }) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(most - batch)
    expect(allowed).toBeLessThanOrEqual(most + 2 * batch)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
  } finally {
    await Promise.all(processes.map(({ kill }) => kill()))
  }
}, 60_000)

test('a single process allows exactly the limit, and refuses with the time to wait (threats C5)', async () => {
  const { take } = rates(most)
  expect(await tried(100, () => take('bulk', 'a'))).toBe(most)
  const refusal = await take('bulk', 'a').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  const { retryAfter } = refusal as { retryAfter: number }
  expect(retryAfter).toBeGreaterThan(40)
  expect(retryAfter).toBeLessThanOrEqual(60)
  expect(await tried(batch, () => take('bulk', 'b')), 'another user').toBe(batch)
  expect(await tried(batch, () => take('upload', 'a')), 'another limit').toBe(batch)
})

test('below a batch nothing is written to the database', async () => {
  const before = await written()
  const { take } = rates(most)
  expect(await tried(batch, () => take('api', 'quiet'))).toBe(batch)
  expect(await written()).toBe(before)
  await take('api', 'quiet')
  expect(await written()).toBe(before + 1)
})

test('without the database each process enforces the limit by itself', async () => {
  const nowhere = createPool('postgres://nobody@127.0.0.1:1/none', {
    max: 1,
    applicationName: 'gone',
    log: console,
  })
  const { take } = rates(most, nowhere)
  expect(await tried(100, () => take('api', 'a'))).toBe(most)
})

test('sign-ins from one address are limited, while users with a session there continue (threats C5)', async () => {
  const tries = await Promise.all(
    Array.from({ length: 1_010 }, () => server.outsider.post('/api/v1/auth/login', { username: '' })),
  )
  const refused = tries.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused[0]?.body).toEqual({
    code: 'RATE_LIMITED',
    msg: 'Thao tác quá nhanh, chờ một chút rồi thử lại',
  })
  expect((await (await server.as('admin')).get('/api/v1/auth/me')).status).toBe(200)
})
