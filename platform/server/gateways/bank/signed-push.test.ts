/** The simulated bank: the same feed everywhere, protected by its token, and signed pushes as documented. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned } from '../signature.ts'
import { transferShape } from './transfer-shape.ts'
import { transfersBetween } from '#simulator/bank-transfers.ts'
import { startBank, type BankSimulator } from '#simulator/bank.ts'

const now = new Date('2026-11-20T03:00:00Z')
const secret = 'bi-mat-cua-ngan-hang'
const received: { body: Buffer; signature: unknown }[] = []
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ body: Buffer.concat(parts), signature: request.headers['x-bank-signature'] })
    response.end()
  })
})
let bank: BankSimulator
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  bank = await startBank({ token: 'token', now: () => now, webhook: { url, secret } })
})
afterAll(async () => {
  await bank.close()
  receiver.close()
})

const get = (path: string, token = 'token') =>
  fetch(bank.url + path, { headers: { authorization: `Bearer ${token}` } })

test('the same number always gives the same transfer, in the agreed format', () => {
  const transfers = transfersBetween(1, 500, 45)
  expect(transfersBetween(1, 500, 45)).toEqual(transfers)
  expect(transfers.filter((one) => !transferShape.safeParse(one).success)).toEqual([])
  expect(new Set(transfers.map(({ transaction_id }) => transaction_id)).size).toBe(500)
  expect(transfers.filter(({ content }) => /0\d{9} [A-Z]/.test(content)).length).toBeGreaterThan(250)
})

test('the feed returns what arrived since the cursor, page by page, to callers with the token', async () => {
  expect((await get('/v1/transfers', 'another')).status).toBe(401)
  const last = Math.floor(now.getTime() / 1000 / 45)
  const page = (await (await get(`/v1/transfers?cursor=${last - 7}&limit=5`)).json()) as {
    transfers: unknown[]
    cursor: string
    more: boolean
  }
  expect([page.transfers.length, page.cursor, page.more]).toEqual([5, String(last - 2), true])
  expect(await (await get(`/v1/transfers?cursor=${last}`)).json()).toEqual({
    transfers: [],
    cursor: String(last),
    more: false,
  })
})

test('a push is signed over its bytes with the shared secret', async () => {
  expect(await bank.push(transfersBetween(1, 2, 45))).toBe(200)
  const [{ body, signature } = { body: Buffer.alloc(0), signature: '' }] = received
  expect(isSigned(signature, body, { secret, now: now.getTime() })).toBe(true)
  expect(isSigned(signature, body, { secret: 'another-secret', now: now.getTime() })).toBe(false)
  expect(isSigned(signature, body, { secret, now: now.getTime() + 301_000 })).toBe(false)
})
