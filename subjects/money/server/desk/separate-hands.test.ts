/** Who decides on money: desk.decide, the setting that restricts decisions to its holders, and own requests (D3-ACC-02, D3-ACC-03). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import type { DeskCount, DeskEvidence, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { addLine } from '#test/payroll-books.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap_g1, gia_goi) VALUES ('VD90', 12000, 20000, 90000);
    INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1, gia_t2, gia_t3) VALUES ('VD90', 30000, 45000, 54000, 62500)`)
})
beforeEach(async () => {
  await setSettings(server.pool, { 'desk.onlyByPermission': 0, 'desk.ownRequests': 1 })
  await server.pool.query(
    `TRUNCATE mesbank, transfer_use, khr, baodo, requestrefund, revenue_line, mfy, mfy_wait, mfy_success, mfy_invite, provider_orders CASCADE`,
  )
  await oneOfEach()
})
afterAll(() => server.close())

const ids: Record<string, string> = {}
const made = async (name: string, statement: ReturnType<typeof sql>): Promise<void> => {
  ids[name] = (await server.pool.query<{ id: string }>(statement)).rows[0]?.id ?? ''
}
const request = (type: number, phone: string) => sql`
  INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
  VALUES ('sale211', '', ${phone}, 'VD90', ${type}, 90000, now() - interval '1 hour') RETURNING id`

/** Inserts one row of every kind for people of another branch. */
async function oneOfEach(): Promise<void> {
  await made(
    'bank',
    sql`
    INSERT INTO mesbank (sender, money, datetime, str_mes, so_dien_thoai, goi_cuoc, nhan_dang)
    VALUES ('TCB', 90000, now(), 'CK 0912000001 VD90', '912000001', 'VD90', 'cao') RETURNING id`,
  )
  await made(
    'khr',
    sql`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv) VALUES ('912000002', '2026-11-01', 'sale211', '') RETURNING id`,
  )
  await made(
    'baodo',
    sql`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh)
    VALUES ('912000003', '2026-11-01', 'sale211', '', 'VD90', '9084 (3)') RETURNING id`,
  )
  await made('topUp', request(5, '912000004'))
  await made('refund', request(1, '912000005'))
  await made(
    'mfy',
    sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi) VALUES ('912000006', 'sale211', '', 'VD90', 1) RETURNING id`,
  )
  await made(
    'composed',
    sql`
    INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi) VALUES ('912000007', 'sale211', '', 'VD90', 1) RETURNING id`,
  )
  await server.pool.query(sql`
    UPDATE mfy SET trang_thai = 'da_soan_y_lan_1', trang_thai_duyet_thong_tin = 'da_duyet' WHERE id = ${ids.composed}`)
}

const idOf = (name: string): string => ids[name] ?? ''
const deciding = (): Record<string, [method: 'get' | 'put', path: string, body?: object]> => ({
  bank: ['get', `mesbank/approve/${idOf('bank')}`],
  baodo: ['put', `baodo/approve/${idOf('baodo')}`, { trang_thai_duyet: 1 }],
  topUp: ['put', `requestrefund/approve/${idOf('topUp')}`, { status_duyet_don: 1 }],
  refund: [
    'put',
    `requestrefund/setTrangThaiDuyetHoanGoiStatus/${idOf('refund')}`,
    { trang_thai_duyet_hoan_goi: 2 },
  ],
  info: ['put', `mfy/setTrangThaiDuyetThongTin/${idOf('mfy')}`, { trang_thai_duyet_thong_tin: 'da_duyet' }],
  mfy: ['put', `mfy/duyet/${idOf('mfy')}`],
  composed: ['put', `mfy/duyetLan2/${idOf('composed')}`],
})
const call = async (
  username: string,
  [method, path, body]: [method: 'get' | 'put' | 'post', path: string, body?: object],
) => {
  const by = await server.as(username)
  return method === 'get' ? by.get(`/api/v1/${path}`) : by[method](`/api/v1/${path}`, body)
}
const statuses = async (username: string): Promise<Record<string, number>> => {
  const answers: Record<string, number> = {}
  for (const [name, request] of Object.entries(deciding()))
    answers[name] = (await call(username, request)).status
  return answers
}
const each = (status: number) => Object.fromEntries(Object.keys(deciding()).map((name) => [name, status]))

const waiting = async (username: string): Promise<DeskRow[]> =>
  ((await (await server.as(username)).get('/api/v1/banduyet')).data as { values: DeskRow[] }).values
const counts = async (username: string): Promise<Record<string, number>> => {
  const { values } = (await (await server.as(username)).get('/api/v1/banduyet/dem')).data as {
    values: DeskCount[]
  }
  return Object.fromEntries(values.map(({ kind, count }) => [kind, count]))
}
const onDashboard = async (username: string): Promise<Record<string, number>> => {
  const { waiting: kinds } = (await (await server.as(username)).get('/api/v1/dashboard')).data as Dashboard
  return Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
}
/** Changes a setting and waits until the session of `username` has the change. */
const settle = async (
  username: string,
  key: 'desk.onlyByPermission' | 'desk.ownRequests',
  value: 0 | 1,
): Promise<void> => {
  await setSettings(server.pool, { [key]: value })
  const { token } = await server.as(username)
  const right = key === 'desk.ownRequests' ? 'decidesOwn' : 'deskByCode'
  await expect.poll(async () => (await server.api.sessions.find(token))?.actor[right]).toBe(value === 1)
}

test('desk.decide decides on money of all units, private customers stay with their unit (D3-ACC-02)', async () => {
  const money = waitingKinds.map(({ name }) => name).filter((name) => name !== 'khach-hang-rieng')
  expect(Object.keys(await counts('ketoan'))).toEqual(money)
  expect(await counts('ketoan')).toMatchObject({
    'tin-ngan-hang': 1,
    'bao-do': 1,
    'nap-tien': 1,
    'hoan-goi': 1,
  })
  expect(await onDashboard('ketoan')).toEqual(await counts('ketoan'))
  const rows = await waiting('ketoan')
  expect(JSON.stringify(rows)).not.toMatch(/91200000\d/)
  const refund = (await (await server.as('ketoan')).get(`/api/v1/banduyet/hoan-goi/${idOf('refund')}`))
    .data as DeskEvidence
  expect(refund.price).toBe(90_000)
  expect((await call('ketoan', ['put', `khr/approve/${idOf('khr')}`, { trang_thai: 1 }])).status).toBe(403)
  expect(await statuses('ketoan')).toEqual(each(200))
  // Neither may reopen or delete.
  for (const [path, body] of [
    [`requestrefund/reopen/${idOf('refund')}`, { ly_do_mo_lai: 'x' }],
    [
      `requestrefund/setTrangThaiDuyetHoanGoiStatus/${idOf('refund')}`,
      { trang_thai_duyet_hoan_goi: 0, ly_do_mo_lai: 'x' },
    ],
    [`baodo/reopen/${idOf('baodo')}`, { ly_do_mo_lai: 'x' }],
    [`mesbank/reopen/${idOf('bank')}`, { ly_do_mo_lai: 'x' }],
    [`mfy/setTrangThai/${idOf('mfy')}`, { trang_thai: 'thu_hoi' }],
  ] as const)
    expect([path, (await call('ketoan', ['put', path, body])).status]).toEqual([path, 403])
  expect((await (await server.as('ketoan')).delete(`/api/v1/requestrefund/${idOf('topUp')}`)).status).toBe(
    403,
  )
})

test('the evidence shown to a decider has the registrations of all units, masked (D3-ACC-02, D3-APR-02)', async () => {
  await addLine(server.pool, { phone: '912000005', at: new Date(), owner: 'sale111', price: 90_000 })
  const evidence = async (username: string): Promise<DeskEvidence> =>
    (await (await server.as(username)).get(`/api/v1/banduyet/hoan-goi/${idOf('refund')}`))
      .data as DeskEvidence
  expect((await evidence('ketoan')).lines.map(({ username }) => username)).toEqual(['sale111'])
  expect((await evidence('ketoan')).lines).toEqual((await evidence('quanly')).lines)
})

test('with desk.onlyByPermission on, users without the code decide only on private customers; off, nothing changes (D3-ACC-02)', async () => {
  await server.pool.query(`
    DELETE FROM role_permissions rp USING permissions p, roles r
    WHERE p.id = rp.permission_id AND r.id = rp.role_id AND p.code = 'desk.decide' AND r.priority = 2`)
  expect(await counts('quanly')).toHaveProperty('bao-do')
  await settle('admin', 'desk.onlyByPermission', 1)
  expect(await counts('quanly')).toEqual({ 'khach-hang-rieng': 1 })
  expect(await onDashboard('quanly')).toEqual(await counts('quanly'))
  expect(await statuses('quanly')).toEqual(each(403))
  // Other paths: the state set by hand, the same decision in bulk.
  const byHand = await call('quanly', ['put', `mfy/setTrangThai/${idOf('mfy')}`, { trang_thai: 'duyet' }])
  expect(byHand.status).toBe(403)
  const other = await call('quanly', [
    'put',
    `mfy/setTrangThai/${idOf('mfy')}`,
    { trang_thai: 'dang_ky_thanh_cong' },
  ])
  expect(other.status).toBe(403)
  const many = await (
    await server.as('quanly')
  ).post('/api/v1/bulk/count', {
    method: 'PUT',
    path: '/api/v1/baodo/approve/:id',
    input: { trang_thai_duyet: 1 },
    ids: [idOf('baodo')],
  })
  expect(many.status).toBe(403)
  expect((await call('quanly', ['put', `khr/approve/${idOf('khr')}`, { trang_thai: 1 }])).status).toBe(200)
  // Branches and leaders still decide for their unit, and for no other.
  const units = [
    ['leader11', 404],
    ['chinhanh1', 404],
    ['leader21', 200],
    ['chinhanh2', 200],
  ] as const
  for (const [n, [username, status]] of units.entries()) {
    await made(
      username,
      sql`
      INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv) VALUES (${`91200001${n}`}, '2026-11-01', 'sale211', '') RETURNING id`,
    )
    expect([
      username,
      (await call(username, ['put', `khr/approve/${idOf(username)}`, { trang_thai: 1 }])).status,
    ]).toEqual([username, status])
  }
  // The holder of the former top-up code loses it too; holders of the new one decide.
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'sale211' AND p.code = 'requestrefund.duyet-don-chuyen-khoan'`)
  expect((await (await server.as('sale211')).get('/api/v1/banduyet')).status).toBe(403)
  expect(await statuses('ketoan')).toEqual(each(200))
  expect(await statuses('admin')).toEqual(each(409))
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority = 2 AND p.code = 'desk.decide'`)
})

test('notifications of waiting Mfy requests go to those who may approve them (D3-ACC-02, D3-ONE-03)', async () => {
  const announced = async (): Promise<string[]> => {
    server.announced.length = 0
    await (
      await server.as('sale211')
    ).post('/api/v1/mfy', { so_dien_thoai: '0912000099', ma_goi: 'VD90', gia_ban_goi: 1 })
    await server.pool.query(`DELETE FROM mfy WHERE so_dien_thoai = '912000099'`)
    return server.announced.flatMap(({ to }) => ('username' in to ? [to.username] : [])).toSorted()
  }
  expect(await announced()).toEqual(['admin', 'ketoan', 'quanly'])
  await server.pool.query(`
    DELETE FROM role_permissions rp USING permissions p, roles r
    WHERE p.id = rp.permission_id AND r.id = rp.role_id AND p.code = 'desk.decide' AND r.priority = 2`)
  await settle('admin', 'desk.onlyByPermission', 1)
  expect(await announced()).toEqual(['admin', 'ketoan'])
  const reminded = async (username: string): Promise<string> =>
    ((await (await server.as(username)).get('/api/v1/mfy/nhacNhanVien')).data as { yeu_cau: string }).yeu_cau
  expect([await reminded('ketoan'), await reminded('quanly')]).toEqual(['can_duyet', ''])
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority = 2 AND p.code = 'desk.decide'`)
})

