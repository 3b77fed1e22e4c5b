/** Announcements: to everyone at one address, or to one account, and to no other client. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoticeEvent } from '#platform/contract/live.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { openLive, type LiveChannel } from './channel.ts'

let server: TestServer
let live: LiveChannel
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  const { sessions } = server.api
  const log = pino({ level: 'silent' })
  live = openLive(server.app.server, {
    sessions,
    log,
    rates: server.api.rates,
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await live.close()
  await server.close()
})

/** Announcements received by `username` at the address `host`; it claims another one itself. */
async function listenAs(username: string, host: string, serverPort = port): Promise<NoticeEvent[]> {
  const { token } = await server.as(username)
  const socket = io(`http://127.0.0.1:${serverPort}`, {
    transports: ['websocket'],
    auth: { client_index: '1', host: 'elsewhere', token },
    extraHeaders: { host },
    forceNew: true,
  })
  sockets.push(socket)
  const received: NoticeEvent[] = []
  socket.on('showThongBao', (notice: NoticeEvent) => void received.push(notice))
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null))
    socket.once('connect_error', reject)
  })
  return received
}

test('showThongBao is sent only to clients of the same domain, with domain and content as plain text (D1-RT-07, D1-Q-007)', async () => {
  const here = await listenAs('sale111', 'desk.example:3000')
  const also = await listenAs('leader11', 'DESK.example:3000')
  const elsewhere = await listenAs('sale112', 'other.example')
  live.announce({ domain: 'desk.example:3000' }, '<b>N*** vừa đăng ký thành công cho ****12345</b>')
  live.announce({ domain: 'other.example' }, 'Ở nơi khác')
  await expect.poll(() => elsewhere.map(({ content }) => content)).toEqual(['Ở nơi khác'])
  expect([here, also].map((received) => received.map(({ domain, content }) => [domain, content]))).toEqual([
    [['desk.example:3000', '<b>N*** vừa đăng ký thành công cho ****12345</b>']],
    [['desk.example:3000', '<b>N*** vừa đăng ký thành công cho ****12345</b>']],
  ])
})

test('a notice to one account reaches each of its browsers and nobody else (D1-Q-007)', async () => {
  const [first, second] = [await listenAs('sale121', 'a.example'), await listenAs('sale121', 'b.example')]
  const other = await listenAs('sale122', 'a.example')
  live.announce({ username: 'sale121' }, 'Đơn báo đỏ đã được duyệt')
  live.announce({ username: 'sale122' }, 'Xong')
  await expect.poll(() => other.length).toBe(1)
  expect(other[0]).toMatchObject({ domain: '', content: 'Xong' })
  expect([first, second].map((received) => received.map(({ content }) => content))).toEqual([
    ['Đơn báo đỏ đã được duyệt'],
    ['Đơn báo đỏ đã được duyệt'],
  ])
})

test('a notice too long for a PostgreSQL notification also reaches the other processes in full', async () => {
  const { services, sessions, rates } = server.api
  const open = async () => {
    const http = createServer()
    const options = {
      sessions,
      shared: { url: server.url, pool: services.pool },
      log: pino({ level: 'silent' }),
      rates,
    }
    const channel = openLive(http, options)
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    return { channel, at: (http.address() as AddressInfo).port }
  }
  const [one, other] = [await open(), await open()]
  const received = await listenAs('sale111', 'desk.example', other.at)
  const content = 'Đơn '.repeat(5_000)
  // Other processes may not be listening yet after a start: repeated until it arrives.
  await expect
    .poll(() => {
      one.channel.announce({ username: 'sale111' }, content)
      return received.map((notice) => notice.content)
    })
    .toContain(content)
  await one.channel.close()
  await other.channel.close()
})
