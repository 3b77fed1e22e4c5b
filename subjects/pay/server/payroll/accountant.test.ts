/** The seeded accountant handles a whole month without any other account, and can do nothing beyond it (D3-ACC-01). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { can, type Actor } from '#platform/contract/abilities.ts'
import type { CloseState } from '#subjects/pay/contract/calls/payroll-close.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addClockings, addLine, addPrices, addRequest, nextPhone, vn } from '#test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls, type PayrollCalls } from '#test/payroll-calls.ts'
import type { Answer, Caller } from '#test/server.ts'
import { runCloseRequest } from './close-job.ts'

let server: ImportServer
let calls: PayrollCalls
let accountant: Caller
beforeAll(async () => {
  server = await startImportServer()
  calls = payrollCalls(server)
  accountant = await server.as('ketoan')
  await addPrices(server.pool)
})
afterAll(() => server.close())

const month = '03/2021'
const stateNow = async (): Promise<CloseState> =>
  (await accountant.get(`/api/v1/chotluong?startDate=${month}`)).data as CloseState
const id = async (statement: ReturnType<typeof sql>): Promise<string> =>
  (await server.pool.query<{ id: string }>(statement)).rows[0]?.id ?? ''
const values = (answer: Answer): Record<string, unknown>[] =>
  (answer.data as { values: Record<string, unknown>[] }).values
const ok = async (pending: Promise<Answer>): Promise<Answer> => {
  const answer = await pending
  expect([answer.status, answer.body.msg ?? answer.body.message ?? '']).toEqual([
    200,
    answer.body.msg ?? answer.body.message ?? '',
  ])
  return answer
}

let waiting = ''
let lineId = ''

/** A month of two branches with open items of every kind. */
async function fillMonth(): Promise<void> {
  await addLine(server.pool, { at: vn('2021-03-03 10:00'), owner: 'sale111', price: 20_000_000 })
  await addLine(server.pool, { at: vn('2021-03-04 10:00'), owner: 'sale211', price: 300_000 })
  await addClockings(server.pool, '2021-03', [
    { username: 'sale111', day: '2021-03-02', in: 28_800, out: 61_200, decision: null },
    { username: 'sale211', day: '2021-03-02', in: 28_800, out: null, decision: null },
  ])
  waiting = await id(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, created_time)
    VALUES ('sale211', '', ${nextPhone()}, 'VD90', 2, 12345, ${vn('2021-03-09 10:00')}) RETURNING id`)
  await addRequest(server.pool, {
    phone: '355000001',
    staff: 'sale112',
    at: vn('2021-03-05 10:00'),
    type: 1,
    first: 'truy_thu',
  })
  lineId = await id(sql`SELECT id FROM revenue_line WHERE username_nv = 'sale211' AND id = line_id LIMIT 1`)
}

test('the accountant can close a whole month of all units alone (D3-ACC-01, D3-ACC-02)', async () => {
  await fillMonth()
  // Pay of everybody in both branches.
  const { values: rows } = await calls.list('ketoan', month)
  const managers = await calls.list('quanly', month)
  expect(rows.map(({ username, chiTra }) => [username, chiTra])).toEqual(
    managers.values.map(({ username, chiTra }) => [username, chiTra]),
  )
  expect(rows.map(({ username }) => username)).toEqual(
    expect.arrayContaining(['sale111', 'sale211', 'ketoan']),
  )
  // Timekeeping, typed amounts, parameters.
  const odd = values(await calls.get('ketoan', `/batthuong?startDate=${month}`))
  expect(odd.map(({ username }) => username)).toEqual(['sale211'])
  await ok(
    calls.post('ketoan', '/batthuong', {
      dong: odd.map(({ id: row, version }) => ({ id: row, version })),
      quyet_dinh: 'ca_ngay',
    }),
  )
  await ok(
    calls.put('ketoan', {
      ...nothingTyped,
      username: 'sale211',
      thangTinhLuong: month,
      thuongLeTet: 500_000,
    }),
  )
  await ok(
    accountant.put('/api/v1/setting/tinh_luong_chuyen_can', {
      value: 400_000,
      tu_ngay: '01/03/2021',
      ly_do: 'Từ quý này',
    }),
  )
  // A line is assigned to its seller, a pending refund is decided at the desk.
  await ok(accountant.post('/api/v1/dsdttinhluong/updateUser', { id: lineId, username: 'sale212' }))
  expect(values(await accountant.get('/api/v1/banduyet')).map((row) => row.id)).toContain(waiting)
  await ok(
    accountant.put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${waiting}`, {
      trang_thai_duyet_hoan_goi: 1,
    }),
  )
  await ok(accountant.get('/api/v1/radatruythu'))
  await ok(accountant.post('/api/v1/chotluong/thamso', { thangTinhLuong: month }))
  expect((await stateNow()).viec.filter(({ muc }) => muc === 'chan')).toEqual([])
  await ok(closeMonth(server, 'ketoan', month))
  expect((await stateNow()).khong_chot_duoc).toContain('đã chốt')
  const kept = (await calls.list('ketoan', month)).values.find(({ username }) => username === 'sale211')
  expect(kept).toMatchObject({ thuongLeTet: 500_000, daChot: 1 })
  // After the closing: questions on slips are answered, the result and its costs are read.
  await ok(
    (await server.as('sale211')).post('/api/v1/phieuluong/thacMac', {
      username: 'sale211',
      thangTinhLuong: month,
      cot: 'thuongLeTet',
      noi_dung: 'Thưởng gì?',
    }),
  )
  await ok(
    accountant.post('/api/v1/phieuluong/thacMac', {
      username: 'sale211',
      thangTinhLuong: month,
      cot: 'thuongLeTet',
      noi_dung: 'Thưởng 8/3',
    }),
  )
  expect(
    values(await accountant.get(`/api/v1/phieuluong/tinhHinh?startDate=${month}`)).length,
  ).toBeGreaterThan(3)
  const result = (await accountant.get(`/api/v1/ketquathang?startDate=${month}`)).data as {
    khoan: { ma: string }[]
  }
  expect(result.khoan.map(({ ma }) => ma)).toEqual(expect.arrayContaining(['ket_qua', 'chiphiquanly']))
  // Reopening is reserved for priority 1.
  const reopened = await accountant.post('/api/v1/chotluong/molai', { thangTinhLuong: month, ly_do: 'Thiếu' })
  expect(reopened.status).toBe(403)
})

