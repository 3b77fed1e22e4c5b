/** Totals of big lists: counted rarely, at once after one's own change, and never too old. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { openLive } from '#platform/server/live/channel.ts'
import { openTotalMemory } from './total-memory.ts'

let server: TestServer
const many = 12_000

beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(sql`
    INSERT INTO blacklist (phone_number, description)
    SELECT 400000000 + n, 'xa' FROM generate_series(1, ${many}::int) n`)
  await server.pool.query('CREATE SEQUENCE counted')
})
afterAll(() => server.close())

const slow = 50
/** A filter whose total is the number of times it was counted; each count takes `slow` ms. */
const counting = (resource: string) => ({
  resource,
  figures: sql`SELECT nextval('counted') AS total, ${resource}::text AS figures FROM pg_sleep(${slow / 1000})`,
})
const memory = () => openTotalMemory(server.pool, server.api.services.log)

async function countOnce(): Promise<number> {
  const admin = await server.as('admin')
  const { count } = (await admin.get('/api/v1/blacklist?count=50')).data as { count: number }
  return count
}

test('the total of a big list is remembered, and is updated right after each own change (D1-LIST-11)', async () => {
  const admin = await server.as('admin')
  expect(await countOnce()).toBe(many)
  await server.pool.query(`INSERT INTO blacklist (phone_number) VALUES ('399999999')`)
  expect(await countOnce(), 'nobody said that a row came').toBe(many)
  const { data } = await admin.post('/api/v1/blacklist', { phone_number: '0399999998' })
  await expect.poll(countOnce, { timeout: 2_000 }).toBe(many + 2)
  expect((await admin.delete(`/api/v1/blacklist/${(data as { id: string }).id}`)).status).toBe(200)
  await expect.poll(countOnce, { timeout: 2_000 }).toBe(many + 1)
})

test('an answer with all rows is counted anew, whatever total is remembered (D1-Q-155)', async () => {
  const admin = await server.as('admin')
  const before = await countOnce()
  await server.pool.query(`DELETE FROM blacklist WHERE phone_number = '399999999'`)
  const sheet = await admin.get('/api/v1/blacklist/export')
  expect(sheet.headers['x-total-count']).toBe(String(before - 1))
  const all = (await admin.get('/api/v1/blacklist?getAll=1')).data as { values: unknown[]; count: number }
  expect([all.values.length, all.count]).toEqual([before - 1, before - 1])
})

test('requests that come while a filter is being counted share that count', async () => {
  const totals = memory()
  const counts = await Promise.all(Array.from({ length: 20 }, () => totals.count(counting('a'))))
  expect(new Set(counts.map(({ total }) => total)).size).toBe(1)
})

test('page positions of a list stay known until one of its rows changes, however often it is counted (D1-LIST-11)', async () => {
  const totals = memory()
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  const figures = sql`SELECT 20000 AS total, nextval('counted')::text AS figures`
  const count = () => totals.count({ resource: 'c', figures })
  const first = await count()
  ahead = 6_000
  await expect.poll(count).not.toBe(first)
  expect((await count()).starts).toBe(first.starts)
  totals.changed('c')
  ahead = 12_000
  await expect.poll(async () => (await count()).starts).not.toBe(first.starts)
  clock.mockRestore()
})

test('a list that changes all the time spends only a small share of the time counting', async () => {
  const totals = memory()
  const first = (await totals.count(counting('b'))).total
  const start = performance.now()
  let last = first
  // A slow count on a busy machine delays the next one; if none follows, the test fails by its own timeout.
  while (performance.now() - start < 1_500 || last === first) {
    totals.changed('b')
    last = (await totals.count(counting('b'))).total
    await sleep(5)
  }
  const elapsed = performance.now() - start
  expect(last - first).toBeLessThanOrEqual(Math.ceil(elapsed / (slow * 10)))
})

test('a separate memory sees the same changes, evicts nothing from the main one, and may return an older total meanwhile (D3-SEC-08)', async () => {
  const totals = memory()
  const ages = { trust: 60_000, longest: 60_000 }
  const separate = totals.apart({ most: 2, unchanged: ages, changed: ages, inTurn: (count) => count() })
  const filter = (n: number) => ({
    resource: 'd',
    figures: sql`SELECT ${n}::int AS total, nextval('counted')::text AS figures`,
  })
  const ownCount = await totals.count(filter(0))
  const first = await separate.count(filter(1))
  totals.changed('d')
  expect([separate.changesOf('d'), totals.changesOf('d')]).toEqual([1, 1])
  expect(await separate.count(filter(1)), 'a stranger need not wait').toBe(first)
  for (let n = 2; n < 300; n += 1) await separate.count(filter(n))
  expect(separate.find(filter(1)), 'the oldest of the two goes').toBeUndefined()
  expect(totals.find(filter(0)), 'whatever strangers ask for').toBeDefined()
  expect(ownCount.total).toBe(0)
})

test('a change reported by another server process leads to a new count', async () => {
  const { services, sessions } = server.api
  const changed: string[] = []
  const open = (onForeignChange: (resource: string) => void) =>
    openLive(createServer(), {
      sessions,
      shared: { url: server.url, pool: services.pool },
      log: services.log,
      rates: server.api.rates,
      onForeignChange,
    })
  const [here, there] = [open(() => undefined), open((resource) => void changed.push(resource))]
  try {
    await expect
      .poll(() => {
        here.publish('blacklist')
        return changed
      })
      .toContain('blacklist')
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})
