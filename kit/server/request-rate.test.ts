/** Limit of requests per user, over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'

const burst = 5
const requestCount = 20
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '1', RATE_BURST: String(burst) })
})
afterAll(() => server.close())

type Reply = Awaited<ReturnType<typeof call>>
const call = (token: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  server.app.inject({
    method,
    url: '/api/v1/blacklist',
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
const atOnce = (token: string, times = requestCount): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, () => call(token)))
const passed = (replies: Reply[]): number => replies.filter(({ statusCode }) => statusCode === 200).length

test('a user above the request limit is told in Vietnamese how long to wait, and is served after that (D1-ERR-01, threats D5)', async () => {
  const token = await signInAs(server.pool, 'sale111')
  const replies = await atOnce(token)
  // Each second that passes during the requests may allow one more.
  expect(passed(replies)).toBeGreaterThanOrEqual(burst)
  expect(passed(replies)).toBeLessThanOrEqual(burst + 3)
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
  for (const { headers, body } of refused) {
    expect(JSON.parse(body)).toEqual({
      code: 'RATE_LIMITED',
      msg: 'Thao tác quá nhanh, chờ một chút rồi thử lại',
    })
    expect(String(headers['retry-after'])).toMatch(/^[1-9]\d*$/)
  }
  await sleep(Number(refused[0]?.headers['retry-after']) * 1000 + 200)
  expect((await call(token)).statusCode).toBe(200)
})

test('requests of all sessions of a user count together, those of other users separately', async () => {
  const [first, second] = [await signInAs(server.pool, 'sale112'), await signInAs(server.pool, 'sale112')]
  const other = await signInAs(server.pool, 'sale211')
  const [firstReplies, again, theirs] = await Promise.all([
    atOnce(first),
    atOnce(second),
    atOnce(other, burst),
  ])
  expect(passed([...firstReplies, ...again])).toBeLessThanOrEqual(burst + 4)
  expect(passed(theirs)).toBe(burst)
})

test('a request refused by the limit changes nothing', async () => {
  const token = await signInAs(server.pool, 'leader11')
  await atOnce(token)
  const refused = await call(token, 'POST', { phone_number: '0912345678', description: 'a' })
  expect(refused.statusCode).toBe(429)
  expect((await server.pool.query('SELECT FROM blacklist')).rowCount).toBe(0)
})

test('a limit of 0 requests a second means no limit', async () => {
  const open = await startTestServer({ RATE_PER_SECOND: '0', RATE_BURST: '1' })
  try {
    const caller = await open.as('sale111')
    const replies = await Promise.all(
      Array.from({ length: requestCount }, () => caller.get('/api/v1/blacklist')),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(requestCount)
  } finally {
    await open.close()
  }
})