test('the accountant edits refund prices, but not Mfy prices and other settings (D3-ACC-01)', async () => {
  const price = {
    ten_goi_cuoc: 'KT1',
    ...Object.fromEntries(
      [
        'gia_gia_han',
        'gia_nang_cap',
        'gia_nang_cap_t2',
        'gia_nang_cap_t3',
        'gia_nang_cap_ht0',
        'gia_nang_cap_ht1',
        'gia_nang_cap_ht2',
        'gia_nang_cap_ht3',
        'gia_nang_cap_ht4',
        'gia_nang_cap_g1',
        'gia_nang_cap_g2',
        'gia_nang_cap_g3',
        'gia_goi',
      ].map((name) => [name, 1000]),
    ),
  }
  const made = (await ok(accountant.post('/api/v1/giahoantien', price))).data as { id: string }
  await ok(accountant.put(`/api/v1/giahoantien/${made.id}`, { gia_goi: 2000 }))
  await ok(accountant.delete(`/api/v1/giahoantien/${made.id}`))
  for (const [key, value] of [
    ['tinh_luong_ngay_le', []],
    ['tu_dong_duyet_hoan_goi', 1],
    ['phone.searches', 9],
    ['desk.onlyByPermission', 0],
    ['restrictedPriorities', [5]],
    ['ti_le_chiet_khau', 1],
  ] as const)
    expect([key, (await accountant.put(`/api/v1/setting/${key}`, { value })).status]).toEqual([key, 403])
  const settings = (await accountant.get('/api/v1/setting')).text
  expect(settings).toContain('tinh_luong_bac_hoa_hong')
  expect(settings).not.toContain('phone.searches')
})

