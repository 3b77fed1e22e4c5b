/** More requests at once than a process can answer in time (threats E, D1-ERR-02). */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toAppError } from '#kit/server/refusals.ts'
import { refuseCrowd } from './crowd.ts'

let app: FastifyInstance
let release: () => void
let port: number

beforeEach(async () => {
  app = fastify()
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  refuseCrowd(app, 2)
  app.setErrorHandler((error, _request, reply) => {
    const { status, retryAfter } = toAppError(error)
    return reply.status(status).header('retry-after', String(retryAfter)).send()
  })
  app.get('/api/v1/slow', async () => {
    await promise
    return 'done'
  })
  app.post('/api/v1/saved', async () => 'saved')
  app.get('/healthz', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  release()
  await app.close()
})

const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`)
/** Waits until the server has that many running requests. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

test('requests above the limit are refused at once with Retry-After, and served when there is room', async () => {
  const first = [ask('/api/v1/slow'), ask('/api/v1/slow')]
  await settled()
  const refused = await ask('/api/v1/slow')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await ask('/healthz')).status).toBe(200)
  release()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  expect((await ask('/api/v1/slow')).status).toBe(200)
})

test('bodies that never arrive block nobody, and callers who disconnect make room', async () => {
  const head =
    'POST /api/v1/saved HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n'
  const senders = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  for (const sender of senders) sender.write(head)
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const caller of sockets) caller.write('GET /api/v1/slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await settled()
  expect((await ask('/api/v1/slow')).status).toBe(503)
  for (const caller of sockets) caller.destroy()
  await Promise.all(sockets.map((caller) => once(caller, 'close')))
  await settled()
  release()
  expect((await ask('/api/v1/slow')).status).toBe(200)
  for (const sender of senders) sender.destroy()
})
