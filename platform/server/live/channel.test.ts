/** The live channel with hostile and stale clients. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { openLive, type LiveChannel } from './channel.ts'
import { hashToken } from '#kit/server/sessions.ts'

let server: TestServer
let http: Server
let live: LiveChannel
const callerRoles: string[] = []
const logged: string[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestServer({ RATE_PER_SECOND: '20' })
  http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { sessions } = server.api
  live = openLive(http, {
    sessions,
    rates: server.api.rates,
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
    calls: {
      ai: {
        reply: 'traAi',
        run: async (actor) => {
          callerRoles.push(actor.roleName)
          return { username: actor.username, priority: actor.priority }
        },
      },
      hong: {
        reply: 'traHong',
        run: () => Promise.reject(new Error('relation "khong_co" does not exist')),
      },
    },
  })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  callerRoles.length = 0
})
afterAll(async () => {
  await live.close()
  await server.close()
})

const address = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`

async function connect(username: string): Promise<{ socket: Socket; token: string }> {
  const token = await signInAs(server.pool, username)
  const socket = io(address(), {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
  return { socket, token }
}

const ended = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('disconnect', (reason) => resolve(reason)))
const nextEvent = (socket: Socket, event: string): Promise<Record<string, unknown>> =>
  new Promise((resolve) => socket.once(event, resolve))

/** Refusal of a connection with these options, or 'connected'. */
const refusal = (options: object) =>
  new Promise<string>((resolve) => {
    const socket = io(address(), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
    })
    sockets.push(socket)
    socket
      .once('connect', () => resolve('connected'))
      .once('connect_error', ({ message }) => resolve(message))
  })

test('a token in the address, an unknown token and a missing token are refused (threats C3, D1)', async () => {
  const token = await signInAs(server.pool, 'admin')
  for (const options of [
    {},
    { query: { token } },
    { extraHeaders: { authorization: `Bearer ${token}`, cookie: `accessToken=${token}` } },
    { auth: { token: `${token}x` } },
    { auth: { token: [token] } },
    { auth: { token: { toString: token } } },
    { auth: { token: 'x'.repeat(10_000) } },
  ])
    expect([options, await refusal(options)]).toEqual([options, 'UNAUTHENTICATED'])
  expect(await refusal({ auth: { token } })).toBe('connected')
})

test('a page of another origin cannot open a socket, whatever token it has (threats D1)', async () => {
  const token = await signInAs(server.pool, 'sale111')
  const tryFrom = (extraHeaders: Record<string, string>) => {
    const socket = io(address(), {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
      extraHeaders,
    })
    sockets.push(socket)
    return new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false))
    })
  }
  expect(await tryFrom({ origin: address() })).toBe(true)
  for (const origin of ['https://noi-khac.example', 'null', address().replace(/\d+$/, '1')])
    expect([origin, await tryFrom({ origin })]).toEqual([origin, false])
})

test('a flood of events ends the connection, and other connections continue (threats D5)', async () => {
  const [loud, calm] = [await connect('sale113'), await connect('sale112')]
  const over = ended(loud.socket)
  for (let i = 0; i < 500; i++) loud.socket.emit('ai', { client_id: String(i), token: loud.token })
  expect(await over).toBe('io server disconnect')
  expect(callerRoles.length).toBeLessThan(50)
  const answer = nextEvent(calm.socket, 'traAi')
  calm.socket.emit('ai', { client_id: 'a', token: calm.token })
  expect((await answer).data).toMatchObject({ username: 'sale112' })
})

test('a frame above 64 kB ends the connection (threats D5)', async () => {
  const { socket } = await connect('sale111')
  const over = ended(socket)
  socket.emit('ai', { client_id: 'x'.repeat(100_000) })
  expect(['transport close', 'transport error']).toContain(await over)
})

test('malformed requests are answered or ignored, and the channel stays open (threats D2, D4)', async () => {
  const { socket, token } = await connect('sale111')
  const other = await connect('sale112')
  const events: unknown[] = []
  other.socket.onAny((event) => events.push(event))
  for (const payload of [null, 7, 'x', [], { token: 1 }, { token, data: 'x' }, { token, client_id: {} }])
    socket.emit('ai', payload)
  // Events only the server sends, and unknown ones.
  for (const event of ['changes', 'job', 'sessionEnded', 'traAi', 'showThongBao', '__proto__', 'join'])
    socket.emit(event, { resources: ['users'] }, 'all')
  const answer = nextEvent(socket, 'traAi')
  socket.emit('ai', { client_id: 'last', token, host: 'x', data: { username: 'admin' } })
  expect(await answer).toBeDefined()
  expect(socket.connected).toBe(true)
  expect(events).toEqual([])
})