/** Writing calls that the office gets only through pay.manage and desk.decide. */
const opened = [
  'DELETE /api/v1/dsdttinhluong/:id',
  'DELETE /api/v1/giahoantien/:id',
  'DELETE /api/v1/report90849332/:id',
  'DELETE /api/v1/reportbranchrevenue/:id',
  'DELETE /api/v1/reportdoitac/:id',
  'DELETE /api/v1/tinhluong/:id',
  'GET /api/v1/mesbank/approve/:id',
  'GET /api/v1/mesbank/deny/:id',
  'POST /api/v1/banduyet/loat',
  'POST /api/v1/chotluong',
  'POST /api/v1/chotluong/thamso',
  'POST /api/v1/danhsachchitra/file',
  'POST /api/v1/danhsachchitra/nhac',
  'POST /api/v1/danhsachchitra/tienMat',
  'POST /api/v1/danhsachchitra/traLai',
  'POST /api/v1/dsdttinhluong',
  'POST /api/v1/dsdttinhluong/assign',
  'POST /api/v1/dsdttinhluong/dan',
  'POST /api/v1/dsdttinhluong/hoantac',
  'POST /api/v1/dsdttinhluong/import',
  'POST /api/v1/dsdttinhluong/updateUser',
  'POST /api/v1/giahoantien',
  'POST /api/v1/giahoantien/dan',
  'POST /api/v1/giahoantien/hoantac',
  'POST /api/v1/giahoantien/import',
  'POST /api/v1/imports/chamcong',
  'POST /api/v1/imports/chamcongluot',
  'POST /api/v1/imports/dsdttinhluong',
  'POST /api/v1/imports/dulieunhaptay',
  'POST /api/v1/imports/giahoantien',
  'POST /api/v1/imports/report90849332',
  'POST /api/v1/imports/saokedoitac',
  'POST /api/v1/radatruythu/daXem',
  'POST /api/v1/report90849332',
  'POST /api/v1/report90849332/assign',
  'POST /api/v1/report90849332/dan',
  'POST /api/v1/report90849332/hoantac',
  'POST /api/v1/report90849332/import',
  'POST /api/v1/report90849332/updateUser',
  'POST /api/v1/reportbranchrevenue',
  'POST /api/v1/reportbranchrevenue/assign',
  'POST /api/v1/reportbranchrevenue/import',
  'POST /api/v1/reportbranchrevenue/updateUser',
  'POST /api/v1/reportdoitac',
  'POST /api/v1/reportdoitac/assign',
  'POST /api/v1/reportdoitac/import',
  'POST /api/v1/reportdoitac/updateUser',
  'POST /api/v1/tinhluong',
  'POST /api/v1/tinhluong/assign',
  'POST /api/v1/tinhluong/batthuong',
  'POST /api/v1/tinhluong/findTinhLuong',
  'POST /api/v1/tinhluong/import',
  'POST /api/v1/tinhluong/saveFileChamCong',
  'POST /api/v1/tinhluong/saveFileDuLieuNhapTay',
  'POST /api/v1/tinhluong/updateUser',
  'PUT /api/v1/baodo/approve/:id',
  'PUT /api/v1/dsdttinhluong/:id',
  'PUT /api/v1/giahoantien/:id',
  'PUT /api/v1/mfy/duyet/:id',
  'PUT /api/v1/mfy/duyetLan2/:id',
  'PUT /api/v1/mfy/setTrangThaiDuyetThongTin/:id',
  'PUT /api/v1/report90849332/:id',
  'PUT /api/v1/requestrefund/approve/:id',
  'PUT /api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/:id',
  'PUT /api/v1/requestrefund/xemDoiTacSua/:id',
  'PUT /api/v1/requestrefundreport/approve/:id',
  'PUT /api/v1/requestrefundreport/xemDoiTacSua/:id',
  'PUT /api/v1/tinhluong/updateTinhLuong',
]

/** The accountant, and the same actor without both codes. */
async function actors(): Promise<{ withRight: Actor; without: Actor }> {
  const session = await server.api.sessions.find(accountant.token)
  if (!session) throw new Error('no session')
  const withRight = session.actor
  const permissions = [...withRight.permissions].filter(
    (code) => code !== 'pay.manage' && code !== 'desk.decide',
  )
  return { withRight, without: { ...withRight, permissions: new Set(permissions) } }
}

/** The same for reading calls. */
const read = [
  '/api/v1/banduyet',
  '/api/v1/banduyet/:kind/:id',
  '/api/v1/banduyet/dem',
  '/api/v1/banduyet/nguoi',
  '/api/v1/chotluong',
  '/api/v1/chotluong/dangchot',
  '/api/v1/danhsachchitra',
  '/api/v1/danhsachchitra/file/:id',
  '/api/v1/danhsachchitra/khongChi',
  '/api/v1/dsdttinhluong/assign',
  '/api/v1/dsdttinhluong/count-assign',
  '/api/v1/ketquathang',
  '/api/v1/ketquathang/cacthang',
  '/api/v1/ketquathang/chiphilon',
  '/api/v1/lechdoitac',
  '/api/v1/lechdoitac/assign',
  '/api/v1/lechdoitac/count-assign',
  '/api/v1/lechdoitac/export',
  '/api/v1/lechdoitac/listExport',
  '/api/v1/mesbank/approve/:id',
  '/api/v1/mesbank/deny/:id',
  '/api/v1/phieuluong/tinhHinh',
  '/api/v1/radatruythu',
  '/api/v1/radatruythu/assign',
  '/api/v1/radatruythu/count-assign',
  '/api/v1/radatruythu/export',
  '/api/v1/radatruythu/listExport',
  '/api/v1/radatruythu/theoNguoi',
  '/api/v1/report90849332/assign',
  '/api/v1/report90849332/count-assign',
  '/api/v1/reportbranchrevenue',
  '/api/v1/reportbranchrevenue/assign',
  '/api/v1/reportbranchrevenue/count-assign',
  '/api/v1/reportbranchrevenue/export',
  '/api/v1/reportbranchrevenue/listExport',
  '/api/v1/reportdoitac',
  '/api/v1/reportdoitac/assign',
  '/api/v1/reportdoitac/count-assign',
  '/api/v1/reportdoitac/export',
  '/api/v1/reportdoitac/listExport',
  '/api/v1/saokedoitac',
  '/api/v1/tinhluong/batthuong',
]

