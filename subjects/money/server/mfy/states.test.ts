/** States of a Mfy request: permissions, charges, notifications, and the resulting revenue line. */
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { refusals } from '#platform/contract/refusals.ts'
import { mfyStates, requestStates } from '#subjects/money/contract/mfy.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addMfyPrices, startedAgo, request, storedRequest, waits } from '#test/mfy.ts'
import { bellOf, quietBell } from '#test/bell.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { trailOf } from '#test/trail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addMfyPrices(server.pool)
})
afterEach(async () => {
  const broken = await brokenInvariants(server.pool)
  if (Object.keys(broken).length > 0) throw new Error(`broken: ${JSON.stringify(broken)}`)
})
afterAll(() => server.close())

const minute = 60_000
const outcomeOf = ({ status, body }: Answer): unknown[] => [status, body.msg]
const put = async (by: string, path: string, body: object): Promise<Answer> =>
  (await server.as(by)).put(`/api/v1/mfy/${path}`, body)
const set = (by: string, id: string, trang_thai: string, more: object = {}): Promise<Answer> =>
  put(by, `setTrangThai/${id}`, { trang_thai, ...more })
const get = async <T>(by: string, path: string): Promise<T> =>
  (await (await server.as(by)).get(path.startsWith('?') ? `/api/v1/mfy${path}` : `/api/v1/mfy/${path}`))
    .data as T
const line = async (id: string) =>
  (
    await server.pool.query<Record<string, unknown>>(sql`
      SELECT kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu::int AS doanh_thu, chenh_lech::int AS chenh_lech, username_nv,
        ti_le_doanh_thu::float AS ti_le, pay_base(doanh_thu, chenh_lech, ti_le_doanh_thu)::int AS base, ngay_thanh_cong
      FROM revenue_line l WHERE track0 = 'mfy' AND track1 = ${id}`)
  ).rows

test('a manager sets any state from any other, and the request state follows; other roles may not (D2-MFY-40, D2-MFY-50, D2-MFY-51, D2-MFY-84, D2-Q-101, D2-Q-104)', async () => {
  const { id } = await request(server, 'sale111')
  for (const by of ['sale111', 'leader11', 'chinhanh1', 'doitac1'])
    expect((await set(by, id, 'duyet')).status).toBe(403)
  for (const from of mfyStates)
    for (const to of mfyStates) {
      if (from === to) continue
      await set('quanly', id, from.value)
      const done = await set('admin', id, to.value)
      expect([done.status, done.body.result]).toEqual([200, 'success'])
      const request = requestStates[mfyStates.indexOf(to)]?.value
      expect(done.data).toMatchObject({ trang_thai: to.value, trang_thai_yeu_cau: request })
      expect(await storedRequest(server.pool, id)).toMatchObject({
        username_thay_doi_trang_thai: 'admin',
        thoi_diem_thay_doi_trang_thai: expect.any(Date),
      })
    }
  expect((await set('quanly', id, 'la_lam')).status).toBe(400)
  expect((await set('quanly', '018f0000-0000-7000-8000-000000000000', 'duyet')).status).toBe(404)
})

test('each change to an expired state charges 30,000 to the holder of the request, also by hand; the same state again charges nothing (D2-MFY-34, D2-Q-107, D2-CONST-14)', async () => {
  const { id } = await request(server, 'sale111')
  await set('quanly', id, 'duyet')
  await set('quanly', id, 'huy_qua_han')
  await set('admin', id, 'huy_qua_han')
  expect(await storedRequest(server.pool, id)).toMatchObject({
    truy_thu: 30_000,
    username_thay_doi_trang_thai: 'quanly',
  })
  await set('quanly', id, 'huy_qua_han_lan_2')
  expect(await storedRequest(server.pool, id)).toMatchObject({ truy_thu: 60_000 })
  expect(await waits(server.pool, id)).toEqual([
    { lan: 1, username_nv: 'sale111', ket_qua: 'qua_han', truy_thu: 30_000 },
    { lan: 2, username_nv: 'sale111', ket_qua: 'qua_han', truy_thu: 30_000 },
  ])
})

