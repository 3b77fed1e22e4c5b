/** The open order restored by a reload: owner, expiry, and never its code (D3-OTP-06). */
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { maskPhone } from '#kit/contract/phone.ts'
import { inviteTexts, openOrders, type OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { otpOf } from '#simulator/registrations.ts'
import { careCalls } from '#test/care.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { chooseCodeChannels, confirmOrder, getOrder, nextPhone, setUpInvite, wrongOtp } from '#test/invite.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import type { Caller, TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
let seller: Caller
setUpInvite(
  { codes: ['care.otp', 'care.otpnew'], timeoutMs: 1_000 },
  (made) => ({ carrier, server, seller } = made),
)
beforeEach(async () => {
  await carrier.fault()
  await server.pool.query(`DELETE FROM invitation_orders`)
})

const { take } = careCalls(() => server)
const read = async (caller: Caller = seller, type = '9084') =>
  ((await caller.get(`${openOrders.path}?type=${type}`)).data as { values: OpenOrder[] }).values

test('an open order is shown to its user only, in its tab, with time and tries left and a masked number (D3-OTP-06, D3-OTP-01)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  await confirmOrder(seller, phone, order, { otp: wrongOtp(phone) })
  const answer = await seller.get(`${openOrders.path}?type=9084`)
  const [open, ...others] = (answer.data as { values: OpenOrder[] }).values
  expect(others).toEqual([])
  expect(open).toMatchObject({
    orderCode: order,
    phone: maskPhone(phone),
    customerId: null,
    package: 'VD90',
    tries: 4,
  })
  expect(open?.left).toBeGreaterThan(280_000)
  expect(open?.left).toBeLessThanOrEqual(300_000)
  expect(answer.text).not.toContain(otpOf(phone))
  expect(answer.text).not.toContain(phone)
  expect(await read(seller, '9084new')).toEqual([])
  for (const username of ['sale112', 'leader11', 'admin'])
    expect(await read(await server.as(username))).toEqual([])
  // Managers see phones, in their own orders too.
  const ownPhone = nextPhone()
  const admin = await server.as('admin')
  await getOrder(admin, ownPhone)
  expect(await read(admin)).toMatchObject([{ phone: ownPhone }])
  expect(
    (await server.api.app.inject({ method: 'GET', url: `${openOrders.path}?type=9084` })).statusCode,
  ).toBe(401)
})

test('expired, used and running orders are not open; without the channel none is (D3-OTP-06)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  await server.pool.query(
    sql`UPDATE invitation_orders SET attempt = uuidv7(), ask_at = now() + interval '1 hour' WHERE history_id = ${order}`,
  )
  expect(await read()).toEqual([])
  await server.pool.query(
    sql`UPDATE invitation_orders SET attempt = NULL, ask_at = NULL WHERE history_id = ${order}`,
  )
  expect(await read()).toHaveLength(1)
  await chooseCodeChannels(server.pool, 'chinhanh1', false)
  expect(await read()).toEqual([])
  await chooseCodeChannels(server.pool, 'chinhanh1')
  await server.pool.query(sql`UPDATE invitation_orders SET expires_at = now() WHERE history_id = ${order}`)
  expect(await read()).toEqual([])
  const second = nextPhone()
  await confirmOrder(seller, second, await getOrder(seller, second))
  expect(await read()).toEqual([])
})

test('the masked number confirms its own order only, once (D3-OTP-06, D3-OTP-02)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  const masked = maskPhone(phone)
  const given = { otp: otpOf(phone) }
  const stranger = await confirmOrder(await server.as('sale112'), masked, order, given)
  expect([stranger.status, Object.keys(stranger.body.fields as object)]).toEqual([400, ['phone']])
  expect((await confirmOrder(seller, maskPhone(nextPhone()), order, given)).status).toBe(400)
  expect((await confirmOrder(seller, masked, order, given)).status).toBe(200)
  const again = await confirmOrder(seller, masked, order, given)
  expect([again.status, again.body.msg]).toEqual([409, inviteTexts.used])
  expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toHaveLength(1)
})

test('the number of the customer in hand is shown in full, with its owner (D3-OTP-06, D3-OTP-04)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id, phone } = await take('sale111')
  await getOrder(seller, phone)
  expect(await read()).toMatchObject([{ phone, customerId: id }])
})
