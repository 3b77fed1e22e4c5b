/** The simulated refund partners against their contract in docs/providers.md. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProvider, type ProviderSimulator } from './provider.ts'

let one: ProviderSimulator
let two: ProviderSimulator
beforeAll(async () => {
  ;[one, two] = await Promise.all([startProvider({ token: 'mot' }), startProvider({ token: 'hai' })])
})
afterAll(() => Promise.all([one.close(), two.close()]))

const call = async (url: string, token: string, method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
const order = { kind: 'topup', isdn: '912345678', number_type: 1, package: 'VD90', amount: 100_000 }

test('D3-PRV-04: the two simulated partners accept orders as documented, each with only the faults set for it', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/providers.md'), 'utf8')
  const contract = page.slice(page.indexOf('## Refund partners'))
  for (const mode of ['slow', 'status', 'refuse', 'lost', 'garbage', 'drop'])
    expect(contract).toContain(`\`${mode}\``)
  const path = `/v1/orders/${randomUUID()}`
  const first = await call(one.url, 'mot', 'PUT', path, order)
  const state = JSON.parse(first.text) as object
  expect([first.status, state]).toEqual([
    202,
    { order_id: path.slice(11), sequence: 1, status: 'received', text: 'Đã nhận', paid: 0 },
  ])
  for (const name of Object.keys(state)) expect(contract).toContain(name)
  // The same id is the same order; an unknown token is refused; the other partner does not have the order.
  expect(JSON.parse((await call(one.url, 'mot', 'PUT', path, order)).text)).toEqual(state)
  expect((await call(one.url, 'hai', 'GET', path)).status).toBe(401)
  expect((await call(two.url, 'hai', 'GET', path)).status).toBe(404)
  expect((await call(one.url, 'mot', 'PUT', '/control/fault', { mode: 'status', status: 503 })).status).toBe(
    200,
  )
  expect((await call(one.url, 'mot', 'GET', path)).status).toBe(503)
  expect((await call(two.url, 'hai', 'PUT', path, order)).status).toBe(202)
  await call(one.url, 'mot', 'DELETE', '/control/fault')
  expect((await call(one.url, 'mot', 'GET', path)).status).toBe(200)
  await call(one.url, 'mot', 'PUT', '/control/fault', { mode: 'lost' })
  const lost = `/v1/orders/${randomUUID()}`
  await expect(call(one.url, 'mot', 'PUT', lost, order)).rejects.toThrow('fetch failed')
  await call(one.url, 'mot', 'DELETE', '/control/fault')
  expect((await call(one.url, 'mot', 'GET', lost)).status).toBe(200)
})