test('only a manager clears the back-charge, and with it the charges of its waits (D2-MFY-86, D2-Q-106)', async () => {
  const { id } = await request(server, 'sale111')
  await set('quanly', id, 'huy_qua_han')
  expect((await put('leader11', `xoaTruyThu/${id}`, {})).status).toBe(403)
  expect((await put('quanly', `xoaTruyThu/${id}`, {})).data).toMatchObject({ truy_thu: 0 })
  expect(await waits(server.pool, id)).toMatchObject([{ ket_qua: 'qua_han', truy_thu: 0 }])
})

test('a wait counts from its last state change, and only a real change restarts it (D2-MFY-44, D2-Q-102, D2-Q-104, D2-CONST-10)', async () => {
  const { id } = await request(server, 'sale111')
  await set('quanly', id, 'duyet')
  await startedAgo(server.pool, id, 4 * minute)
  const clockOf = async () =>
    (await get<{ values: { id: string; con_lai_ms: number }[] }>('sale111', 'dongho')).values.find(
      (clock) => clock.id === id,
    )?.con_lai_ms
  expect(await clockOf()).toBeGreaterThan(5.9 * minute)
  expect(await clockOf()).toBeLessThanOrEqual(6 * minute)
  await set('admin', id, 'duyet')
  expect(await clockOf()).toBeLessThanOrEqual(6 * minute)
  await set('admin', id, 'da_soan_y_lan_1')
  expect(await clockOf()).toBeUndefined()
  await set('admin', id, 'duyet_lan_2')
  expect(await clockOf()).toBeGreaterThan(9.9 * minute)
})

test('a due request expires before any call sees it (D2-MFY-46, D2-MFY-47, D2-MFY-48, D2-Q-102, D2-MAP-61, D2-MAP-63)', async () => {
  for (const [wait, expired] of [
    ['duyet', 'huy_qua_han'],
    ['duyet_lan_2', 'huy_qua_han_lan_2'],
  ] as const) {
    const { id } = await request(server, 'sale111')
    await set('quanly', id, wait)
    await startedAgo(server.pool, id, 10 * minute - 300)
    expect(await get('sale111', id)).toMatchObject({ trang_thai: wait, truy_thu: 0 })
    await startedAgo(server.pool, id, 10 * minute)
    await quietBell(server)
    const reads = await Promise.all([1, 2, 3, 4].map(() => get<object>('sale111', id)))
    for (const read of reads) expect(read).toMatchObject({ trang_thai: expired, truy_thu: 30_000 })
    const notified = (await bellOf(server, 'sale111')).map(({ kind, title, n }) => ({ kind, title, n }))
    expect(notified).toEqual([{ kind: 'backCharge', title: 'Truy thu 30,000', n: 1 }])
    expect(await storedRequest(server.pool, id)).toMatchObject({ username_thay_doi_trang_thai: '__AUTO' })
    const { rows } = await server.pool.query(sql`
      SELECT username FROM audit_log WHERE resource = 'mfy' AND resource_id = ${id} AND after ->> 'trang_thai' = ${expired}`)
    expect(rows).toEqual([{ username: '__AUTO' }])
  }
})

test("a client's report that the wait is over changes nothing: 409 before the time, success once it is over or the state has changed (D2-MFY-84, D2-Q-103)", async () => {
  const { id } = await request(server, 'sale111')
  await set('quanly', id, 'duyet')
  const say = (by: string, state = 'huy_qua_han') => set(by, id, state, { tu_dong: 1 })
  const early = await say('sale111')
  expect(outcomeOf(early)).toEqual([409, 'Chưa hết thời gian chờ'])
  expect(early.body.current).toMatchObject({ trang_thai: 'duyet' })
  expect((await say('sale211')).status).toBe(404)
  expect((await say('sale111', 'dang_ky_thanh_cong')).status).toBe(400)
  await startedAgo(server.pool, id, 10 * minute)
  expect((await say('sale111')).data).toMatchObject({ trang_thai: 'huy_qua_han', truy_thu: 30_000 })
  expect((await say('leader11')).data).toMatchObject({ trang_thai: 'huy_qua_han', truy_thu: 30_000 })
  await set('quanly', id, 'duyet_lan_2')
  expect((await say('sale111')).data).toMatchObject({ trang_thai: 'duyet_lan_2' })
  expect((await say('sale111', 'huy_qua_han_lan_2')).status).toBe(409)
})

