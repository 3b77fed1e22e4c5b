/** The demo shows it live: what its customers transfer comes in by the bank's push and is proposed for their orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign } from '#platform/server/gateways/signature.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { transferDesk, transferPrices } from '#test/transfers.ts'
import { payOne } from './demo-payers.ts'

const secret = 'bank-secret-of-this-test'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ BANK_WEBHOOK_SECRET: secret })
  await server.pool.query(transferPrices)
})
afterAll(() => server.close())

test('a customer pays each waiting top-up and Mfy request once, and the message is matched to its order (D3-QR-02, D2-REFUND-62)', async () => {
  const desk = transferDesk(server)
  const orders = [await desk.topUp('0912000345', 93_000), await desk.request('0912000346')]
  await server.pool.query(`
    UPDATE requestrefund SET created_time = now() - interval '1 minute';
    UPDATE mfy SET created_at = now() - interval '2 minutes'`)
  let n = 0
  const pay = () =>
    payOne(
      server.pool,
      async (transfers) => {
        const payload = JSON.stringify({ transfers })
        const signature = sign(secret, Math.floor(Date.now() / 1000), payload)
        const headers = { 'content-type': 'application/json', 'x-bank-signature': signature }
        const url = '/api/v1/mesbank/webhook'
        return (await server.app.inject({ method: 'POST', url, payload, headers })).statusCode
      },
      new Date(Date.now() + (n += 1)),
    )
  expect([await pay(), await pay(), await pay()]).toEqual([true, true, false])
  const { values } = (await desk.read('mesbank?da_dung=0')) as unknown as {
    values: { de_xuat_id: string | null; de_xuat: string | null }[]
  }
  expect(new Set(values.map(({ de_xuat_id }) => de_xuat_id))).toEqual(new Set(orders.map(({ id }) => id)))
  expect(values).toHaveLength(2)
})
