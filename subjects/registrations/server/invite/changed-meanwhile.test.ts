/** An open code whose seller loses the permission, the session or the customer (D3-OTP-02, D3-OTP-06). */
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { maskPhone } from '#kit/contract/phone.ts'
import { inviteTexts, openOrders, type OpenOrder } from '#subjects/registrations/contract/calls/invite.ts'
import { otpOf } from '#simulator/registrations.ts'
import { appointment, careCalls } from '#test/care.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { chooseCodeChannels, confirmOrder, getOrder, nextPhone, setUpInvite } from '#test/invite.ts'
import { makePool, permitFiles, userId } from '#test/pool.ts'
import type { Caller, TestServer } from '#test/server.ts'
import { expireOrders } from './upkeep.ts'

let carrier: TestCarrier
let server: TestServer
let seller: Caller
setUpInvite({ codes: ['care.otp'], timeoutMs: 1_000 }, (made) => ({ carrier, server, seller } = made))
beforeEach(async () => {
  await carrier.fault()
  await server.pool.query('DELETE FROM invitation_orders')
})

const { take, record } = careCalls(() => server)
const stateOf = async (order: string) => {
  const { rows } = await server.pool.query(sql`
    SELECT h.status, h.result, o.tries FROM invitation_history h
    LEFT JOIN invitation_orders o ON o.history_id = h.id WHERE h.id = ${order}`)
  return rows[0] as unknown
}
const linesOf = async (phone: string) => {
  const { rows } = await server.pool.query<{ username_nv: string }>(sql`
    SELECT username_nv FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`)
  return rows.map(({ username_nv }) => username_nv)
}
const openOf = async (caller: Caller) =>
  ((await caller.get(`${openOrders.path}?type=9084`)).data as { values: OpenOrder[] }).values
/** Waits until a change of rights or sessions has reached every process, at most a second. */
const become = async (caller: Caller, path: string, status: number) => {
  await expect.poll(async () => (await caller.get(path)).status, { timeout: 1_000 }).toBe(status)
}
const search = '/api/v1/report-9084/search'
const me = '/api/v1/auth/me'
const untouched = { status: 'NONE', result: null, tries: 0 }

test('losing the channel or the right while a code is open is reported without using a try; with it again the code can be confirmed (D3-OTP-02, D2-Q-147)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  const confirmAnswer = async () => {
    const { status, body } = await confirmOrder(seller, phone, order)
    return [status, body.msg]
  }
  await chooseCodeChannels(server.pool, 'chinhanh1', false)
  expect(await confirmAnswer()).toEqual([403, inviteTexts.noChannel])
  await chooseCodeChannels(server.pool, 'chinhanh1')
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string; held: string[]; otp: string }>(`
      SELECT r.id, array_agg(p.id) AS held, min(p.id::text) FILTER (WHERE p.code = 'care.otp') AS otp
      FROM roles r JOIN role_permissions h ON h.role_id = r.id JOIN permissions p ON p.id = h.permission_id
      WHERE r.priority = 5 GROUP BY r.id`)
  const { id, held, otp } = rows[0]!
  const allow = (permissions: string[]) => admin.put(`/api/v1/role/${id}`, { permissions })
  expect((await allow(held.filter((one) => one !== otp))).status).toBe(200)
  await become(seller, search, 403)
  expect(await confirmAnswer()).toEqual([403, messages.forbidden])
  expect(await stateOf(order)).toEqual(untouched)
  expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toEqual([])
  await allow(held)
  await become(seller, search, 200)
  expect(await confirmAnswer()).toEqual([200, inviteTexts.confirmed])
  expect(await linesOf(phone)).toEqual(['sale111'])
})

test("a code outlives its session for the seller's next one; that of a locked account expires, and a colleague can send another at once (D3-OTP-06, D3-OTP-05)", async () => {
  const phone = nextPhone()
  const first = await server.as('sale121')
  const order = await getOrder(first, phone)
  const admin = await server.as('admin')
  const id = await userId(server.pool, 'sale121')
  expect((await first.post('/api/v1/auth/logout')).status).toBe(200)
  await become(first, me, 401)
  expect((await confirmOrder(first, phone, order)).status).toBe(401)
  expect(await stateOf(order)).toEqual(untouched)
  const again = await server.signedIn('sale121')
  expect(await openOf(again)).toMatchObject([{ orderCode: order, phone: maskPhone(phone), tries: 5 }])
  expect((await admin.post(`/api/v1/users/${id}/lock`)).status).toBe(200)
  await become(again, me, 401)
  expect((await confirmOrder(again, phone, order)).status).toBe(401)
  // The customer is on the line: a colleague is asked for confirmation, and need not wait for the code to expire.
  const body = { phone, package: 'VD90' }
  const colleague = await server.as('sale122')
  expect((await colleague.post('/api/v1/vas/mobifone/inviteGetOTP', body)).body.code).toBe('AGAIN')
  const theirs = await getOrder(colleague, phone, 'VD90', '9084', true)
  expect((await confirmOrder(colleague, phone, theirs)).status).toBe(200)
  expect(await linesOf(phone)).toEqual(['sale122'])
  await server.pool.query(sql`UPDATE invitation_orders SET expires_at = now() WHERE history_id = ${order}`)
  await expireOrders(server.api.services)
  expect(await stateOf(order)).toEqual({ status: 'FAILD', result: inviteTexts.expired, tries: null })
})

test('when a customer is handed over while a code is open, the sender confirms it by its mask and gets the line; the new owner is asked before a second code (D3-OTP-06, D3-OTP-05, D3-ORG-04)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'chinhanh1', [file])
  const { id, phone } = await take('sale111')
  const order = await getOrder(seller, phone)
  expect(await openOf(seller)).toMatchObject([{ phone, customerId: id }])
  expect((await record('sale111', id, appointment(30))).status).toBe(200)
  const [from, to] = [await userId(server.pool, 'sale111'), await userId(server.pool, 'sale112')]
  const given = await (await server.as('leader11')).post('/api/v1/bangiao', { from, to })
  expect(given.data).toMatchObject({ appointments: 1 })
  const receiver = await server.as('sale112')
  expect(await openOf(receiver)).toEqual([])
  const second = await receiver.post('/api/v1/vas/mobifone/inviteGetOTP', { phone, package: 'VD90' })
  expect(second.body.code).toBe('AGAIN')
  expect(second.text).not.toContain('sale111')
  const theirs = await confirmOrder(receiver, phone, order)
  expect([theirs.status, theirs.body.msg]).toEqual([409, inviteTexts.unknownOrder])
  expect(await openOf(seller)).toMatchObject([{ phone: maskPhone(phone), customerId: null }])
  const confirmed = await confirmOrder(seller, maskPhone(phone), order, { otp: otpOf(phone) })
  expect([confirmed.status, confirmed.body.msg]).toEqual([200, inviteTexts.confirmed])
  expect(await linesOf(phone)).toEqual(['sale111'])
  const { rows } = await server.pool.query(sql`
    SELECT u.username FROM customer c JOIN users u ON u.id = c.holder_id WHERE c.id = ${id}`)
  expect(rows).toEqual([{ username: 'sale112' }])
})