test('setting a state on a row that somebody else has changed since is refused with the current row (D3-DEC-03)', async () => {
  const { id, version } = await request(server, 'sale111')
  await set('quanly', id, 'duyet', { version })
  const late = await set('admin', id, 'thu_hoi', { version })
  expect(outcomeOf(late)).toEqual([409, refusals.stale])
  expect(late.body.current).toMatchObject({ trang_thai: 'duyet' })
})

test('the fee of a withdrawn registration is that of the package when it was priced (D2-Q-108)', async () => {
  const { id } = await request(server, 'sale111')
  await server.pool.query(`UPDATE giagoimfy SET phi_thu_hoi = 99000 WHERE ten_goi_cuoc = 'VD90'`)
  await set('quanly', id, 'dang_ky_thanh_cong')
  await set('quanly', id, 'thu_hoi')
  expect(await storedRequest(server.pool, id)).toMatchObject({ phi_thu_hoi: 30_000, trang_thai: 'thu_hoi' })
  const again = await request(server, 'sale111')
  expect(await storedRequest(server.pool, again.id)).toMatchObject({ phi_thu_hoi: 99_000 })
  await server.pool.query(`UPDATE giagoimfy SET phi_thu_hoi = 30000 WHERE ten_goi_cuoc = 'VD90'`)
})

