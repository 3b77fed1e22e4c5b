/** Channels of a staff member over the wire. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channels } from '#subjects/registrations/contract/calls/channels.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const base = '/api/v1/userkenhmoigoi'
const choose = async (username: string, accountUsername: string, channelText: string, verb = 'chonKenh') =>
  (await server.as(username)).post(`${base}/${verb}`, { accountUsername, channelText })

test('a channel is chosen, listed, found and removed again (D1-CHAN-01, D1-CHAN-04 to D1-CHAN-07, D1-Q-047)', async () => {
  const chosen = await choose('quanly', 'SALE111', 'd1')
  expect(chosen.data).toEqual({ staff_username: 'sale111', kenh: 'd1', active: true })
  await choose('admin', 'sale111', 'd1')
  await choose('admin', 'sale112', 'ma_xac_nhan_2')
  const admin = await server.as('admin')
  expect((await admin.get(base)).data).toEqual({
    values: [
      { staff_username: 'sale111', kenh: 'd1', active: true },
      { staff_username: 'sale112', kenh: 'ma_xac_nhan_2', active: true },
    ],
    count: 2,
  })
  expect((await admin.get(`${base}?page=1&count=1`)).data).toMatchObject({
    values: [{ staff_username: 'sale112' }],
    count: 2,
  })
  const gone = await choose('quanly', 'sale111', 'd1', 'huyChonKenh')
  expect(gone.data).toEqual({ staff_username: 'sale111', kenh: 'd1', active: false })
  const find = async (channelName: string) =>
    (await admin.post(`${base}/findChannel`, { accountUsername: 'sale111', channelName })).data
  expect(await find('d1')).toEqual(gone.data)
  expect(await find('d9')).toBeNull()
  const trail = await server.pool.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE resource = 'userkenhmoigoi' AND resource_id = 'sale111/d1' ORDER BY id`,
  )
  expect(trail.rows.map(({ action }) => action)).toEqual(['choose', 'unchoose'])
})

test('only priority 1 and 2 choose channels; a refusal names channel and account (D1-CHAN-02, D1-CHAN-03, D1-CHAN-08, D1-CHAN-09, D1-Q-048, D1-Q-047)', async () => {
  const refused = await choose('chinhanh1', 'sale111', 'd9')
  expect([refused.status, refused.body.msg]).toEqual([
    403,
    "Chọn kênh 'd9' cho tài khoản 'sale111' không thành công",
  ])
  const kept = await choose('leader11', 'sale111', 'd9', 'huyChonKenh')
  expect([kept.status, kept.body.msg]).toEqual([
    403,
    "Huỷ chọn kênh 'd9' của tài khoản 'sale111' không thành công",
  ])
  const nobody = await choose('admin', 'nobody', 'd9')
  expect([nobody.status, nobody.body.msg]).toEqual([
    404,
    "Chọn kênh 'd9' cho tài khoản 'nobody' không thành công",
  ])
  const unknown = await choose('admin', 'sale111', 'x1', 'huyChonKenh')
  expect([unknown.status, unknown.body.msg]).toEqual([
    400,
    "Huỷ chọn kênh 'x1' của tài khoản 'sale111' không thành công",
  ])
})

test('selections are listed for priority 1 and 2; others read those of themselves and their branch (D1-CHAN-10, D1-Q-049, D2-INVIT-56)', async () => {
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    expect((await (await server.as(username)).get(base)).status).toBe(403)
  }
  await choose('admin', 'chinhanh1', 'ga22')
  const sale = await server.as('sale111')
  const find = (accountUsername: string) =>
    sale.post(`${base}/findChannel`, { accountUsername, channelName: 'ga22' })
  expect((await find('chinhanh1')).data).toEqual({ staff_username: 'chinhanh1', kenh: 'ga22', active: true })
  expect((await find('sale111')).data).toBeNull()
  for (const other of ['sale112', 'chinhanh2', 'nobody']) expect((await find(other)).status).toBe(403)
})

test('every known channel can be chosen (D1-CHAN-11, D1-CONST-01)', async () => {
  expect(channels.slice(0, 8)).toEqual(['d1', 'd9', 'ga22', 'ga23', 'ga24', 'tr8', 'vg8', 'dag9'])
  for (const channel of channels) expect((await choose('admin', 'sale211', channel)).status).toBe(200)
})
