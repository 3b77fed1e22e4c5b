/** The cost registers: accepted input, search and refusals (D2-COST). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
type Listed = { values: Row[]; count: number } & Record<string, unknown>
const post = async (path: string, body: object, username = 'quanly'): Promise<Answer> =>
  (await server.as(username)).post(`/api/v1/${path}`, body)
const get = async (path: string, username = 'quanly'): Promise<Answer> =>
  (await server.as(username)).get(`/api/v1/${path}`)
const list = async (path: string): Promise<Listed> => (await get(path)).data as Listed

const expenses = ['chiphiquanly', 'chiphihotro', 'chiphikhac']
const costPaths = [...expenses, 'chiphihoantien']
const cost = {
  nguoi_thuc_hien: 'Đỗ An',
  ngay_nhap: '2026-11-05',
  noi_dung: 'Tiền điện',
  don_gia: 1001,
  so_luong: 1.5,
}

test.each([...costPaths, 'doanhthutinhluong'])(
  'the documented calls of %s exist and need only its permission (D2-COST-52 to 56, D2-COST-62, D2-COST-64 to 66, D2-COST-69, D2-SALREV-18 to 21, D2-SALREV-24, D2-SALREV-26 to 29, D2-SALREV-31, D2-Q-183, D2-Q-186)',
  async (path) => {
    const routes = new Map(
      server.api.policy.map(({ method, path: route, may }) => [`${method} ${route}`, may]),
    )
    const right = `${path}.get`
    for (const call of [
      'POST ',
      'POST /import',
      'PUT /:id',
      'GET ',
      'GET /:id',
      'GET /findPackage/:name',
      'DELETE /:id',
    ])
      expect([call, routes.get(call.replace(' ', ` /api/v1/${path}`))]).toEqual([call, right])
    for (const call of ['GET /assign', 'GET /count-assign', 'POST /assign', 'GET /listNoLimit'])
      expect([call, routes.get(call.replace(' ', ` /api/v1/${path}`))]).toEqual([
        call,
        expect.arrayContaining([right]),
      ])
  },
)

test.each([...costPaths, 'doanhthutinhluong'])(
  'one requested record of %s is returned, and none can be assigned, because they have no staff member (D2-COST-60, D2-COST-61, D2-COST-63, D2-SALREV-22, D2-SALREV-23, D2-SALREV-25)',
  async (path) => {
    const sent = expenses.includes(path) ? cost : path === 'chiphihoantien' ? {} : { kenh: 'OTP' }
    const [one, other] = [(await post(path, sent)).data as Row, (await post(path, sent)).data as Row]
    for (const { id } of [one, other]) {
      const { status, data } = await get(`${path}/${id}`)
      expect([status, data]).toEqual([200, id === one.id ? one : other])
    }
    const open = { to: (await get(`${path}/assign`)).data, of: (await get(`${path}/count-assign`)).data }
    expect(open).toEqual({ to: { values: [], count: 0 }, of: { total: 0 } })
    await (await server.as('quanly')).delete(`/api/v1/${path}/${one.id}`)
    expect([(await get(`${path}/${one.id}`)).status, (await get(`${path}/${other.id}`)).status]).toEqual([
      404, 200,
    ])
  },
)

test('each permission opens its own register only (D2-COST-69, D2-Q-186)', async () => {
  await server.pool.query(`
    INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.priority = 3 AND p.code = 'chiphihotro.get'`)
  expect((await post('chiphihotro', cost, 'chinhanh1')).status).toBe(200)
  for (const path of costPaths) {
    const opened = path === 'chiphihotro' ? 200 : 403
    expect([path, (await get(path, 'chinhanh1')).status]).toEqual([path, opened])
    expect([path, (await post(`${path}/import`, { data: [] }, 'chinhanh1')).status]).toEqual([path, opened])
  }
  const { rows } = await server.pool.query<{ priority: number }>(`
    SELECT DISTINCT r.priority FROM role_permissions x JOIN roles r ON r.id = x.role_id
    JOIN permissions p ON p.id = x.permission_id WHERE p.code = 'chiphikhac.get' ORDER BY 1`)
  expect(rows.map(({ priority }) => priority)).toEqual([1, 2, 6])
})

describe.each(expenses)('%s', (path) => {
  test('a record has the documented fields, its amount is computed and rounded, dates are normalised (D2-COST-38, D2-COST-39, D2-COST-45, D2-COST-47, D2-Q-187, D2-Q-188)', async () => {
    const made = (await post(path, cost)).data as Row
    expect(made).toMatchObject({ ...cost, thanh_tien: 1502, note: null })
    expect(await post(path, { ...cost, ngay_nhap: '261105' })).toMatchObject({
      data: { ngay_nhap: '2026-11-05' },
    })
    const wrong = await post(path, { ...cost, ngay_nhap: '261332' })
    expect([wrong.status, wrong.body.msg]).toEqual([400, 'Ngày nhập không hợp lệ'])
    for (const refused of [{ don_gia: -1 }, { don_gia: 'một' }, { so_luong: -1 }, { so_luong: 1.234 }])
      expect([refused, (await post(path, { ...cost, ...refused })).status]).toEqual([refused, 400])
    const over = await post(path, { ...cost, don_gia: 1_000_000_000_001, so_luong: 1_000_001 })
    expect([over.status, over.body.fields]).toEqual([
      400,
      {
        don_gia: 'Đơn giá lớn hơn 1,000,000,000,000 đ, là mức tối đa',
        so_luong: 'Số lượng lớn hơn 1,000,000',
      },
    ])
    expect((await list(`${path}?count=1`)).tong_thanh_tien).toBeGreaterThanOrEqual(2 * 1502)
  })

  test('each missing required field is named, and nothing is saved (D2-COST-40 to 44, D2-COST-46, D2-Q-23)', async () => {
    const before = (await list(path)).count
    for (const name of Object.keys(cost)) {
      const answer = await post(path, { ...cost, [name]: '' })
      expect([name, answer.status, Object.keys(answer.body.fields as object)]).toEqual([name, 400, [name]])
    }
    expect((await list(path)).count).toBe(before)
  })

  test('records are filtered by performer, content and both days (D2-COST-57)', async () => {
    await post(path, { ...cost, nguoi_thuc_hien: 'Lý Bình', noi_dung: 'Nước uống', ngay_nhap: '2026-08-01' })
    for (const query of [
      'nguoi_thuc_hien=ly binh',
      'noi_dung=NUOC',
      'startDate=01/08/2026&endDate=01/08/2026',
    ])
      expect([query, (await list(`${path}?${query}`)).count]).toEqual([query, 1])
    expect((await get(`${path}?startDate=01/08/2026`)).status).toBe(400)
  })
})

describe('refund costs', () => {
  const path = 'chiphihoantien'

  test('a record has the documented fields; all are optional, and an empty amount stays empty (D2-COST-32 to 36, D2-COST-48, D2-Q-185)', async () => {
    const empty = await post(path, {})
    expect(empty.status).toBe(200)
    for (const name of chiphihoantien.list) expect([name, (empty.data as Row)[name]]).toEqual([name, null])
    const full = await post(path, {
      kenh_dang_ky: 'ga24',
      so_dien_thoai: '+84 912 345 678',
      thoi_gian_yeu_cau: '03/10/2026 07:33:48',
      so_tien_hoan_hoac_nap: '-1,250,000',
      ti_le_chiet_khau: '6,5%',
    })
    expect(full.data).toMatchObject({
      so_dien_thoai: '912345678',
      thoi_gian_yeu_cau: '2026-10-03T00:33:48+00:00',
      so_tien_hoan_hoac_nap: -1_250_000,
      ti_le_chiet_khau: 6.5,
    })
    const wrong = await post(path, { so_tien_hoan_them: 'chưa tính' })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { so_tien_hoan_them: 'Số tiền hoàn thêm không phải số tiền' },
    ])
  })

  test('the last total is one amount with two names, in bodies, answers and uploads (D2-COST-37, D2-Q-184)', async () => {
    const [tong, trong] = ['tong_truy_thu_sau_tru_chiet_khau', 'trong_truy_thu_sau_tru_chiet_khau']
    const made = (await post(path, { [trong]: 5000 })).data as Row
    expect(made).toMatchObject({ [tong]: 5000, [trong]: 5000 })
    const caller = await server.as('quanly')
    const put = async (body: object) => (await caller.put(`/api/v1/${path}/${made.id}`, body)).data
    expect(await put({ [trong]: 6000 })).toMatchObject({ [tong]: 6000, [trong]: 6000 })
    expect(await put({ [trong]: 1, [tong]: 7000 })).toMatchObject({ [tong]: 7000, [trong]: 7000 })
    expect(await put({ ghi_chu: 'x' })).toMatchObject({ [tong]: 7000 })
    const sent = {
      data: [
        { ma_dl_tinh_luong: 'DL-9', [trong]: '8,000' },
        { ma_dl_tinh_luong: 'DL-9', [trong]: 1, [tong]: 9000 },
      ],
    }
    expect((await post(`${path}/import`, sent)).data).toMatchObject({ saved: 2 })
    const { rows } = await server.pool.query(
      `SELECT ${tong}::int AS n FROM chiphihoantien WHERE ma_dl_tinh_luong = 'DL-9' ORDER BY 1`,
    )
    expect(rows.map(({ n }) => n)).toEqual([8000, 9000])
  })

  test('records are filtered by phone, staff member and days; one without a time counts at its entry (D2-COST-11, D2-COST-58)', async () => {
    await post(path, {
      so_dien_thoai: '0987654321',
      username_nhan_vien: 'Sale111',
      thoi_gian_yeu_cau: '05/08/2026 23:59',
    })
    for (const query of [
      'so_dien_thoai=84987654321',
      'username_nhan_vien=sale111',
      'startDate=05/08/2026&endDate=05/08/2026',
    ])
      expect([query, (await list(`${path}?${query}`)).count]).toEqual([query, 1])
    const { id } = (await post(path, { ghi_chu: 'không giờ' })).data as Row
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date())
    const { values } = await list(`${path}?count=100&startDate=${today}&endDate=${today}`)
    expect(values.map((row) => row.id)).toContain(id)
  })
})

test('page 0 with a huge limit is an export, refused to those who may not export (D2-COST-59, D2-SALREV-29, D2-EXP-01)', async () => {
  for (const path of [...costPaths, 'doanhthutinhluong']) {
    const { values, count } = await list(`${path}?page=0&count=9999999999`)
    expect([path, values.length]).toEqual([path, count])
  }
})

test('these records have no status and no staff member (D2-COST-30)', () => {
  const steps = server.api.policy.filter(({ path }) =>
    costPaths.some((one) => path.startsWith(`/api/v1/${one}/set`)),
  )
  expect(steps).toEqual([])
})
