/** What a Directus is asked, and what of it ends the run with a sentence; none is installed where tests run. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directus, type Contact } from './peers-directus.ts'

const account = { email: 'bench@example.com', password: 'đúng', collection: 'contacts' }
let server: Server
let url: string
let rows: Contact[]
let read: URLSearchParams[]

/** The calls of a Directus that the bench makes, with one account and one collection. */
async function answered(request: IncomingMessage): Promise<[status: number, body: object]> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
  const body: unknown = JSON.parse((await text(request)) || 'null')
  if (pathname === '/auth/login') {
    const isRight = (body as { password: string }).password === account.password
    return isRight ? [200, { data: { access_token: 'phiên' } }] : [401, {}]
  }
  if (pathname !== `/items/${account.collection}`) return [403, {}]
  if (request.method === 'POST') rows.push(...(body as Contact[]))
  else read.push(searchParams)
  return [200, { data: rows, meta: { total_count: rows.length } }]
}

beforeEach(async () => {
  rows = [{ phone: '0300000001', note: 'Zalo' }]
  read = []
  server = createServer((request, response) => {
    void answered(request).then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a peer that cannot be measured is refused with one sentence that says why', async () => {
  const sentences = [
    [directus('http://127.0.0.1:1', account), /^No Directus at .* \(ECONNREFUSED\)$/],
    [directus('nowhere', account), /^No Directus at nowhere .* \(ERR_INVALID_URL\)$/],
    [directus(url, { ...account, password: 'sai' }), /signs bench@example.com in \(answered 401\)$/],
    [directus(url, { ...account, collection: 'other' }), /has no collection 'other' .* \(answered 403\)$/],
  ] as const
  for (const [peer, sentence] of sentences) await expect(peer.open()).rejects.toThrow(sentence)
})

test('opening a peer counts its rows, and filling creates all missing rows in batches that Directus accepts', async () => {
  const peer = directus(`${url}/`, account)
  expect(await peer.open()).toBe(1)
  await peer.fill(Array.from({ length: 2_500 }, (_, n) => ({ phone: `0${n}`, note: `${n}` })))
  expect(await peer.open()).toBe(2_501)
  expect(rows.at(-1)).toEqual({ phone: '02499', note: '2499' })
})

test('the first page is requested from Directus as page 1', async () => {
  const peer = directus(url, account)
  await peer.open()
  await peer.page(0)
  expect(Object.fromEntries(read.at(-1) ?? [])).toEqual({
    limit: '50',
    sort: '-id',
    meta: 'filter_count',
    page: '1',
  })
})
