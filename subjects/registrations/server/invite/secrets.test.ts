/** A one-time code is never stored: it is in no table, log, event, error or backup (D3-OTP-01). */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { otpOf } from '#simulator/registrations.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { confirmOrder, getOrder, nextPhone, setUpInvite } from '#test/invite.ts'
import type { Caller, TestServer } from '#test/server.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { askAboutLost } from './upkeep.ts'

let carrier: TestCarrier
let server: TestServer
let seller: Caller
const logged: string[] = []
setUpInvite({ codes: ['care.otp'] }, (made) => ({ carrier, server, seller } = made))

/** Every row of every user table, as text; a backup contains the same. */
async function everything(): Promise<string> {
  const { rows: tables } = await server.pool.query<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(30)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
    parts.push(...rows.map(({ row }) => row))
  }
  // Fractions of a second may equal a code by chance.
  return parts.join('\n').replace(/:\d\d\.\d+/g, '')
}

const withKey = (key: string) => ({ 'idempotency-key': key })

test('codes, right, wrong, lost or refused, are stored and logged nowhere (D3-OTP-01)', async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line: Buffer, _, done) {
        logged.push(line.toString())
        done()
      },
    }),
  )
  const { CARRIER_URL: url = '', CARRIER_TOKEN: token = '' } = carrier.env
  server.api.services.carrier = openCarrier({ url, token, timeoutMs: 500 }, log)
  const answers: string[] = []
  const marked = ['918273', '81726354', '5544778']
  for (const otp of marked) {
    const phone = nextPhone()
    const order = await getOrder(seller, phone)
    answers.push((await confirmOrder(seller, phone, order, { otp })).text)
    await carrier.fault({ mode: 'drop', times: 2 })
    answers.push((await confirmOrder(seller, phone, order, { otp })).text)
    await carrier.fault({ mode: 'garbage', times: 1 })
    await server.pool.query(`UPDATE invitation_orders SET ask_at = now() WHERE attempt IS NOT NULL`)
    const { services } = server.api
    if (services.carrier) await askAboutLost(services, services.carrier)
    const body = { type: '9084', phone, package: 'VD90', otp, transIdGetOtp: order }
    answers.push(
      (await seller.post('/api/v1/vas/mobifone/inviteConfirmOTP', body, withKey(`khoa-${phone}`))).text,
      (await seller.post('/api/v1/vas/mobifone/inviteConfirmOTP', { ...body, otp: Number(otp) })).text,
      (await seller.post('/api/v1/vas/mobifone/inviteConfirmOTP', { ...body, type: 'x' })).text,
    )
  }
  let phone = nextPhone()
  // A code contained in the number would be found with it.
  while (phone.includes(otpOf(phone))) phone = nextPhone()
  const right = otpOf(phone)
  const order = await getOrder(seller, phone)
  const done = await confirmOrder(seller, phone, order)
  expect(done.status).toBe(200)
  answers.push(done.text)
  const storedTexts = await everything()
  const sentTexts = [
    ...answers,
    ...logged,
    ...server.announced.map(({ content }) => content),
    JSON.stringify(server.published),
    JSON.stringify(server.queued),
  ].join('\n')
  expect(storedTexts).toContain(phone)
  expect(logged.join('')).toContain('carrier registration failed')
  for (const otp of [...marked, right]) {
    for (const spelled of [otp, [...otp].join(' ')]) {
      expect([spelled, storedTexts.includes(spelled)]).toEqual([spelled, false])
      expect([spelled, sentTexts.includes(spelled)]).toEqual([spelled, false])
    }
  }
  // Nor a hash of a request with a code: six digits are easily reversed.
  expect((await server.pool.query(`SELECT FROM idempotency WHERE key LIKE 'khoa-%'`)).rowCount).toBe(0)
})
