/** Limits for clients without a session (D3-SEC-14): only the limits; times are measured by `npm run bench floodSlow`. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { processLimits } from './limits.ts'
import { networkOf, wideNetworkOf } from './networks.ts'
import { strangers } from './request-limits.ts'
import { boundStrangers, openKnown, type Strangers } from './strangers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const lines: Socket[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
})

/** Sends the headers of a request whose body does not arrive; the response is in `heard`. */
async function slow(
  app: FastifyInstance,
  path: string,
  head: string,
): Promise<{ line: Socket; heard: () => string }> {
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  lines.push(line)
  let heard = ''
  line.on('data', (part: Buffer) => (heard += part.toString()))
  line.on('error', () => undefined)
  await once(line, 'connect')
  line.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n${head.includes('chunked') ? '1\r\n' : ''}{`,
  )
  return { line, heard: () => heard }
}

const bounds = {
  address: { connections: 3, bytes: 5_000 },
  network: { connections: 5, bytes: 8_000 },
  all: { connections: Infinity, bytes: 7_000 },
  small: 2_000,
  knownMs: 60_000,
}
async function bounded(
  proxies: number,
  work: (app: FastifyInstance, strangers: Strangers) => Promise<void>,
): Promise<void> {
  const app = fastify({ trustProxy: proxies > 0, bodyLimit: 4_000 })
  const strangers = boundStrangers(app, bounds, { proxies })
  app.post('/enter', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await work(app, strangers)
  } finally {
    for (const line of lines.splice(0)) line.destroy()
    await app.close()
  }
}
/** One byte of each body is sent with the headers. */
const from = (address: string, length: number): string =>
  `x-forwarded-for: ${address}\r\ncontent-length: ${length}`

test('D3-SEC-14: an address belongs to its /24, an IPv6 address to its /64 and /56, in every spelling', () => {
  expect(['10.1.2.3', '::ffff:10.1.2.3'].map((one) => [networkOf(one), wideNetworkOf(one)])).toEqual([
    ['10.1.2.3', '10.1.2.0/24'],
    ['10.1.2.3', '10.1.2.0/24'],
  ])
  const six = ['2001:db8:1:12ff::5', '2001:DB8:1:1200:1:2:3:4', '2001:db8:1:1300::1', '2001:db8::1']
  expect(six.map(wideNetworkOf)).toEqual([
    '2001:db8:1:1200::/56',
    '2001:db8:1:1200::/56',
    '2001:db8:1:1300::/56',
    '2001:db8:0:0::/56',
  ])
  expect(networkOf('2001:db8:1:12ff::5')).toBe('2001:db8:1:12ff::/64')
})

test('D3-SEC-14: when more addresses are known than can be remembered, the one unused for longest becomes unknown again', () => {
  const addresses = openKnown(60_000, 2)
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.3']) addresses.note(address)
  expect(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(addresses.has)).toEqual([true, false, true])
  const brief = openKnown(0)
  brief.note('10.0.0.1')
  expect(brief.has('10.0.0.1')).toBe(false)
})

test('D3-SEC-14: pending body bytes are limited by address, by network and in total for larger bodies, and are released again', async () => {
  await bounded(1, async (app, { usage }) => {
    const first = await slow(app, '/enter', from('10.0.0.1', 1_900))
    await slow(app, '/enter', from('10.0.0.1', 1_900))
    await expect.poll(() => usage.get('address 10.0.0.1')?.bytes).toBe(3_800)
    const over = await slow(app, '/enter', from('10.0.0.1', 1_900))
    await expect.poll(over.heard).toMatch(/^HTTP\/1.1 429 /)
    expect(over.heard()).toContain('retry-after: 10')
    // Another address of the same network has the rest of the network's limit.
    const sameNetwork = await slow(app, '/enter', from('10.0.0.2', 3_900))
    await expect.poll(() => usage.get('network 10.0.0.0/24')?.bytes).toBe(7_700)
    expect((await slow(app, '/enter', from('10.0.0.3', 300))).heard()).toBe('')
    await expect.poll((await slow(app, '/enter', from('10.0.0.3', 300))).heard).toMatch(/ 429 /)
    // A body of unknown length counts as the longest one; larger bodies of all addresses count together.
    await expect
      .poll((await slow(app, '/enter', 'x-forwarded-for: 10.9.0.1\r\ntransfer-encoding: chunked')).heard)
      .toMatch(/ 429 /)
    expect((await slow(app, '/enter', from('10.9.0.1', 2_000))).heard()).toBe('')
    first.line.destroy()
    sameNetwork.line.destroy()
    await expect.poll(() => usage.get('network 10.0.0.0/24')?.bytes).toBe(2_200)
    const again = await slow(app, '/enter', from('10.0.0.1', 1_900))
    await expect.poll(() => usage.get('address 10.0.0.1')?.bytes).toBe(3_800)
    expect(again.heard()).toBe('')
  })
})

test('D3-SEC-14: requests behind a proxy and connections without one are limited by address and network; known addresses are not counted', async () => {
  await bounded(1, async (app, { usage, know }) => {
    for (let n = 0; n < 3; n += 1) await slow(app, '/enter', from('10.0.0.1', 2))
    await expect.poll(() => usage.get('address 10.0.0.1')?.connections).toBe(3)
    await expect.poll((await slow(app, '/enter', from('10.0.0.1', 1))).heard).toMatch(/ 429 /)
    for (let n = 0; n < 2; n += 1) await slow(app, '/enter', from('10.0.0.2', 2))
    await expect.poll(() => usage.get('network 10.0.0.0/24')?.connections).toBe(5)
    await expect.poll((await slow(app, '/enter', from('10.0.0.3', 1))).heard).toMatch(/ 429 /)
    know('10.0.0.1')
    // More than the limit: known addresses are not counted.
    await slow(app, '/enter', from('10.0.0.1', 3_000))
    const staff = await slow(app, '/enter', from('10.0.0.1', 3_000))
    staff.line.write(`"a":"${'x'.repeat(2_992)}"}`)
    await expect.poll(staff.heard).toMatch(/^HTTP\/1.1 200 /)
    expect(usage.get('address 10.0.0.1')?.bytes).toBeLessThan(3_000)
  })
  await bounded(0, async (app, { usage, know }) => {
    for (let n = 0; n < 3; n += 1) await slow(app, '/enter', 'content-length: 2')
    await expect.poll(() => usage.get('address 127.0.0.1')?.connections).toBe(3)
    const over = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    over.on('error', () => undefined)
    await once(over, 'close')
    know('127.0.0.1')
    const staff = await slow(app, '/enter', 'content-length: 2')
    staff.line.write('}')
    await expect.poll(staff.heard).toMatch(/^HTTP\/1.1 200 /)
    for (const line of lines.splice(0)) line.destroy()
    await expect.poll(() => usage.size).toBe(0)
  })
})

test('D3-SEC-14: 600 people behind one address sign in at once, and 400 slow senders hold no more than their bodies', async () => {
  const { app } = server
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { usage } = server.api.strangers
  const path = '/api/v1/auth/login'
  const entering = await Promise.all(
    Array.from({ length: 600 }, () => slow(app, path, `content-length: ${processLimits.publicBodyBytes}`)),
  )
  const bytes = 600 * processLimits.publicBodyBytes
  await expect
    .poll(() => usage.get('address 127.0.0.1'), { timeout: 20_000 })
    .toEqual({ connections: 600, bytes })
  expect(entering.filter(({ heard }) => heard() !== '')).toEqual([])
  // A browser opens six connections.
  expect(strangers.address.connections).toBeGreaterThanOrEqual(600 * 6)
  expect(strangers.network.connections).toBeGreaterThanOrEqual(strangers.address.connections)
  // 400 senders from anywhere, each with the longest body of a route without a session.
  expect(Math.max(400 * processLimits.publicBodyBytes, strangers.all.bytes)).toBeLessThan(50_000_000)
  for (const { line } of entering) line.destroy()
  await expect.poll(() => usage.size).toBe(0)
  // Once a user is signed in from there, the address is not counted.
  await (await server.as('sale111')).get('/api/v1/blacklist')
  const staff = await slow(app, path, 'content-length: 100')
  staff.line.write('}'.padEnd(99))
  await expect.poll(staff.heard).toMatch(/^HTTP\/1.1 400 /)
  expect(usage.size).toBe(0)
})

test('D3-SEC-14: every route without a session accepts bodies of at most 16 kB, signed pushes their own size; with a session more is accepted', async () => {
  const text = (bytes: number): string => JSON.stringify({ a: 'x'.repeat(bytes) })
  const send = (url: string, payload: string, token?: string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })
  const open = server.api.policy.filter(({ method, may }) => method === 'POST' && may === 'public')
  const pushes = open
    .filter(({ path }) => /webhook|push|partner|exchange/i.test(path))
    .map(({ path }) => path)
  const limited: string[] = []
  for (const { path } of open) {
    const { statusCode } = await send(path.replace(/:\w+/, 'x'), text(16_001))
    if (statusCode === 413 || statusCode === 415) limited.push(path)
  }
  expect(limited.toSorted()).toEqual(
    open
      .map(({ path }) => path)
      .filter((path) => !pushes.includes(path))
      .toSorted(),
  )
  expect(pushes.length).toBeGreaterThan(1)
  const { token } = await server.as('admin')
  expect((await send('/api/v1/blacklist', text(100_000), token)).statusCode).toBe(400)
  expect((await send('/api/v1/blacklist', text(2_000_000), token)).statusCode).toBe(413)
})