test('with desk.ownRequests off nobody decides a row in their own name or entered by themselves (D3-ACC-03)', async () => {
  const quanly = await server.as('quanly')
  const body = {
    so_dien_thoai: '0912000021',
    ngay_thanh_cong: '2026-11-20',
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
    username_nv: 'sale111',
  }
  const entered = ((await quanly.post('/api/v1/baodo', body)).data as { id: string }).id
  const imported = await quanly.post('/api/v1/baodo/import', {
    data: [{ ...body, so_dien_thoai: '0912000022' }],
  })
  expect(imported.status).toBe(200)
  await server.pool.query(
    sql`UPDATE requestrefund SET staff_username = 'quanly' WHERE id = ${idOf('refund')}`,
  )
  const approve = (username: string, id: string) =>
    call(username, ['put', `baodo/approve/${id}`, { trang_thai_duyet: 1 }])
  const refund = (username: string): Promise<Answer> => call(username, deciding().refund!)
  const before = await counts('quanly')
  await settle('admin', 'desk.ownRequests', 0)
  const refused = await approve('quanly', entered)
  expect([refused.status, refused.body.msg]).toEqual([403, refusals.ownDecision])
  expect((await refund('quanly')).status).toBe(403)
  // Nor may it be moved to another name first, or marked as paid.
  const ofRefund = (path: string, sent: object) =>
    call('quanly', ['put', `requestrefund/${path}/${idOf('refund')}`, sent])
  const renamed = await call('quanly', [
    'post',
    'requestrefund/updateUser',
    { id: idOf('refund'), username: 'sale111' },
  ])
  expect(renamed.status).toBe(403)
  expect((await ofRefund('setTrangThaiGiaoDich', { ma_trang_thai_giao_dich_doi_tac: -9999 })).status).toBe(
    403,
  )
  // It waits for others and is counted so: desk, dashboard and bulk agree.
  expect(await counts('quanly')).toEqual({
    ...before,
    'bao-do': before['bao-do']! - 2,
    'hoan-goi': before['hoan-goi']! - 1,
  })
  expect(await onDashboard('quanly')).toEqual(await counts('quanly'))
  expect(await counts('admin')).toEqual(before)
  const { rows: all } = await server.pool.query<{ id: string }>(
    `SELECT id FROM baodo WHERE trang_thai_duyet = '0'`,
  )
  const counted = (
    await quanly.post('/api/v1/bulk/count', {
      method: 'PUT',
      path: '/api/v1/baodo/approve/:id',
      input: { trang_thai_duyet: 2 },
      ids: all.map(({ id }) => id),
    })
  ).data as { rows: { id: string }[]; unfit: { words: string; rows: number }[] }
  expect(counted.rows.map(({ id }) => id)).toEqual([idOf('baodo')])
  expect(counted.unfit).toEqual([{ words: refusals.ownRows, rows: 2 }])
  // Another account decides it; a branch does not decide a private customer that it entered itself.
  expect((await approve('admin', entered)).status).toBe(200)
  expect((await refund('admin')).status).toBe(200)
  const branch = await server.as('chinhanh1')
  const claim = (
    (
      await branch.post('/api/v1/khr', {
        so_dien_thoai: '0912000023',
        ngay_thanh_cong: '2026-11-20',
        username_nv: 'sale111',
      })
    ).data as { id: string }
  ).id
  expect((await call('chinhanh1', ['put', `khr/approve/${claim}`, { trang_thai: 1 }])).status).toBe(403)
  expect((await call('leader11', ['put', `khr/approve/${claim}`, { trang_thai: 1 }])).status).toBe(200)
  await settle('admin', 'desk.ownRequests', 1)
  const ownId = (
    (await quanly.post('/api/v1/baodo', { ...body, so_dien_thoai: '0912000024' })).data as { id: string }
  ).id
  expect((await approve('quanly', ownId)).status).toBe(200)
})

