/** Clients that send slowly, stay silent or open too much are cut off without affecting others. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { longRun } from '#test/rounds.ts'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import { callerAddress } from '../live/limits.ts'
import { openLive } from '../live/channel.ts'
import { processLimits } from './limits.ts'
import { cutSlowBodies } from './slow-bodies.ts'
import { refuseUnread } from './unread-requests.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a request whose body arrives too slowly is ended with 408, while slow reading by the server is not blamed on the sender', async () => {
  const app = fastify()
  cutSlowBodies(app, { everyMs: 250, bytes: 1_000 })
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
  app.post('/upload', async ({ body }) => {
    let size = 0
    await sleep(900)
    for await (const part of body as AsyncIterable<Buffer>) size += part.length
    return { size }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = (length: number) => {
    const line = connect(port, '127.0.0.1')
    line.write(
      `POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\n`,
    )
    let received = ''
    line.on('data', (part: Buffer) => (received += part.toString()))
    line.on('error', () => undefined)
    return { line, heard: () => received }
  }
  const slow = send(100_000)
  const trickle = setInterval(() => slow.line.write('so_tien,ngay\n'), 50)
  const quick = send(1_000_000)
  quick.line.write('x'.repeat(1_000_000))
  // Data sent after the response may cause a reset.
  await new Promise((resolve) => slow.line.once('close', resolve))
  clearInterval(trickle)
  expect(slow.heard()).toMatch(/^HTTP\/1.1 408 /)
  expect(slow.heard()).toContain(refusals.tooSlow)
  await expect.poll(quick.heard).toContain('{"size":1000000}')
  quick.line.destroy()
  await app.close()
})

test('request headers must arrive within 15 seconds', () => {
  expect(processLimits.headersMs).toBe(15_000)
  expect(server.app.server.headersTimeout).toBe(processLimits.headersMs)
})

/** The response on a connection that sends `text`, `more` after the first response, and then waits until it is closed. */
async function answerTo(app: FastifyInstance, text: string, more = ''): Promise<string> {
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  line.on('data', (part: Buffer) => (received += part.toString()))
  line.on('error', () => undefined)
  line.once('data', () => line.write(more))
  line.write(text)
  await once(line, 'close')
  return received
}

test('malformed requests are refused in the usual format: late headers, large headers, no HTTP', async () => {
  const app = fastify({
    http: {
      maxHeaderSize: processLimits.headBytes,
      headersTimeout: 200,
      requestTimeout: 300,
      connectionsCheckingInterval: 50,
    },
    clientErrorHandler: refuseUnread,
  })
  app.get('/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': '100' })
    reply.raw.write('so far')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n'
  const [late, large, garbage, begun] = await Promise.all([
    answerTo(app, head),
    answerTo(app, `${head}cookie: ${'x'.repeat(processLimits.headBytes)}\r\n\r\n`),
    answerTo(app, 'xin chào\r\n\r\n'),
    answerTo(app, 'GET /begun HTTP/1.1\r\nhost: x\r\n\r\n', 'xin chào\r\n\r\n'),
  ])
  const parse = (answer: string) =>
    [answer.slice(9, 12), JSON.parse(answer.split('\r\n\r\n')[1] ?? '')] as unknown
  expect(parse(late)).toEqual(['408', { code: 'TOO_SLOW', msg: refusals.tooSlow }])
  expect(parse(large)).toEqual(['431', { code: 'TOO_LARGE', msg: refusals.headTooLarge }])
  expect(parse(garbage)).toEqual(['400', { code: 'VALIDATION', msg: messages.invalid }])
  for (const answer of [late, large, garbage])
    for (const header of ['X-Content-Type-Options: nosniff', 'Strict-Transport-Security: max-age=31536000'])
      expect(answer).toContain(header)
  // A response already started is cut off, with nothing appended.
  expect(begun).toMatch(/so far$/)
  await app.close()
})

test('a request with contradictory lengths is refused, and what follows it is not treated as a second request', async () => {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const head = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const hidden = 'GET /api/v1/users HTTP/1.1\r\nhost: x\r\n\r\n'
  for (const lengths of [
    'content-length: 4\r\ntransfer-encoding: chunked\r\n',
    'content-length: 4\r\ncontent-length: 5\r\n',
    'transfer-encoding: xchunked\r\n',
    'transfer-encoding: chunked, identity\r\n',
  ]) {
    const received = await answerTo(server.app, `${head}${lengths}\r\n0\r\n\r\n${hidden}`)
    expect([lengths, received.match(/HTTP\/1\.1 \d+/g)]).toEqual([lengths, ['HTTP/1.1 400']])
  }
})

test('the product refuses malformed requests with its own messages', async () => {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const large = `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(processLimits.headBytes)}\r\n\r\n`
  expect(await answerTo(server.app, large)).toContain(refusals.headTooLarge)
})

test.runIf(longRun)('a connection that sends nothing, or only a part of the headers, is closed', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const began = Date.now()
  await Promise.all(
    ['', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'].map(async (head) => {
      const line = connect(port, '127.0.0.1')
      line.write(head)
      line.resume()
      await once(line, 'close')
    }),
  )
  expect(Date.now() - began).toBeGreaterThan(10_000)
  // Node's own check every 30 s would take 45.
  expect(Date.now() - began).toBeLessThan(30_000)
})

test('the number of sockets is limited by session and by address; another session is not affected', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { services, sessions, rates } = server.api
  const live = openLive(http, {
    sessions,
    rates,
    log: services.log,
    limits: { ofToken: 2, ofAddress: 4, silenceMs: 300, proxies: 1 },
  })
  // Stays silent, and does not answer the close frame either.
  const silent = connect((http.address() as AddressInfo).port, '127.0.0.1')
  silent.resume()
  silent.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  const cut = once(silent, 'close')
  const sockets: Socket[] = []
  const open = async (token: string, address: string): Promise<string> => {
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
      extraHeaders: { 'x-forwarded-for': address },
    })
    sockets.push(socket)
    return new Promise((resolve) => {
      socket.once('connect', () => resolve('open'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  }
  const [admin, boss] = [await signInAs(server.pool, 'admin'), await signInAs(server.pool, 'quanly')]
  for (const outcome of ['open', 'open', 'TOO_MANY']) expect(await open(admin, '10.0.0.1')).toBe(outcome)
  expect(await open(boss, '10.0.0.1')).toBe('open')
  // The refused one stays silent: it is closed and its slot is released.
  await expect.poll(() => live.sockets()).toBe(3)
  await expect.poll(() => open(boss, '10.0.0.1')).toBe('open')
  expect(await open(await signInAs(server.pool, 'leader11'), '10.0.0.1')).toBe('websocket error')
  expect(await open(await signInAs(server.pool, 'leader11'), '10.0.0.2')).toBe('open')
  sockets[0]?.disconnect()
  await expect.poll(() => live.sockets()).toBe(4)
  for (const socket of sockets) socket.disconnect()
  await cut
  await live.close()
})

test('the client address is the one seen by the outermost proxy, whatever the client claims', () => {
  const request = {
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' },
    socket: { remoteAddress: '10.0.0.1' },
  }
  const callerBehind = (proxies: number) => callerAddress(request as never, proxies)
  expect([0, 1, 2, 9].map(callerBehind)).toEqual(['10.0.0.1', '203.0.113.7', '6.6.6.6', '6.6.6.6'])
})