test('a request that is no socket is refused with the headers of every answer (threats C8)', async () => {
  for (const path of ['/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=websocket']) {
    const { status, headers } = await fetch(address() + path)
    expect([path, status]).toEqual([path, 400])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('an internal failure is one line of the log and a message without internals for the client (D1-ERR-02, D1-Q-151)', async () => {
  const { socket, token } = await connect('sale111')
  const answer = nextEvent(socket, 'traHong')
  socket.emit('hong', { client_id: 'c', token, data: { isdn: '0912345678' } })
  expect(await answer).toEqual({
    client_id: 'c',
    code: 'INTERNAL',
    msg: 'Có lỗi xảy ra. Vui lòng thử lại.',
  })
  expect(logged.filter((line) => line.includes('khong_co'))).toHaveLength(1)
  expect(logged.join()).not.toMatch(/912345678/)
})

test("a socket that announces itself with another user's token is disconnected (threats D2)", async () => {
  const { socket } = await connect('sale111')
  const over = ended(socket)
  socket.emit('thongTinKetNoi', { client_id: 'x', host: 'x', token: await signInAs(server.pool, 'admin') })
  expect(await over).toBe('io server disconnect')
})

test('a connected socket has its current rights: a new role within a second, and a lock disconnects it (threats D3, C2)', async () => {
  const { socket, token } = await connect('sale121')
  const priority = async (): Promise<unknown> => {
    const answer = nextEvent(socket, 'traAi')
    socket.emit('ai', { client_id: 'a', token })
    return ((await answer).data as { priority: number }).priority
  }
  expect(await priority()).toBe(5)
  await server.pool.query(`
    UPDATE users SET role_id = (SELECT id FROM roles WHERE priority = 4 LIMIT 1) WHERE username = 'sale121'`)
  await expect.poll(priority, { timeout: 1000, interval: 100 }).toBe(4)
  const over = ended(socket)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale121'`)
  expect(await over).toBe('io server disconnect')
})

test('a session shortened after its socket was opened ends the socket at its new end (threats C1, ASVS 7.2.4)', async () => {
  const { socket, token } = await connect('sale112')
  const over = Promise.all([nextEvent(socket, 'sessionEnded'), ended(socket)])
  const until = (interval: string) =>
    server.pool.query(sql`
      UPDATE sessions SET expires_at = now() + ${interval}::interval WHERE token_hash = decode(${hashToken(token)}, 'hex')`)
  await until('50 minutes')
  await until('300 milliseconds')
  expect((await over)[1]).toBe('io server disconnect')
})

test('a manager who locks an account also ends its sockets, for good (D1-Q-033, D1-SHELL-43, threats C1)', async () => {
  const { socket, token } = await connect('sale112')
  const bystander = await connect('sale113')
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'sale112'`)
  const manager = await server.as('quanly')
  const notified = Promise.all([nextEvent(socket, 'sessionEnded'), ended(socket)])
  expect((await manager.post(`/api/v1/users/${rows[0]!.id}/lock`)).status).toBe(200)
  expect((await notified)[1]).toBe('io server disconnect')
  expect((await manager.post(`/api/v1/users/${rows[0]!.id}/unlock`)).status).toBe(200)
  expect(await refusal({ auth: { token } })).toBe('UNAUTHENTICATED')
  expect(bystander.socket.connected).toBe(true)
})

test('a socket ends when its session expires, without a notification (threats C2)', async () => {
  const token = await signInAs(server.pool, 'sale122')
  await server.pool.query(
    `UPDATE sessions SET expires_at = now() + interval '1.5 seconds' WHERE token_hash = decode($1, 'hex')`,
    [hashToken(token)],
  )
  const socket = io(address(), {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  sockets.push(socket)
  await nextEvent(socket, 'connect')
  expect(await ended(socket)).toBe('io server disconnect')
})
