/** Pushes of changed lists: recipients, frequency, and detection of lost ones. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Channel } from '#platform/contract/channels.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { openLive, type LiveChannel } from './channel.ts'

type Pushed = { resources: Channel[]; n: number; from: string }

let server: TestServer
const open: { live: LiveChannel; http: Server }[] = []
const sockets: Socket[] = []

/** A server process with its sockets; `shared` processes receive each other's events. */
async function openProcess(shared: boolean): Promise<{ live: LiveChannel; http: Server }> {
  const http = createServer()
  const { sessions, rates, services } = server.api
  const live = openLive(http, {
    sessions,
    rates,
    log: pino({ level: 'silent' }),
    ...(shared && { shared: { url: server.url, pool: services.pool } }),
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  open.push({ live, http })
  return { live, http }
}

beforeAll(async () => {
  server = await startTestServer()
  await openProcess(false)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  for (const { live } of open) await live.close()
  await server.close()
})

/** A window of `username`, and the messages it receives with their times. */
async function listenAs(username: string, { http } = open[0]!): Promise<(Pushed & { at: number })[]> {
  const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: await signInAs(server.pool, username) },
  })
  sockets.push(socket)
  const received: (Pushed & { at: number })[] = []
  socket.on('changes', (event: Pushed) => received.push({ ...event, at: performance.now() }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  return received
}
const named = (received: readonly Pushed[]): Channel[] => received.flatMap(({ resources }) => resources)
const publish = (...channels: Channel[]): void => channels.forEach((one) => open[0]!.live.publish(one))

test('a change made by the database itself is pushed to every screen once, without row contents (D1-RT-07)', async () => {
  const received = await listenAs('sale113')
  await server.pool.query(`SELECT pg_notify('changed', 'requestrefund')`)
  await expect.poll(() => received).toHaveLength(1)
  const { at: _at, ...pushed } = received[0]!
  expect(pushed).toEqual({ resources: ['requestrefund'], n: 1, from: expect.any(String) })
})

test('several changed lists are pushed as one message, which names only lists that the reader may see (D1-RT-07, D1-Q-003, threats D3)', async () => {
  const [manager, sale, other] = [
    await listenAs('quanly'),
    await listenAs('sale113'),
    await listenAs('sale111'),
  ]
  await sleep(1_000)
  const before = performance.now()
  publish('quetdata', 'systemaccount', 'requestrefund', 'feeds', 'khr', 'khr')
  await expect.poll(() => manager).toHaveLength(1)
  await expect.poll(() => [sale.length, other.length]).toEqual([1, 1])
  expect(manager[0]!.resources).toEqual(['quetdata', 'systemaccount', 'requestrefund', 'feeds', 'khr'])
  expect([named(sale), named(other)]).toEqual([
    ['requestrefund', 'khr'],
    ['requestrefund', 'khr'],
  ])
  expect(sale[0]!.at - before, 'after a quiet time it is soon').toBeLessThan(500)
  publish('quetdata', 'feeds')
  await expect.poll(() => manager).toHaveLength(2)
  publish('khr')
  await expect.poll(() => sale).toHaveLength(2)
  expect(
    [sale, other].map((received) => received.map(({ n }) => n)),
    'what is not theirs leaves no gap',
  ).toEqual([sale, other].map(([first]) => [first!.n, first!.n + 1]))
})

test('pushes follow a change of rights at once (D1-RT-07, threats D3)', async () => {
  const [manager, sale] = [await listenAs('quanly'), await listenAs('sale113')]
  const right = `user_permissions (user_id, permission_id) SELECT u.id, p.id FROM users u, permissions p
    WHERE u.username = 'sale113' AND p.code = 'chiphikhac.get'`
  const publishAll = async (): Promise<void> => {
    publish('chiphikhac', 'khr')
    await sleep(900)
  }
  await server.pool
    .query(`INSERT INTO user_permissions (user_id, permission_id) SELECT u.id, p.id FROM users u, permissions p
    WHERE u.username = 'quanly' AND p.code = 'chiphikhac.get' ON CONFLICT DO NOTHING`)
  await publishAll()
  await expect.poll(() => named(manager)).toContain('chiphikhac')
  expect(named(sale)).not.toContain('chiphikhac')
  await server.pool.query(`INSERT INTO ${right}`)
  await expect.poll(async () => (await publishAll(), named(sale)), { timeout: 5_000 }).toContain('chiphikhac')
  await server.pool
    .query(`DELETE FROM user_permissions WHERE user_id = (SELECT id FROM users WHERE username = 'sale113')
    AND permission_id = (SELECT id FROM permissions WHERE code = 'chiphikhac.get')`)
  await sleep(1_000)
  sale.length = 0
  await publishAll()
  await expect.poll(() => named(sale)).toContain('khr')
  expect(named(sale)).not.toContain('chiphikhac')
})

test('lists that change all the time are pushed at once and then about once a second together, including the last change (D1-RT-07)', async () => {
  const received = await listenAs('sale111')
  const begun = performance.now()
  for (let n = 0; n < 40; n += 1) {
    publish(n % 2 === 0 ? 'baodo' : 'khr')
    await sleep(50)
  }
  const last = performance.now()
  await expect.poll(() => (received.at(-1)?.at ?? 0) > last).toBe(true)
  expect(received[0]!.at - begun).toBeLessThan(700)
  expect(received.length).toBeLessThanOrEqual(Math.ceil((received.at(-1)!.at - begun) / 800) + 1)
})

test('a change is pushed by every process within a second, and a lost change between processes leaves a gap (D1-RT-07)', async () => {
  const [one, other] = [await openProcess(true), await openProcess(true)]
  const received = await listenAs('sale111', other)
  const gapAfter = (n: number): boolean =>
    received.some(({ n: next }, index) => index >= n && next > received[index - 1]!.n + 1)
  const publishOne = async (): Promise<number> => {
    one.live.publish('khr')
    await sleep(100)
    return received.length
  }
  // A new process may not be listened to yet.
  await expect.poll(publishOne).toBeGreaterThan(1)
  const { length } = received
  await sleep(1_000)
  const before = performance.now()
  one.live.publish('baodo')
  await expect.poll(() => named(received)).toContain('baodo')
  expect(received.at(-1)!.at - before).toBeLessThan(1_000)
  expect(gapAfter(1), 'nothing was lost so far').toBe(false)
  const listening = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vasdesk-live'`
  await server.pool.query(`SELECT pg_terminate_backend(pid) ${listening}`)
  // Sent while no process is listening.
  one.live.publish('mfy')
  await sleep(300)
  expect(named(received)).not.toContain('mfy')
  await expect.poll(async () => (await publishOne(), gapAfter(length)), { timeout: 10_000 }).toBe(true)
})
