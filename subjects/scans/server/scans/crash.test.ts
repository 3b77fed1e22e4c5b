/** Two real server processes scan one file while they are killed and restarted. */
import { io, type Socket } from 'socket.io-client'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanEvents, scanReply } from '#subjects/scans/contract/calls/scans.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { startProcess, type ServerProcess } from '#test/process.ts'
import { rounds } from '#test/rounds.ts'
import { clearScans, countsOf, makeScan } from '#test/scans.ts'
import { signInAs } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let carrier: TestCarrier
let database: TestDatabase
let servers: ServerProcess[]
let token: string
const parallel = rounds(10, 4)

// Longer than a slow answer takes on a busy machine, which would be asked for again.
const start = () => startProcess(database.url, { ...carrier.env, CARRIER_TIMEOUT_MS: '1500' })

beforeAll(async () => {
  carrier = await startTestCarrier()
  database = await organisationDatabase()
  token = await signInAs(database.pool, 'quanly')
  servers = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await database.drop()
  await carrier.close()
})

/** Sends `event` as specified, with the token in its data, and returns the reply. */
function say(socket: Socket, event: string, data: object): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once(scanReply, resolve)
    socket.emit(event, { client_id: 'c1', data })
  })
}

test('a scan continues after every kill: no number is skipped, and only running look-ups are repeated (D3-SCN-01, D2-SCAN-30, D2-SCAN-31, D2-Q-48)', async () => {
  // Kills each process at least once.
  const kills = rounds(2, 20)
  // The test carrier remembers a thousand requests.
  const total = rounds(240, 900)
  await carrier.fault({ mode: 'slow', ms: rounds(40, 200) })
  await clearScans(database.pool)
  await setSettings(database.pool, { 'scan.parallel': parallel })
  const id = await makeScan(database.pool, 'quetdata', 'dai.xlsx', total)
  const socket = io(servers[0]?.url ?? '', {
    transports: ['websocket'],
    auth: { client_index: '1', host: 'test', token },
  })
  const { start: event } = scanEvents.quetdata
  const other = await say(socket, event, { FileName: 'dai.xlsx', token: 'of somebody else' })
  expect(other).toMatchObject({ client_id: 'c1', code: 'UNAUTHENTICATED' })
  const started = await say(socket, event, { FileName: 'dai.xlsx', token })
  expect(started).toEqual({ client_id: 'c1', data: { FileName: 'dai.xlsx', msg: 'Bắt đầu quét "dai.xlsx"' } })
  socket.disconnect()
  for (let kill = 0; kill < kills; kill++) {
    const { answered } = await countsOf(database.pool, id)
    await expect
      .poll(async () => (await countsOf(database.pool, id)).answered, { interval: 20, timeout: 30_000 })
      .toBeGreaterThan(Math.min(answered, total - 1))
    await sleep(Math.random() * 100)
    await servers[kill % 2]?.kill()
    servers[kill % 2] = await start()
  }
  // Two connections per process, reserved for scans.
  const { rows } = await database.pool.query<{ n: number }>(`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'vasdesk-scan' AND datname = current_database()`)
  expect(rows[0]?.n).toBeGreaterThan(0)
  expect(rows[0]?.n).toBeLessThanOrEqual(4)
  await carrier.fault()
  await expect.poll(async () => (await countsOf(database.pool, id)).state, { timeout: 60_000 }).toBe('done')
  expect(await countsOf(database.pool, id)).toMatchObject({
    total,
    counted: total,
    answered: total,
    given_up: 0,
  })
  const byNumber = Map.groupBy(await carrier.seen(), ({ body }) => body.isdn)
  expect(byNumber.size).toBe(total)
  const twice = [...byNumber.values()].reduce((sum, times) => sum + times.length - 1, 0)
  expect(twice).toBeLessThanOrEqual(kills * parallel)
}, 300_000)
