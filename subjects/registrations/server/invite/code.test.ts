/** One-time codes: permissions, what an order may be used for, all endings, and effects of a success. */
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeTabs, historyOf } from '#platform/contract/code-tabs.ts'
import { codeCalls, inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import { otpOf } from '#simulator/registrations.ts'
import type { TestCarrier } from '#test/carrier.ts'
import { confirmOrder, getOrder, nextPhone, wrongOtp, setUpInvite } from '#test/invite.ts'
import type { Answer, Caller, TestServer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'
import { endLeftBehind, expireOrders } from './upkeep.ts'

let carrier: TestCarrier
let server: TestServer
let seller: Caller
setUpInvite(
  { codes: codeTabs.map(({ permission }) => permission), timeoutMs: 1_000 },
  (made) => ({ carrier, server, seller } = made),
)
beforeEach(() => carrier.fault())

type Row = Record<string, unknown>
const row = async (id: string): Promise<Row> =>
  (await server.pool.query<Row>(sql`SELECT * FROM invitation_history WHERE id = ${id}`)).rows[0] ?? {}
const outcomeOf = ({ status, body }: Answer) => [status, body.code, body.msg]
const ask = (caller: Caller, body: object, type: keyof typeof codeCalls = '9084') =>
  caller.post(codeCalls[type].ask.path, { type, ...body })

describe.each(codeTabs)('$type', ({ type, sold }) => {
  test('a code is sent and confirmed once; row, messages and revenue line show it (D2-INVIT-20 to 22, D2-INVIT-24, D2-INVIT-52, D2-INVIT-54, D2-INVIT-55, D2-Q-138, D2-Q-140, D2-Q-149, D2-REVF-04)', async () => {
    const phone = nextPhone()
    const sent = await ask(seller, { phone: `0${phone}`, package: 'vd90' }, type)
    expect([sent.status, sent.body.msg]).toEqual([200, 'Đã gửi mã OTP thành công'])
    const { orderCode } = sent.data as { orderCode: string }
    expect(await row(orderCode)).toMatchObject({
      source: type,
      msisdn: phone,
      packCode: 'VD90',
      packPrice: 90_000,
      status: 'NONE',
      username_nv: 'sale111',
    })
    const done = await confirmOrder(seller, phone, orderCode, { type })
    expect([done.status, done.body.msg]).toEqual([200, 'Xác nhận mã OTP thành công'])
    expect(done.data).toMatchObject({ id: orderCode, status: 'SUCCESS' })
    expect(await row(orderCode)).toMatchObject({ status: 'SUCCESS', result: 'Đăng ký thành công gói VD90' })
    expect(await trailOf(server.pool, 'invitation_history', orderCode)).toEqual([
      'sale111 create',
      'sale111 update',
    ])
    const listed = (await seller.get(`/api/v1/${historyOf(type)}`)).data as { values: Row[] }
    expect(listed.values.map(({ id }) => id)).toContain(orderCode)
    const { rows } = await server.pool.query<Row>(sql`
      SELECT l.*, l.ngay_thanh_cong = h."confirmedAt" AND h."confirmedAt" > h."genDate" AS at_confirmation
      FROM revenue_line l JOIN invitation_history h ON h.id::text = l.track1 WHERE l.so_dien_thoai_cs = ${phone}`)
    expect(rows).toMatchObject([
      {
        track0: type,
        track1: orderCode,
        kenh: sold,
        doanh_thu: 90_000,
        username_he_thong: 'sale111',
        username_nv: 'sale111',
        status: 'SUCCESS',
        at_confirmation: true,
      },
    ])
    expect(outcomeOf(await confirmOrder(seller, phone, orderCode, { type }))).toEqual([
      409,
      'CONFLICT',
      inviteTexts.used,
    ])
    expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toHaveLength(1)
  })
})

test('phone, package and code are required, each named (D2-INVIT-19)', async () => {
  const missing = await ask(seller, { phone: ' ' })
  expect(missing.body).toMatchObject({
    code: 'VALIDATION',
    msg: 'Có trường bắt buộc chưa được nhập hoặc chưa được chọn',
    fields: { phone: expect.any(String), package: expect.any(String) },
  })
  expect((await ask(seller, { phone: '12', package: 'VD90' })).body).toMatchObject({
    msg: 'Số điện thoại không hợp lệ',
    fields: { phone: expect.any(String) },
  })
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  expect((await confirmOrder(seller, phone, order, { otp: ' ' })).body.fields).toHaveProperty('otp')
  expect((await confirmOrder(seller, phone, order, { otp: 'abc' })).body.msg).toBe(inviteTexts.badOtp)
  expect((await ask(seller, { phone, package: 'VD90', type: '9084new' })).status).toBe(400)
})

describe('an order serves its own user, phone and package (D3-OTP-02, D2-Q-140)', () => {
  test('nobody else can confirm it, nor for another number or package, nor in another tab', async () => {
    const phone = nextPhone()
    const order = await getOrder(seller, phone)
    const other = await server.as('sale112')
    expect(outcomeOf(await confirmOrder(other, phone, order))).toEqual([
      409,
      'CONFLICT',
      inviteTexts.unknownOrder,
    ])
    expect(outcomeOf(await confirmOrder(await server.as('admin'), phone, order))[2]).toBe(
      inviteTexts.unknownOrder,
    )
    const wrong = inviteTexts.otherOrder
    expect(outcomeOf(await confirmOrder(seller, nextPhone(), order))[2]).toBe(wrong)
    expect(outcomeOf(await confirmOrder(seller, phone, order, { pack: 'VD120' }))[2]).toBe(wrong)
    expect(outcomeOf(await confirmOrder(seller, phone, order, { type: '9084new' }))[2]).toBe(wrong)
    expect(outcomeOf(await confirmOrder(seller, phone, 'x'))[2]).toBe(inviteTexts.unknownOrder)
    expect((await confirmOrder(seller, phone, order)).status).toBe(200)
  })

  test('a wrong code leaves the row open with the message; the fifth one ends it (D2-INVIT-23, D2-INVIT-25)', async () => {
    const phone = nextPhone()
    const order = await getOrder(seller, phone)
    for (const left of [4, 3, 2, 1]) {
      const answer = await confirmOrder(seller, phone, order, { otp: wrongOtp(phone) })
      const msg = `Mã OTP •••• không đúng, còn ${left} lần nhập`
      expect([answer.status, answer.body]).toEqual([400, { code: 'VALIDATION', msg, fields: { otp: msg } }])
      expect(await row(order)).toMatchObject({ status: 'NONE', result: 'Mã OTP •••• không đúng' })
    }
    expect(outcomeOf(await confirmOrder(seller, phone, order, { otp: wrongOtp(phone) }))).toEqual([
      409,
      'CONFLICT',
      inviteTexts.usedUp,
    ])
    expect(await row(order)).toMatchObject({ status: 'FAILD', result: inviteTexts.usedUp })
    expect(outcomeOf(await confirmOrder(seller, phone, order))).toEqual([409, 'CONFLICT', inviteTexts.usedUp])
    expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toEqual([])
  })

  test('after five minutes the order ends, whether somebody tries or not', async () => {
    const [tried, abandoned] = [nextPhone(), nextPhone()]
    const orders = [await getOrder(seller, tried), await getOrder(seller, abandoned)]
    await server.pool.query(sql`
      UPDATE invitation_orders SET expires_at = expires_at - interval '5 minutes' WHERE history_id = ANY(${orders})`)
    expect(outcomeOf(await confirmOrder(seller, tried, orders[0] ?? ''))).toEqual([
      409,
      'CONFLICT',
      inviteTexts.expired,
    ])
    expect(await row(orders[0] ?? '')).toMatchObject({ status: 'FAILD', result: inviteTexts.expired })
    await expireOrders(server.api.services)
    expect(await row(orders[1] ?? '')).toMatchObject({ status: 'FAILD', result: inviteTexts.expired })
    expect(await carrier.registered()).not.toContainEqual(expect.objectContaining({ isdn: tried }))
    const { rows } = await server.pool.query<{ minutes: number }>(sql`
      WITH made AS (SELECT ${await getOrder(seller, nextPhone())}::uuid AS id)
      SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM invitation_orders, made WHERE history_id = id`)
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(4.9)
    expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(5)
  })

  test('a new code ends the former one of the same user, phone and package only', async () => {
    const phone = nextPhone()
    const first = await getOrder(seller, phone)
    const others = [
      await getOrder(seller, phone, 'VD120'),
      await getOrder(await server.as('sale112'), phone, 'VD90', '9084', true),
      await getOrder(seller, nextPhone()),
    ]
    const second = await getOrder(seller, phone, 'vd90', '9084', true)
    expect(await row(first)).toMatchObject({ status: 'FAILD', result: inviteTexts.replaced })
    expect((await trailOf(server.pool, 'invitation_history', first)).at(-1)).toBe('sale111 update')
    for (const id of others) expect(await row(id)).toMatchObject({ status: 'NONE' })
    expect(outcomeOf(await confirmOrder(seller, phone, first))[2]).toBe(inviteTexts.replaced)
    expect((await confirmOrder(seller, phone, second)).status).toBe(200)
  })

  test("the carrier's refusal ends the order with the carrier's message (D2-INVIT-25)", async () => {
    const phone = '970229999'
    const order = await getOrder(seller, phone)
    const answer = await confirmOrder(seller, phone, order)
    expect(outcomeOf(answer)).toEqual([409, 'CONFLICT', 'Tài khoản không đủ tiền để đăng ký gói'])
    expect(await row(order)).toMatchObject({ status: 'FAILD', result: answer.body.msg })
    const { rowCount } = await server.pool.query(
      sql`SELECT FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`,
    )
    expect(rowCount).toBe(0)
  })
})

test('a code that the carrier fails to send ends the row with the reason (D2-INVIT-23)', async () => {
  const unknown = await ask(seller, { phone: '0912340000', package: 'VD90' })
  expect(outcomeOf(unknown)).toEqual([404, 'NOT_FOUND', inviteTexts.notFound])
  await carrier.fault({ mode: 'status', status: 503, times: 1 })
  const busy = await ask(seller, { phone: nextPhone(), package: 'VD90' })
  expect(outcomeOf(busy)).toEqual([502, 'UPSTREAM', inviteTexts.busy])
  await carrier.fault({ mode: 'hang', times: 1 })
  const phone = nextPhone()
  expect(outcomeOf(await ask(seller, { phone, package: 'VD90' }))).toEqual([
    502,
    'UPSTREAM',
    inviteTexts.timeout,
  ])
  const { rows } = await server.pool.query<Row>(
    sql`SELECT status, result FROM invitation_history WHERE msisdn = ${phone}`,
  )
  expect(rows).toEqual([{ status: 'FAILD', result: inviteTexts.timeout }])
})

test('without a carrier the call says so and writes nothing (D2-Q-141)', async () => {
  const { carrier: real } = server.api.services
  const { services } = server.api as { services: { carrier?: unknown } }
  const rows = async () => (await server.pool.query(`SELECT FROM invitation_history`)).rowCount
  const before = await rows()
  delete services.carrier
  try {
    const answer = await ask(seller, { phone: nextPhone(), package: 'VD90' })
    expect([answer.status, answer.body]).toEqual([
      502,
      { code: 'UPSTREAM', msg: 'Kênh mời gói chưa được cấu hình' },
    ])
    expect(await rows()).toBe(before)
  } finally {
    if (real) services.carrier = real
  }
})

test('a success is announced to everybody at the same address, with names and number masked (D2-INVIT-26, D2-Q-146, D1-Q-007)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone)
  const before = server.announced.length
  await confirmOrder(seller, phone, order, { otp: wrongOtp(phone) })
  expect(server.announced).toHaveLength(before)
  await confirmOrder(seller, phone, order)
  expect(server.announced.slice(before)).toEqual([
    {
      to: { domain: expect.stringMatching(/\S/) },
      content: `N*** vừa đăng ký thành công cho ****${phone.slice(-5)}`,
    },
  ])
})

describe('who may (D2-INVIT-10 to 12, D2-INVIT-14, D2-Q-03, D2-Q-147, D2-Q-148)', () => {
  const types = async (username: string) =>
    ((await (await server.as(username)).get('/api/v1/vas/mobifone/tabs')).data as { types: string[] }).types
  const allTypes = codeTabs.map(({ type }) => type)

  test('the channel of the account or of its branch opens the tabs, each its own', async () => {
    expect(await types('sale111')).toEqual(allTypes)
    expect(await types('sale211')).toEqual([])
    expect((await ask(await server.as('sale211'), { phone: nextPhone(), package: 'VD90' })).status).toBe(403)
    await server.pool.query(`INSERT INTO userkenhmoigoi (staff_username, kenh, active)
      VALUES ('sale211', 'ma_xac_nhan_3', true), ('chinhanh2', 'ma_xac_nhan_1', false)`)
    expect(await types('sale211')).toEqual(['9084new1'])
    const caller = await server.as('sale211')
    for (const { type } of codeTabs) {
      const answer = await ask(caller, { phone: nextPhone(), package: 'VD90' }, type)
      expect([type, answer.status]).toEqual([type, type === '9084new1' ? 200 : 403])
    }
    const phone = nextPhone()
    const order = await getOrder(caller, phone, 'VD90', '9084new1')
    await server.pool.query(`UPDATE userkenhmoigoi SET active = false WHERE staff_username = 'sale211'`)
    expect((await confirmOrder(caller, phone, order, { type: '9084new1' })).status).toBe(403)
  })

  test('managers need neither permission nor channel', async () => {
    await server.pool.query(`DELETE FROM role_permissions USING roles r, permissions p
      WHERE r.id = role_id AND p.id = permission_id AND r.priority = 2 AND p.code LIKE 'care.otp%'`)
    expect(await types('quanly')).toEqual(allTypes)
    const answer = await ask(await server.as('quanly'), { phone: nextPhone(), package: 'VD90' })
    expect(answer.status).toBe(200)
  })

  test('without the permission code everything is refused, also the history, whatever the channel (D2-MAP-78)', async () => {
    const branch = await server.as('chinhanh1')
    for (const { ask: getOtp, confirm } of Object.values(codeCalls))
      for (const { path } of [getOtp, confirm]) expect((await branch.post(path)).status).toBe(403)
    expect((await branch.get('/api/v1/report-9084/search')).status).toBe(403)
    const through = { type: '9084', phone: nextPhone(), package: 'VD90', otp: '1', transIdGetOtp: 'x' }
    expect((await branch.post('/api/v1/vas/mobifone/invite', through)).status).toBe(403)
    expect((await seller.get('/api/v1/report-9084/search')).status).toBe(200)
    expect((await server.outsider.get('/api/v1/report-9084/search')).status).toBe(401)
  })
})

test('the general call confirms a code of the type it names (D2-INVIT-53)', async () => {
  const phone = nextPhone()
  const order = await getOrder(seller, phone, 'VD90', '9084new2')
  const body = { type: '9084new2', phone, package: 'VD90', otp: otpOf(phone), transIdGetOtp: order }
  const answer = await seller.post('/api/v1/vas/mobifone/invite', body)
  expect([answer.status, answer.body.msg]).toEqual([200, inviteTexts.confirmed])
})

test('an open row of yesterday with no order under way ends by itself, on record (D3-OTP-02)', async () => {
  const abandoned = await getOrder(seller, nextPhone())
  const living = await getOrder(seller, nextPhone())
  await server.pool.query(sql`
    UPDATE invitation_history SET "genDate" = now() - interval '2 days' WHERE id = ANY(${[abandoned, living]}::uuid[])`)
  await server.pool.query(sql`DELETE FROM invitation_orders WHERE history_id = ${abandoned}`)
  await endLeftBehind(server.api.services)
  expect(await row(abandoned)).toMatchObject({ status: 'FAILD', result: inviteTexts.expired })
  expect(await row(living)).toMatchObject({ status: 'NONE' })
  expect((await trailOf(server.pool, 'invitation_history', abandoned)).at(-1)).toMatch(/update$/)
})

test('the number of codes per phone and hour is limited for all users together; then 429 names the limit (D2-INVIT-20)', async () => {
  const phone = nextPhone()
  const other = await server.as('sale112')
  const answers: Answer[] = []
  for (let index = 0; index < 6; index++) answers.push(await ask(seller, { phone, package: 'VD90' }))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  for (const username of [seller, other])
    expect(outcomeOf(await ask(username, { phone, package: 'VD90' }))).toEqual([
      429,
      'RATE_LIMITED',
      'Số này đã được lấy OTP 6 lần trong một giờ, vui lòng chờ rồi thử lại',
    ])
  await server.pool.query(sql`
    UPDATE invitation_history SET "genDate" = "genDate" - interval '61 min' WHERE msisdn = ${phone}`)
  expect((await ask(seller, { phone, package: 'VD90' })).status).toBe(200)
})
