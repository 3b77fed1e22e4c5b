/**
 * Revenue or cost of an ended request stays with its holder, except for changes by managers (D3-CLK-03, D3-QR-02, D3-ACC-03, D3-DEC-01).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { transferDesk, transferPrices } from '#test/transfers.ts'

let server: TestServer
let desk: ReturnType<typeof transferDesk>
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(transferPrices)
  desk = transferDesk(server)
})
afterAll(() => server.close())

let phones = 912_800_000
const request = () => desk.request(`0${(phones += 1)}`)
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/mfy/${path}`, body)
const give = (by: string, id: string, username_nv: string) => put(by, `${id}/giao`, { username_nv })
const set = (by: string, id: string, trang_thai: string) => put(by, `setTrangThai/${id}`, { trang_thai })
const refused = ({ status, body }: Answer): unknown[] => [status, body.msg]

test('a leader cannot remove a transfer recorded by a manager, because its difference would be lost (D3-QR-02, D2-MFY-85)', async () => {
  const { id } = await request()
  const message = await desk.message(`0${phones} VD90`, 40_000)
  expect((await desk.accept(message.id, id)).status).toBe(200)
  const recorded = { trang_thai_thu_tien: 'da_chuyen_khoan', chenh_lech: -10_000 }
  for (const to of ['chua_thu_tien', 'yeu_cau_thu_hoi'])
    expect(refused(await desk.setCollection(id, to, 'leader11'))).toEqual([403, mfyTexts.transferRecorded])
  expect(await desk.read(`mfy/${id}`)).toMatchObject(recorded)
  expect(await desk.uses()).toHaveLength(1)
  expect((await desk.setCollection(id, 'chua_thu_tien', 'quanly')).status).toBe(200)
  expect(await desk.read(`mfy/${id}`)).toMatchObject({ trang_thai_thu_tien: 'chua_thu_tien', chenh_lech: 0 })
  // A mark without a message was set by the leader, who may revert it.
  for (const to of ['da_chuyen_khoan', 'chua_thu_tien'])
    expect((await desk.setCollection(id, to, 'leader11')).status).toBe(200)
})

test('a leader hands over running requests only; ended ones are handed over by managers (D3-CLK-03)', async () => {
  for (const [state, status] of Object.entries({
    dang_cho_duyet: 200,
    duyet_lan_2: 200,
    dang_ky_thanh_cong: 409,
    thu_hoi: 409,
  })) {
    const { id } = await request()
    await set('quanly', id, state)
    const answer = await give('leader11', id, 'leader11')
    const outcome = answer.status === 200 ? 'given' : answer.body.msg
    expect([state, answer.status, outcome]).toEqual([state, status, status === 200 ? 'given' : mfyTexts.over])
    expect((await desk.read(`mfy/${id}`)).username_nv).toBe(status === 200 ? 'leader11' : 'sale111')
    expect((await give('quanly', id, 'sale112')).status).toBe(200)
  }
})

test('an approved and successful request stays open to managers, who correct it, hand it over and delete it (D3-DEC-01)', async () => {
  const { id } = await request()
  await put('quanly', `setTrangThaiDuyetThongTin/${id}`, { trang_thai_duyet_thong_tin: 'da_duyet' })
  expect((await set('quanly', id, 'dang_ky_thanh_cong')).status).toBe(200)
  const quanly = await server.as('quanly')
  const done = await desk.read(`mfy/${id}`)
  expect(done).toMatchObject({ trang_thai: 'dang_ky_thanh_cong', trang_thai_duyet_thong_tin: 'da_duyet' })
  const post = (call: string, body: object) => quanly.post(`/api/v1/mfy/${call}`, { id, ...body })
  const phone = `0${(phones += 1)}`
  for (const answer of [
    await put('quanly', id, { so_dien_thoai: phone }),
    await post('updatePackageCode', { package_code: 'ZZ9' }),
    await post('updateGiaBanGoi', { gia_ban_goi: 2 }),
    await give('quanly', id, 'sale112'),
  ])
    expect([answer.status, answer.body.msg]).toEqual([200, undefined])
  expect(await desk.read(`mfy/${id}`)).toMatchObject({
    so_dien_thoai: phone.slice(1),
    ma_goi: 'ZZ9',
    gia_ban_goi: 2,
    username_nv: 'sale112',
  })
  expect((await quanly.delete(`/api/v1/mfy/${id}`)).status).toBe(200)
})

test('with desk.ownRequests off a decider neither removes their own name from a request nor marks it as registered (D3-ACC-03)', async () => {
  const { id } = await request()
  expect((await give('admin', id, 'quanly')).status).toBe(200)
  await setSettings(server.pool, { 'desk.ownRequests': 0 })
  const { token } = await server.as('quanly')
  await expect.poll(async () => (await server.api.sessions.find(token))?.actor.decidesOwn).toBe(false)
  const ownRefusal = [403, refusals.ownDecision]
  expect(refused(await give('quanly', id, 'sale111'))).toEqual(ownRefusal)
  expect(refused(await put('quanly', id, { username_nv: 'sale111' }))).toEqual(ownRefusal)
  expect(refused(await put('quanly', `${id}/update`, { note: 'x', username_nv: 'sale111' }))).toEqual(
    ownRefusal,
  )
  expect(refused(await set('quanly', id, 'dang_ky_thanh_cong'))).toEqual(ownRefusal)
  expect((await put('quanly', `${id}/update`, { note: 'x', username_nv: 'quanly' })).status).toBe(200)
  expect((await set('admin', id, 'dang_ky_thanh_cong')).status).toBe(200)
  expect((await give('admin', id, 'sale111')).status).toBe(200)
  // Nor may revenue be moved to the caller's own name, or a request that the caller entered be set to registered.
  expect(refused(await give('quanly', id, 'quanly'))).toEqual(ownRefusal)
  expect(refused(await put('quanly', id, { username_nv: 'quanly' }))).toEqual(ownRefusal)
  const body = { so_dien_thoai: `0${(phones += 1)}`, ma_goi: 'VD90', gia_ban_goi: 1, username_nv: 'sale111' }
  const entered = (await (await server.as('quanly')).post('/api/v1/mfy', body)).data as { id: string }
  expect(refused(await set('quanly', entered.id, 'dang_ky_thanh_cong'))).toEqual(ownRefusal)
  expect((await set('admin', entered.id, 'dang_ky_thanh_cong')).status).toBe(200)
})