test('of all writing calls pay.manage and desk.decide open exactly these; every other is 403 (D3-ACC-01, D3-ACC-02)', async () => {
  const { withRight, without } = await actors()
  const writes = server.api.policy.filter(
    ({ method, path }) => method !== 'GET' || /mesbank\/(approve|deny)/.test(path),
  )
  const gained = writes.filter(({ may }) => may !== 'public' && can(withRight, may) && !can(without, may))
  expect(gained.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(opened)
  const refused = server.api.policy.filter(({ may }) => may !== 'public' && !can(withRight, may))
  expect(refused.length).toBeGreaterThan(150)
  for (const { method, path } of refused) {
    const { statusCode } = await server.app.inject({
      method,
      url: path.replace(/:\w+/g, '018f0000-0000-7000-8000-00000000dead'),
      headers: { authorization: `Bearer ${accountant.token}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    expect([method, path, statusCode]).toEqual([method, path, 403])
  }
})

test('of all reading calls pay.manage and desk.decide open exactly these (D3-ACC-01, D3-ACC-02)', async () => {
  const { withRight, without } = await actors()
  const gained = server.api.policy.filter(
    ({ method, may }) => method === 'GET' && may !== 'public' && can(withRight, may) && !can(without, may),
  )
  expect(gained.map(({ path }) => path).toSorted()).toEqual(read)
})

test('losing pay.manage takes effect at once; a closing requested before continues (D3-ACC-01, D3-SEC-12)', async () => {
  await addLine(server.pool, { at: vn('2021-04-03 10:00'), owner: 'sale111', price: 100_000 })
  const accepted = await accountant.post('/api/v1/chotluong', { thangTinhLuong: '04/2021', ly_do: 'Đủ rồi' })
  expect(accepted.status).toBe(200)
  const taken = await server.pool.query(`
    DELETE FROM role_permissions rp USING permissions p, roles r
    WHERE p.id = rp.permission_id AND r.id = rp.role_id AND p.code = 'pay.manage' AND r.priority = 6 RETURNING rp.*`)
  expect(taken.rowCount).toBe(1)
  await runCloseRequest(server.api.services)
  await expect.poll(async () => (await accountant.get('/api/v1/chotluong')).status).toBe(403)
  const { rows } = await server.pool.query('SELECT FROM payroll_closing WHERE thang = $1', ['2021-04-01'])
  expect(rows).toHaveLength(1)
  expect((await calls.list('ketoan', month)).values.map(({ username }) => username)).toEqual(['ketoan'])
  const lines = values(await accountant.get('/api/v1/dsdttinhluong?startDate=01/03/2021&endDate=31/03/2021'))
  expect(lines).toEqual([])
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority = 6 AND p.code = 'pay.manage'`)
  await expect.poll(async () => (await accountant.get('/api/v1/chotluong')).status).toBe(200)
})

test('a salesperson with pay.manage keeps the payroll of all units and still exports nothing; a partner reads only its own pay (D3-ACC-01, D3-ACC-06)', async () => {
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
    SELECT u.id, p.id FROM users u, permissions p WHERE u.username IN ('sale112', 'doitac1') AND p.code = 'pay.manage'`)
  const sale = await server.as('sale112')
  await expect.poll(async () => (await sale.get('/api/v1/chotluong')).status).toBe(200)
  expect((await calls.list('sale112', month)).values.length).toBe(
    (await calls.list('quanly', month)).values.length,
  )
  expect((await sale.get(`/api/v1/tinhluong/export?startDate=${month}`)).status).toBe(403)
  expect((await (await server.as('doitac1')).get('/api/v1/chotluong')).status).toBe(403)
  expect((await calls.list('doitac1', month)).values.map(({ username }) => username)).toEqual(['doitac1'])
})
