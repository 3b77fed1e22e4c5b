/** Lost answers of the carrier: the outcome is queried, and the request never sent again. */
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { confirmOrder, getOrder, nextPhone, wrongOtp, setUpInvite } from '#test/invite.ts'
import type { Caller, TestServer } from '#test/server.ts'
import { askAboutLost, expireOrders } from './upkeep.ts'

let carrier: TestCarrier
let server: TestServer
let seller: Caller
setUpInvite({ codes: ['care.otp', 'care.9332'] }, (made) => ({ carrier, server, seller } = made))
beforeEach(() => carrier.fault())

type Row = { status: string; result: string | null; tries: number | null; waiting: boolean }
const row = async (phone: string): Promise<Row | undefined> =>
  (
    await server.pool.query<Row>(sql`
      SELECT h.status, h.result, o.tries, o.attempt IS NOT NULL AS waiting
      FROM invitation_history h LEFT JOIN invitation_orders o ON o.history_id = h.id
      WHERE h.msisdn = ${phone} ORDER BY h.id DESC LIMIT 1`)
  ).rows[0]
const registered = async (phone: string): Promise<number> =>
  (await carrier.registered()).filter(({ isdn }) => isdn === phone).length
/** Runs the background job now. */
const ask = async (): Promise<number> => {
  await server.pool.query(`UPDATE invitation_orders SET ask_at = now() WHERE attempt IS NOT NULL`)
  const { services } = server.api
  return services.carrier ? askAboutLost(services, services.carrier) : 0
}

test.each([
  { mode: 'drop' },
  { mode: 'hang' },
  { mode: 'half' },
  { mode: 'garbage' },
  { mode: 'slow', ms: 800 },
  { mode: 'status', status: 500 },
  { mode: 'wrong-request' },
  { mode: 'wrong-number' },
] as const)(
  'a request accepted with a lost answer ($mode) is queried at once and counts as a success (D3-OTP-03)',
  async (fault) => {
    const phone = nextPhone()
    const order = await getOrder(seller, phone)
    await carrier.fault({ ...fault, times: 1 })
    const answer = await confirmOrder(seller, phone, order)
    expect([answer.status, answer.body.msg]).toEqual([200, inviteTexts.confirmed])
    expect(await registered(phone)).toBe(1)
    expect(await row(phone)).toMatchObject({ status: 'SUCCESS' })
  },
)

test('while the carrier cannot tell either, nothing is sent again; a background job finds out (D3-OTP-03)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  await carrier.fault({ mode: 'drop', times: 2 })
  const answer = await confirmOrder(seller, phone, order)
  expect([answer.status, answer.body.msg]).toEqual([502, inviteTexts.outcomeUnknown])
  expect(await row(phone)).toMatchObject({ status: 'NONE', waiting: true })
  // Neither a second try nor a new code until the outcome is known; nor does the code expire meanwhile.
  expect((await confirmOrder(seller, phone, order)).body.msg).toBe(inviteTexts.underWay)
  const again = { type: '9084', phone, package: 'VD90' }
  expect((await seller.post('/api/v1/vas/mobifone/inviteGetOTP', again)).body.msg).toBe(inviteTexts.underWay)
  await server.pool.query(sql`UPDATE invitation_orders SET expires_at = now() WHERE history_id = ${order}`)
  await expireOrders(server.api.services)
  expect(await row(phone)).toMatchObject({ status: 'NONE', waiting: true })
  await carrier.fault({ mode: 'pending', times: 1 })
  expect(await ask()).toBe(0)
  const before = server.announced.length
  expect(await ask()).toBe(1)
  expect(await row(phone)).toMatchObject({ status: 'SUCCESS', tries: null })
  expect(server.announced.slice(before)).toHaveLength(1)
  expect(await registered(phone)).toBe(1)
  const lines = await server.pool.query(sql`SELECT FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`)
  expect(lines.rowCount).toBe(1)
})

test('a request that never arrived uses no try, and is refused if it arrives later (D3-OTP-03)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  await carrier.fault({ mode: 'lose', times: 1 })
  const answer = await confirmOrder(seller, phone, order)
  expect([answer.status, answer.body.msg]).toEqual([502, inviteTexts.notReceived])
  expect(await row(phone)).toMatchObject({ status: 'NONE', tries: 0, waiting: false })
  await carrier.fault({ mode: 'status', status: 503, times: 1 })
  expect((await confirmOrder(seller, phone, order)).body.msg).toBe(inviteTexts.busy)
  expect(await row(phone)).toMatchObject({ status: 'NONE', tries: 0, waiting: false })
  expect((await confirmOrder(seller, phone, order)).status).toBe(200)
  expect(await registered(phone)).toBe(1)
})

test('a lost answer about a wrong code counts as that try (D3-OTP-02, D3-OTP-03)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  await carrier.fault({ mode: 'drop', times: 2 })
  await confirmOrder(seller, phone, order, { otp: wrongOtp(phone) })
  expect(await ask()).toBe(1)
  expect(await row(phone)).toEqual({
    status: 'NONE',
    result: 'Mã OTP •••• không đúng',
    tries: 1,
    waiting: false,
  })
})

test('a command whose answer is lost is not sent again either (D3-OTP-03)', async () => {
  const [phone, other] = [nextPhone(), nextPhone()]
  const send = (to: string) =>
    seller.post('/api/v1/vas/mobifone/invite', { phone: to, package: 'VD90', command: 'GIAHAN' })
  await carrier.fault({ mode: 'drop', times: 2 })
  expect((await send(phone)).body.msg).toBe(inviteTexts.outcomeUnknown)
  expect((await send(phone)).body.msg).toBe(inviteTexts.underWay)
  expect(await ask()).toBe(1)
  expect(await row(phone)).toMatchObject({ status: 'SUCCESS' })
  expect(await registered(phone)).toBe(1)
  await carrier.fault({ mode: 'lose', times: 1 })
  expect((await send(other)).body.msg).toBe(inviteTexts.notReceived)
  expect(await row(other)).toMatchObject({ status: 'FAILD' })
  expect(await registered(other)).toBe(0)
})
