/** Which requests wait for a place, and for how long (D1-ERR-02, threats E; docs/decisions/places.md). */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Urgency } from '#platform/server/running/places.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let carrier: TestCarrier
let server: TestServer
beforeAll(async () => {
  carrier = await startTestCarrier()
  server = await startTestServer({ ...carrier.env, DB_POOL: '4' })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await setSettings(server.pool, { 'lookup.from': '00:00', 'lookup.until': '24:00' })
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const occupied: (() => void)[] = []
/** Occupies `count` of the four places until the returned function is called, or the test ends. */
function occupy(urgency: Urgency, count: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let n = 0; n < count; n += 1) void server.api.places.hold(urgency, () => promise)
  occupied.push(resolve)
  return resolve
}
afterEach(() => {
  for (const leave of occupied.splice(0)) leave()
})

/** Status, Retry-After, and the time in ms that it took. */
async function timed(asking: Promise<{ status: number; headers: Record<string, unknown> }>) {
  const from = performance.now()
  const { status, headers } = await asking
  return { status, retryAfter: headers['retry-after'], ms: performance.now() - from }
}

const path = '/api/v1/blacklist'
/** Adds a number to the list. */
const add = async (phone: string) =>
  (await server.as('admin')).post(path, { phone_number: phone, description: 'đừng gọi' })

test('without a free place a list waits, is refused with Retry-After, and is answered once there is room; exports have places of their own', async () => {
  const caller = await server.as('admin')
  const free = occupy('read', 3)
  const inBackground = { priority: 'u=6' }
  const token = { authorization: `Bearer ${caller.token}` }
  const byItself = server.app
    .inject({ method: 'GET', url: path, headers: { ...token, ...inBackground } })
    .then(({ statusCode, headers }) => ({ status: statusCode, headers }))
  // The fourth place is for writes alone, or for what a screen reads by itself.
  expect((await timed(byItself)).status).toBe(200)
  const refused = await timed(caller.get(path))
  expect([refused.status, refused.retryAfter]).toEqual([503, '2'])
  expect(refused.ms).toBeGreaterThan(1_400)
  expect((await caller.get(`${path}/export`)).status).toBe(200)
  expect((await add('912000001')).status).toBe(200)
  const waiting = caller.get(path)
  free()
  expect((await waiting).status).toBe(200)
})

test('a read whose caller left while waiting is dropped, and a write is saved', async () => {
  const caller = await server.as('admin')
  const free = occupy('read', 3)
  occupy('write', 1)
  let looks = 0
  const { sessions } = server.api
  const { find } = sessions
  sessions.find = (token) => {
    looks += 1
    return find(token)
  }
  const leaving = new AbortController()
  const { port } = server.app.server.address() as AddressInfo
  const send = (method: string, body?: object): void =>
    void fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      signal: leaving.signal,
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
  send('GET')
  send('POST', { phone_number: '912000009', description: 'đừng gọi' })
  await expect.poll(() => looks).toBe(2)
  leaving.abort()
  await sleep(200)
  free()
  const saved = async () =>
    (await server.pool.query(`SELECT FROM blacklist WHERE phone_number = '912000009'`)).rowCount
  await expect.poll(saved).toBe(1)
  // Both were looked at when they came, and the write again when its turn came.
  expect(looks).toBe(3)
  sessions.find = find
})

test('a background reload of a screen is refused first, with a longer Retry-After', async () => {
  const caller = await server.as('admin')
  occupy('background', 2)
  occupy('read', 1)
  const headers = { authorization: `Bearer ${caller.token}`, priority: 'u=6' }
  const { statusCode, headers: sent } = await server.app.inject({ method: 'GET', url: path, headers })
  expect([statusCode, sent['retry-after']]).toEqual([503, '10'])
  expect((await caller.get(path)).status).toBe(200)
})

test('a write waits longer than a list, and goes first', async () => {
  const free = occupy('write', 1)
  occupy('write', 1)
  occupy('read', 2)
  const order: string[] = []
  const read = (await server.as('admin')).get(path).then(() => order.push('read'))
  const written = add('912000002').then(({ status }) => order.push(`write ${status}`))
  await sleep(1_000)
  expect(order).toEqual([])
  free()
  await Promise.all([read, written])
  expect(order[0]).toBe('write 200')
})

test('a look-up that waits for the carrier occupies no place (D1-LOOK-01)', async () => {
  await carrier.fault({ mode: 'slow', ms: 1_500 })
  const sellers = ['sale111', 'sale112', 'sale113', 'sale121', 'sale122', 'sale211']
  const callers = await Promise.all(sellers.map((name) => server.as(name)))
  const from = performance.now()
  const asked = callers.map((caller, n) => caller.get(`/api/v1/lookup/balance?phone=91234567${n}`))
  await sleep(300)
  expect((await (await server.as('admin')).get(path)).status).toBe(200)
  expect(performance.now() - from).toBeLessThan(1_300)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(sellers.map(() => 200))
  expect(performance.now() - from).toBeGreaterThan(1_400)
  await carrier.fault()
})