test('with desk.ownRequests off a user neither pays their own order nor with a message that they entered (D3-ACC-03, D3-QR-02)', async () => {
  const quanly = await server.as('quanly')
  await server.pool.query(sql`UPDATE requestrefund SET staff_username = 'quanly' WHERE id = ${idOf('topUp')}`)
  await settle('admin', 'desk.ownRequests', 0)
  const message = idOf('bank')
  const pay = () => quanly.put(`/api/v1/mesbank/ghiNhan/${message}`, { don_id: idOf('topUp') })
  expect((await pay()).status).toBe(403)
  await server.pool.query(
    sql`UPDATE requestrefund SET staff_username = 'sale211' WHERE id = ${idOf('topUp')}`,
  )
  await server.pool.query(sql`UPDATE mesbank SET nhap_boi = 'quanly' WHERE id = ${message}`)
  expect((await pay()).status).toBe(403)
  await server.pool.query(sql`UPDATE mesbank SET nhap_boi = 'admin' WHERE id = ${message}`)
  expect((await pay()).status).not.toBe(403)
})

test('a branch with desk.decide decides for all units, but collects and hands over within its own (D3-ACC-02)', async () => {
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username = 'chinhanh1' AND p.code = 'desk.decide'`)
  await expect.poll(async () => Object.keys(await counts('chinhanh1'))).toContain('bao-do')
  const collect = (id: string) =>
    call('chinhanh1', ['put', `mfy/setTrangThaiThuTien/${id}`, { trang_thai_thu_tien: 'da_chuyen_khoan' }])
  expect((await collect(idOf('mfy'))).status).toBe(404)
  const give = await call('chinhanh1', ['put', `mfy/${idOf('mfy')}/giao`, { username_nv: 'sale111' }])
  expect(give.status).toBe(404)
  const { rows } = await server.pool.query(
    sql`SELECT username_nv, trang_thai_thu_tien FROM mfy WHERE id = ${idOf('mfy')}`,
  )
  expect(rows).toMatchObject([{ username_nv: 'sale211' }])
  expect(await statuses('chinhanh1')).toEqual(each(200))
  await server.pool.query(
    `DELETE FROM user_permissions WHERE user_id = (SELECT id FROM users WHERE username = 'chinhanh1')`,
  )
})
