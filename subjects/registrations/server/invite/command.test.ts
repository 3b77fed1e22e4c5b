/** Commands to 9332: permissions, history row, and one request per click. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import { startTestCarrier, type TestCarrier } from '#test/carrier.ts'
import { nextPhone, grantInvite, priceTwo } from '#test/invite.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let carrier: TestCarrier
let server: TestServer
beforeAll(async () => {
  carrier = await startTestCarrier()
  server = await startTestServer(carrier.env)
  await priceTwo(server.pool)
  await grantInvite(server.pool, [])
  const give = (username: string, code: string) =>
    server.pool.query(sql`
      INSERT INTO user_permissions (user_id, permission_id)
      SELECT u.id, p.id FROM users u, permissions p WHERE u.username = ${username} AND p.code = ${code}`)
  await give('sale111', 'care.9332')
  await give('sale112', 'care.dk')
  await give('sale113', 'care.selling')
})
afterAll(async () => {
  await server.close()
  await carrier.close()
})

const send = async (username: string, body: object, key?: string) =>
  (await server.as(username)).post(
    '/api/v1/vas/mobifone/invite',
    { type: '9332', package: 'VD90', ...body },
    key === undefined ? undefined : { 'idempotency-key': key },
  )
const list = async (username: string, phone: string) =>
  (
    (await (await server.as(username)).get(`/api/v1/report-9332/search?phone=0${phone}`)).data as {
      values: object[]
    }
  ).values

test('each command needs a permission code of its tabs, also for managers (D2-INVIT-06 to 08, D2-INVIT-14, D2-Q-142, D2-Q-143)', async () => {
  await server.pool.query(`DELETE FROM role_permissions USING roles r, permissions p
    WHERE r.id = role_id AND p.id = permission_id AND r.priority = 2 AND p.code LIKE 'care.%'`)
  const allowed: Record<string, string[]> = {
    sale111: ['GIAHAN'],
    sale112: ['DK'],
    sale113: ['DK', 'GIAHAN'],
    admin: ['DK', 'GIAHAN'],
    quanly: [],
    sale211: [],
  }
  for (const [username, commands] of Object.entries(allowed)) {
    for (const command of ['DK', 'GIAHAN']) {
      const { status } = await send(username, { phone: nextPhone(), command })
      expect([username, command, status]).toEqual([username, command, commands.includes(command) ? 200 : 403])
    }
  }
  expect((await send('admin', { phone: nextPhone(), command: 'HUY' })).body).toMatchObject({
    msg: inviteTexts.badCommand,
    fields: { command: inviteTexts.badCommand },
  })
  expect((await send('admin', { phone: '', command: 'DK' })).body.fields).toHaveProperty('phone')
})

test('a success is a row with its code, kind and texts, and a revenue line (D2-INVIT-42 to 51, D2-Q-144, D2-REVF-05)', async () => {
  const phone = nextPhone()
  const done = await send('sale111', { phone, command: 'GIAHAN' })
  expect([done.status, done.body.msg]).toEqual([200, inviteTexts.registered])
  const [row] = await list('quanly', phone)
  const words = 'Gia hạn thành công gói VD90, giá 90,000 đồng'
  expect(row).toMatchObject({
    msisdn: phone,
    packCode: 'VD90',
    packPrice: 90_000,
    status: 'SUCCESS',
    inviteStatus: 'SENT',
    resultCode: 'SUCCESS',
    resultCodeMO: 'REGISTER_SUCCESS',
    requestType: 'GIAHAN',
    resultDesMt: 'GIAHAN VD90',
    resultDesMO: words,
    message: `GIAHAN VD90 - ${words}`,
    invitation: { username_nv: 'sale111', ten_nv: 'Nguyễn Hồng Nhung', result: words },
  })
  expect((await list('sale111', phone))[0]).toMatchObject({ msisdn: `****${phone.slice(-5)}` })
  const { rows } = await server.pool.query(sql`
    SELECT track0, doanh_thu, username_he_thong, username_nv, status FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`)
  const mine = { username_he_thong: 'sale111', username_nv: 'sale111' }
  expect(rows).toEqual([{ track0: '9332', doanh_thu: 90_000, status: 'SUCCESS', ...mine }])
  expect(server.announced).toEqual([])
})

test('a refusal is a failed row with its code and texts, and no revenue line (D2-INVIT-48, D2-REVF-05)', async () => {
  const phone = '970339999'
  const refused = await send('sale113', { phone, command: 'DK' })
  expect([refused.status, refused.body.msg]).toEqual([409, 'Tài khoản không đủ tiền để đăng ký gói'])
  expect((await list('sale113', phone))[0]).toMatchObject({
    status: 'FAILD',
    inviteStatus: 'SENT',
    resultCode: 'FAILD',
    requestType: 'DK',
    message: 'DK VD90 - Tài khoản không đủ tiền để đăng ký gói',
  })
  const lines = await server.pool.query(sql`SELECT FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`)
  expect(lines.rowCount).toBe(0)
})

test('a text of one side alone has no separator (D2-Q-144)', async () => {
  const phone = nextPhone()
  await server.pool.query(sql`
    INSERT INTO invitation_history (source, msisdn, "packCode", username_nv, "resultDesMO", "resultDesMt")
    VALUES ('9332', ${phone}, 'VD90', 'sale111', 'Chỉ MO', '')`)
  expect((await list('admin', phone))[0]).toMatchObject({
    message: 'Chỉ MO',
    inviteStatus: 'WAITING',
    resultCode: null,
  })
})

test('a repeated click is processed once and gets the same answer (D2-Q-140)', async () => {
  const phone = nextPhone()
  const key = 'nhan-nut-mot-lan'
  const first = await send('sale111', { phone, command: 'GIAHAN' }, key)
  const second = await send('sale111', { phone, command: 'GIAHAN' }, key)
  expect([second.status, second.data]).toEqual([200, first.data])
  expect((await carrier.registered()).filter(({ isdn }) => isdn === phone)).toHaveLength(1)
  // The same key of another account is another click.
  expect((await send('sale113', { phone, command: 'GIAHAN' }, key)).data).not.toEqual(first.data)
})

test('the histories of 9332 are for holders of one of the three codes, and for managers (D2-MAP-78)', async () => {
  for (const [username, status] of [
    ['sale111', 200],
    ['sale112', 200],
    ['sale113', 200],
    ['quanly', 200],
    ['sale211', 403],
  ] as const) {
    expect([username, (await (await server.as(username)).get('/api/v1/report-9332/search')).status]).toEqual([
      username,
      status,
    ])
  }
})