test('a registration creates its revenue line, which follows price, difference and person; leaving the state withdraws it (D2-REVF-06, D2-Q-109, D2-REVF-15)', async () => {
  const { id } = await request(server, 'sale111', { gia_ban_goi: 3 })
  await server.pool.query(sql`UPDATE mfy SET ti_le_doanh_thu = 33.33 WHERE id = ${id}`)
  expect(await line(id)).toEqual([])
  await set('quanly', id, 'dang_ky_thanh_cong')
  const row = await storedRequest(server.pool, id)
  expect(row).toMatchObject({ doanh_thu_tinh_luong: 20_831 })
  expect(await line(id)).toEqual([
    {
      kenh: 'MFY',
      so_dien_thoai_cs: row.so_dien_thoai,
      goi_cuoc: 'VD90',
      doanh_thu: 62_500,
      chenh_lech: 0,
      username_nv: 'sale111',
      ti_le: 33.33,
      base: 20_831,
      ngay_thanh_cong: row.thoi_diem_thay_doi_trang_thai,
    },
  ])
  const admin = await server.as('admin')
  const { rows } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM revenue_line WHERE track1 = ${id}`,
  )
  await admin.post('/api/v1/mfy/updateChenhLech', { id, chenh_lech: -80_000 })
  expect(await line(id)).toMatchObject([{ chenh_lech: -80_000, base: 0 }])
  expect(await storedRequest(server.pool, id)).toMatchObject({ doanh_thu_tinh_luong: 0 })
  await admin.post('/api/v1/mfy/updateChenhLech', { id, chenh_lech: 1_000 })
  await admin.post('/api/v1/mfy/updatePackageCode', { id, package_code: 'BIG70' })
  await put('admin', `${id}/giao`, { username_nv: 'sale211' })
  expect(await line(id)).toMatchObject([
    { goi_cuoc: 'BIG70', doanh_thu: 49_001, base: 16_665, username_nv: 'sale211' },
  ])
  await set('admin', id, 'thu_hoi')
  expect([await line(id), (await storedRequest(server.pool, id)).doanh_thu_tinh_luong]).toEqual([[], 0])
  // Two changes of the difference, one of package and price, one of the person; then deletion (D3-TRL-01).
  expect(await trailOf(server.pool, 'dsdttinhluong', rows[0]?.id ?? '')).toEqual([
    ...Array<string>(4).fill('__AUTO update'),
    '__AUTO remove',
  ])
  await set('admin', id, 'dang_ky_thanh_cong')
  expect(await line(id)).toHaveLength(1)
  await admin.delete(`/api/v1/mfy/${id}`)
  expect(await line(id)).toEqual([])
})

test('managers, and branch and leader in their scope, hand over a request; its clock runs on and the charge goes to the new holder (D3-CLK-03, D2-MFY-90)', async () => {
  const { id } = await request(server, 'sale111')
  await set('quanly', id, 'duyet')
  await startedAgo(server.pool, id, 9 * minute)
  const give = (by: string, username_nv: string, more: object = {}) =>
    put(by, `${id}/giao`, { username_nv, ...more })
  expect((await give('sale111', 'sale112')).status).toBe(403)
  expect((await give('doitac1', 'sale112')).status).toBe(403)
  expect((await give('leader12', 'sale121')).status).toBe(404)
  expect(outcomeOf(await give('leader11', 'sale121'))).toEqual([
    400,
    'Nhân viên không có trong phạm vi của bạn',
  ])
  server.announced.length = 0
  const done = await give('leader11', 'sale112', { version: 2 })
  expect([done.status, done.body.result]).toEqual([200, 'success'])
  expect(done.body.mes).toMatch(/^Đã giao cho /)
  expect(server.announced).toContainEqual({
    to: { username: 'sale112' },
    content: expect.stringMatching(/^Thuê bao \*{4}\d{5} đang chờ soạn Y$/),
  })
  expect(outcomeOf(await give('chinhanh1', 'sale121', { version: 2 }))).toEqual([409, refusals.stale])
  const [clock] = (await get<{ values: { id: string; con_lai_ms: number }[] }>('sale112', 'dongho')).values
  expect(clock?.id).toBe(id)
  expect(clock?.con_lai_ms).toBeLessThanOrEqual(minute)
  expect((await trailOf(server.pool, 'mfy', id)).at(-1)).toBe('leader11 update')
  expect((await give('chinhanh2', 'sale211')).status).toBe(404)
  expect(outcomeOf(await give('chinhanh1', 'sale211'))).toEqual([
    400,
    'Nhân viên không có trong phạm vi của bạn',
  ])
  expect((await give('chinhanh1', 'sale121')).status).toBe(200)
  expect((await give('chinhanh1', 'sale112')).status).toBe(200)
  await startedAgo(server.pool, id, 10 * minute)
  await get('quanly', id)
  expect(await waits(server.pool, id)).toEqual([
    { lan: 1, username_nv: 'sale112', ket_qua: 'qua_han', truy_thu: 30_000 },
  ])
  // A later holder does not take over the charge.
  expect((await give('quanly', 'sale121')).status).toBe(200)
  expect(await waits(server.pool, id)).toMatchObject([{ username_nv: 'sale112' }])
})

test("the clocks are those of the reader's scope, least time first, phones masked as everywhere (D3-CLK-03)", async () => {
  const [first, second] = [await request(server, 'sale211'), await request(server, 'sale211')]
  await set('quanly', first.id, 'duyet')
  await set('quanly', second.id, 'duyet_lan_2')
  await startedAgo(server.pool, second.id, 8 * minute)
  type Clocks = { values: { id: string; so_dien_thoai: string; lan: number; username_nv: string }[] }
  const ownClocks = await get<Clocks>('chinhanh2', 'dongho')
  expect(ownClocks.values.map(({ id, lan }) => [id, lan])).toEqual([
    [second.id, 2],
    [first.id, 1],
  ])
  expect(ownClocks.values[0]?.so_dien_thoai).toMatch(/^\*{4}\d{5}$/)
  expect(
    (await get<Clocks>('sale111', 'dongho')).values.filter(({ username_nv }) => username_nv === 'sale211'),
  ).toEqual([])
  expect(
    (await get<Clocks>('quanly', 'dongho')).values.find(({ id }) => id === first.id)?.so_dien_thoai,
  ).toMatch(/^\d{9}$/)
})

test('punctuality counts waits by month and holder: composed in time, expired, charged (D3-CLK-04)', async () => {
  const keep = async (steps: string[], backdate?: string) => {
    const { id } = await request(server, 'HNIMB01')
    for (const step of steps) await set('quanly', id, step)
    if (backdate) await server.pool.query(sql`UPDATE mfy_wait SET began = ${backdate} WHERE mfy_id = ${id}`)
    return id
  }
  await keep(['duyet', 'da_soan_y_lan_1', 'duyet_lan_2', 'dang_ky_thanh_cong'])
  await keep(['duyet', 'huy_qua_han'])
  await keep(['duyet', 'duyet_lan_2', 'thu_hoi'])
  await keep(['duyet'])
  await keep(['duyet', 'da_soan_y_lan_1'], '2026-02-28T17:00:00Z')
  await keep(['duyet', 'da_soan_y_lan_1'], '2026-02-28T16:59:59Z')
  const deleted = await keep(['duyet', 'huy_qua_han'])
  await (await server.as('admin')).delete(`/api/v1/mfy/${deleted}`)
  type Kept = { values: Record<string, unknown>[] }
  const stopped = async (query = '') => (await get<Kept>('HNIMB01', `dunghan${query}`)).values
  expect(await stopped()).toEqual([
    {
      username_nv: 'HNIMB01',
      ten_nv: expect.any(String),
      so_lan_cho: 6,
      dung_han: 3,
      qua_han: 1,
      truy_thu: 30_000,
    },
  ])
  expect(await stopped('?thang=03/2026')).toMatchObject([
    { so_lan_cho: 1, dung_han: 1, qua_han: 0, truy_thu: 0 },
  ])
  expect(await stopped('?thang=02/2026')).toMatchObject([{ so_lan_cho: 1 }])
  expect((await (await server.as('sale111')).get('/api/v1/mfy/dunghan?thang=13/2026')).body.msg).toBe(
    'Tháng không hợp lệ, viết MM/YYYY',
  )
  const others = (await get<Kept>('sale111', 'dunghan')).values
  expect(others.map(({ username_nv }) => username_nv)).not.toContain('HNIMB01')
})

test('a request and its waits stay with the unit in which they happened, even when people move (D3-ORG-01)', async () => {
  const { id } = await request(server, 'sale122')
  await set('quanly', id, 'huy_qua_han')
  await set('quanly', id, 'duyet')
  const idsSeenBy = async (by: string) => {
    const [list, clocks, kept] = await Promise.all([
      get<{ values: { id: string }[] }>(by, '?count=100'),
      get<{ values: { id: string }[] }>(by, 'dongho'),
      get<{ values: { username_nv: string }[] }>(by, 'dunghan'),
    ])
    return [
      [...list.values, ...clocks.values].filter((one) => one.id === id).length,
      kept.values.filter(({ username_nv }) => username_nv === 'sale122').length,
    ]
  }
  expect([await idsSeenBy('leader12'), await idsSeenBy('leader21')]).toEqual([
    [2, 1],
    [0, 0],
  ])
  await server.pool.query(`
    UPDATE users SET brand_id = (SELECT id FROM users WHERE username = 'chinhanh2'),
      group_id = (SELECT id FROM users WHERE username = 'leader21') WHERE username = 'sale122'`)
  expect([await idsSeenBy('leader12'), await idsSeenBy('leader21')]).toEqual([
    [2, 1],
    [0, 0],
  ])
})

test('the reminder names what its caller has to do next: approvals first, then own composing (D2-MFY-57 to 59, D2-MFY-89, D2-Q-116)', async () => {
  await server.pool.query('TRUNCATE mfy, mfy_wait, mfy_success, mfy_invite, revenue_line CASCADE')
  const remind = (by: string) => get<Record<string, string>>(by, 'nhacNhanVien')
  const nothing = { phone_number: '', yeu_cau: '', so_luong: 0, moi_luc: null }
  expect([await remind('quanly'), await remind('sale111')]).toEqual([nothing, nothing])
  const old = await request(server, 'sale111', { so_dien_thoai: '0912000111' })
  const young = await request(server, 'sale111', { so_dien_thoai: '0912000222' })
  expect(await remind('quanly')).toMatchObject({
    phone_number: '****00111',
    yeu_cau: 'can_duyet',
    so_luong: 2,
  })
  expect(await remind('sale111')).toEqual(nothing)
  await set('quanly', young.id, 'duyet_lan_2')
  expect(await remind('sale111')).toMatchObject({ phone_number: '****00222', yeu_cau: 'soan_y_lan_2' })
  expect(await remind('quanly')).toMatchObject({ yeu_cau: 'can_duyet' })
  await set('quanly', old.id, 'duyet')
  expect(await remind('sale111')).toMatchObject({ phone_number: '****00111', yeu_cau: 'soan_y' })
  expect(await remind('leader11')).toEqual(nothing)
  expect(await remind('quanly')).toMatchObject({ phone_number: '****00111', yeu_cau: 'soan_y' })
  await set('quanly', old.id, 'da_soan_y_lan_1')
  expect(await remind('quanly')).toMatchObject({ yeu_cau: 'can_duyet', phone_number: '****00111' })
  // Also sent over the live channel: to the person who composes, and to the approvers.
  server.announced.length = 0
  await set('quanly', old.id, 'duyet_lan_2')
  expect(server.announced).toEqual([
    { to: { username: 'sale111' }, content: 'Thuê bao ****00111 đang chờ soạn Y lần 2' },
  ])
})
