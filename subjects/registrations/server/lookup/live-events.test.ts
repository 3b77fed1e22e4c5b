/** Look-ups over the live channel: only the asking client gets the answer. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookupEvents, type LookupEvent } from '#platform/contract/live.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { openLive, type LiveChannel } from '#platform/server/live/channel.ts'
import { lookupCalls } from './live-events.ts'

let carrier: TestCarrier
let server: TestServer
let live: LiveChannel
let url: string
const sockets: Socket[] = []

beforeAll(async () => {
  carrier = await startTestCarrier()
  server = await startTestServer(carrier.env)
  const { services, sessions } = server.api
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const calls = lookupCalls(services)
  live = openLive(server.app.server, {
    sessions,
    rates: server.api.rates,
    log: pino({ level: 'silent' }),
    calls,
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await live.close()
  await server.close()
  await carrier.close()
})

type Heard = { event: string; reply: Record<string, unknown> }
type Ear = { socket: Socket; token: string; heard: Heard[] }

/** A connected client of `username` that records every answer it receives. */
async function connect(username: string): Promise<Ear> {
  const { token } = await server.as(username)
  const socket = io(url, {
    transports: ['websocket'],
    auth: { client_index: '1', host: 'test', token },
    forceNew: true,
  })
  sockets.push(socket)
  const heard: Heard[] = []
  for (const event of Object.values(lookupEvents)) {
    socket.on(event, (reply: Record<string, unknown>) => void heard.push({ event, reply }))
  }
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null))
    socket.once('connect_error', reject)
  })
  return { socket, token, heard }
}

const ask = ({ socket, token }: Ear, event: LookupEvent, client_id: string, data: object): void => {
  socket.emit(event, { host: 'test', token, client_id, data })
}

const questions: [LookupEvent, object, string][] = [
  ['traCuuDanhSachDoiTuongChuongTrinh', { isdn: '0912000345', package_code: '', page: 1 }, 'FinalDataList'],
  ['traCuuLichSuGoiCuoc', { isdn: '84912000345' }, 'values'],
  [
    'traCuuTinNhan999',
    { isdn: '912000345', huong_ket_qua: 'I', startDate: '01/11/2026', endDate: '20/11/2026', page: 1 },
    'NUMBER_PHONE',
  ],
]

test.each(questions)(
  '%s is answered on its traKetQua event with the carrier fields (D1-RT-01, D1-RT-02, D1-RT-04, D1-RT-05, D1-RT-06, D1-Q-098)',
  async (event, data, field) => {
    const ear = await connect('sale111')
    ask(ear, event, 'c-1', data)
    await expect.poll(() => ear.heard.length).toBe(1)
    expect(ear.heard[0]).toMatchObject({ event: lookupEvents[event], reply: { client_id: 'c-1' } })
    expect(ear.heard[0]?.reply.data).toHaveProperty(field)
  },
)

test('details are refused to salespeople and available to roles above, in the hours set (D1-RT-03, D1-Q-094)', async () => {
  await setSettings(server.pool, { 'lookup.from': '00:00', 'lookup.until': '24:00' })
  const data = { isdn: '0912000345', phoneType: 'MC' }
  const sale = await connect('sale112')
  ask(sale, 'traCuuThongTinChiTietThueBao', 'c-2', data)
  await expect.poll(() => sale.heard[0]?.reply.code).toBe('FORBIDDEN')
  const leader = await connect('leader11')
  ask(leader, 'traCuuThongTinChiTietThueBao', 'c-3', data)
  await expect
    .poll(() => leader.heard[0]?.reply)
    .toMatchObject({ client_id: 'c-3', data: { NUM_TYPE: expect.anything() } })
})

test('live look-ups share the daily limit of searches, and beyond it no request goes to the carrier (D3-SEC-05)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  const sale = await connect('sale111')
  await server.pool.query('DELETE FROM phone_searches')
  await carrier.seen()
  for (const [index, isdn] of ['0912000801', '0912000802', '0912000801'].entries()) {
    ask(sale, 'traCuuLichSuGoiCuoc', `c-${index}`, { isdn })
    await expect.poll(() => sale.heard.length).toBe(index + 1)
  }
  expect(sale.heard.map(({ reply }) => reply.code)).toEqual([undefined, 'RATE_LIMITED', undefined])
  expect(await carrier.seen()).toHaveLength(2)
  await server.pool.query(`DELETE FROM settings WHERE key = 'phone.searches'`)
})

test('two people who look up the same number at once receive only their own answer (D1-LOOK-59, D1-Q-101)', async () => {
  const [one, other] = await Promise.all([connect('sale121'), connect('sale122')])
  const silent = await connect('sale113')
  ask(one, 'traCuuLichSuGoiCuoc', 'mine', { isdn: '0912000777' })
  ask(other, 'traCuuLichSuGoiCuoc', 'theirs', { isdn: '0912000777' })
  await expect.poll(() => one.heard.length + other.heard.length).toBe(2)
  expect(one.heard.map(({ reply }) => reply.client_id)).toEqual(['mine'])
  expect(other.heard.map(({ reply }) => reply.client_id)).toEqual(['theirs'])
  expect(silent.heard).toEqual([])
  expect(JSON.stringify([...one.heard, ...other.heard])).not.toContain(one.token)
})

test("a request with another user's token gets an error and sends no request to the carrier (D1-Q-101, D2-API-14)", async () => {
  const [ear, foreign] = [await connect('sale211'), (await server.as('admin')).token]
  await carrier.seen()
  ear.socket.emit('traCuuLichSuGoiCuoc', { token: foreign, client_id: 'x', data: { isdn: '0912000345' } })
  await expect.poll(() => ear.heard[0]?.reply.code).toBe('UNAUTHENTICATED')
  expect(await carrier.seen()).toEqual([])
})

test('a connection without a live token is refused, and locking the account ends it within a second (D1-SHELL-43)', async () => {
  const stranger = io(url, {
    transports: ['websocket'],
    auth: { token: 'x' },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(stranger)
  const refusal = await new Promise<Error>((resolve) => void stranger.once('connect_error', resolve))
  expect(refusal.message).toBe('UNAUTHENTICATED')
  const ear = await connect('sale212')
  const ended = new Promise((resolve) => void ear.socket.once('sessionEnded', () => resolve(true)))
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale212'`)
  await expect(ended).resolves.toBe(true)
  await expect.poll(() => ear.socket.connected, { timeout: 1000 }).toBe(false)
})

test('a change is pushed without the contents of rows, because not everybody may know them (D1-Q-011, D1-Q-003)', async () => {
  const ears = await Promise.all([connect('quanly'), connect('sale111')])
  const pushed = ears.map(
    ({ socket }) => new Promise<object>((resolve) => void socket.once('changes', resolve)),
  )
  live.publish('customer')
  for (const event of await Promise.all(pushed))
    expect(event).toEqual({ resources: ['customer'], n: 1, from: expect.any(String) })
})
