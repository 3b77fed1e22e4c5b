/** A request while another one for the same number and package is open. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
import { addMfyPrices, nextPhone, request } from '#test/mfy.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addMfyPrices(server.pool)
})
afterAll(() => server.close())

const make = async (by: string, body: object): Promise<Answer> =>
  (await server.as(by)).post('/api/v1/mfy', body)

test('a second request for a number and package with an open request asks for confirmation, whoever makes it; three clicks at once make one request (D2-MFY-69, D2-Q-110)', async () => {
  const body = { so_dien_thoai: nextPhone(), ma_goi: ' vd90', gia_ban_goi: 1 }
  const open = async () =>
    (await server.pool.query(sql`SELECT FROM mfy WHERE so_dien_thoai = ${body.so_dien_thoai.slice(1)}`))
      .rowCount
  const clicks = await Promise.all(['sale111', 'sale111', 'sale211'].map((by) => make(by, body)))
  expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const refused = clicks.find(({ status }) => status === 409)
  expect(refused?.body.code).toBe('AGAIN')
  expect(refused?.body.msg).toMatch(
    /^Thuê bao này có đơn Mfy gói VD90 chưa xong, tạo lúc \d\d-\d\d-\d{4} \d\d:\d\d:\d\d, đang chờ duyệt$/,
  )
  // The same package in other spellings (D3-PRC-01).
  expect((await make('sale211', { ...body, ma_goi: 'v d\u200B90' })).body.code).toBe('AGAIN')
  expect((await make('sale111', { ...body, ma_goi: 'BIG70' })).status).toBe(200)
  expect((await make('sale111', { ...body, xac_nhan_lai: true })).status).toBe(200)
  expect(await open()).toBe(3)
  await server.pool.query(
    sql`UPDATE mfy SET trang_thai = 'thu_hoi' WHERE so_dien_thoai = ${body.so_dien_thoai.slice(1)}`,
  )
  expect((await make('sale111', body)).status).toBe(200)
})

test('the notice of an open request uses a daily search; beyond the limit no notice is given (D3-SEC-03)', async () => {
  const body = { so_dien_thoai: nextPhone(), ma_goi: 'VD90', gia_ban_goi: 1 }
  expect((await make('sale211', body)).status).toBe(200)
  await setSettings(server.pool, { 'phone.searches': 0 })
  expect((await make('sale112', body)).status).toBe(200)
  await setSettings(server.pool, { 'phone.searches': defaultOf('phone.searches') })
})

// Must be the last test, because it removes the permission of the managers.
test('users with the permission to decide are notified too, and only they are when desk.onlyByPermission is on (D3-ACC-02, D2-MFY-30)', async () => {
  const announcedTo = async (): Promise<string[]> => {
    server.announced.length = 0
    await request(server, 'quanly', { username_nv: 'sale211' })
    return server.announced.flatMap(({ to, content }) =>
      content === 'Có đơn Mfy cần duyệt' && 'username' in to ? [to.username] : [],
    )
  }
  expect(await announcedTo()).not.toContain('leader11')
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'leader11' AND p.code = 'desk.decide'`)
  expect(await announcedTo()).toEqual(expect.arrayContaining(['admin', 'leader11']))
  await server.pool.query(`
    DELETE FROM role_permissions rp USING roles r, permissions p
    WHERE r.id = rp.role_id AND p.id = rp.permission_id AND r.priority < 3 AND p.code = 'desk.decide'`)
  await setSettings(server.pool, { 'desk.onlyByPermission': 1 })
  const alone = await announcedTo()
  expect(alone).toContain('leader11')
  expect(alone).not.toContain('admin')
})
