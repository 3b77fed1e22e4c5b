/** Lost LISTEN connections are replaced without taking connections away from requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { openLive } from '../live/channel.ts'
import { openLentWatch } from '../running/lent-connections.ts'
import { createPool } from './pool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const silent = pino({ level: 'silent' })
const openPool = (max: number) => createPool(server.url, { max, applicationName: 'test-lent', log: silent })

test("repeatedly cutting the listening connections takes none from requests, and processes receive each other's changes again", async () => {
  const { sessions, rates } = server.api
  const pool = openPool(2)
  const notifications: string[] = []
  const open = async () => {
    const http = createServer()
    const shared = { url: server.url, pool }
    const onForeignChange = (resource: string) => void notifications.push(resource)
    const channel = openLive(http, { sessions, shared, log: silent, rates, onForeignChange })
    await once(http.listen(0, '127.0.0.1'), 'listening')
    return channel
  }
  const [one, other] = [await open(), await open()]
  const listening = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vasdesk-live'`
  const count = async () =>
    (await server.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${listening}`)).rows[0]?.n
  for (let cut = 0; cut < rounds(4, 10); cut++) {
    notifications.length = 0
    await expect
      .poll(() => {
        one.publish('khr')
        return notifications
      })
      .toContain('khr')
    await expect.poll(count).toBe(2)
    await server.pool.query(`SELECT pg_terminate_backend(pid) ${listening}`)
    await expect.poll(count).toBe(0)
  }
  await expect.poll(count).toBe(2)
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
  await Promise.all([one.close(), other.close()])
  await expect.poll(count).toBe(0)
  await pool.end()
}, 60_000)

test('a pool whose connections are all lent and dead is reported, one that works or waits in a transaction is not', async () => {
  const pool = openPool(2)
  const watch = openLentWatch({ requests: pool })
  const stuck = () => watch.stuck(server.pool)
  const [one, other] = [await pool.connect(), await pool.connect()]
  // Used just before.
  await one.query('SELECT 1')
  await other.query('BEGIN')
  expect(await stuck()).toEqual([])
  const pids = [one, other].map((client) => (client as unknown as { processID: number }).processID)
  await server.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [pids])
  await expect.poll(stuck).toEqual(['requests'])
  one.release(true)
  expect(await stuck()).toEqual([])
  other.release(true)
  await pool.end()
})
