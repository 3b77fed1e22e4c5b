/** The calls and fields in the documents, each with its spec row. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool, permitFiles } from '../pool.ts'
import { priceRow } from '../prices.ts'
import { startTestServer, type TestServer } from '../server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The calls among `wanted` that no route serves; each is 'METHOD path' below /api/v1. */
function missing(wanted: string[]): string[] {
  const served = new Set(server.api.policy.map(({ method, path }) => `${method} ${path}`))
  return wanted.filter((call) => !served.has(call.replace(' ', ' /api/v1')))
}

test('the documented calls of customers exist (D1-CUST-45 to 53)', () => {
  const calls = [
    'POST /customer',
    'POST /customer/import',
    'GET /customer',
    'GET /customer/assign',
    'GET /customer/new-care',
    'GET /customer/count-assign/:id',
    'DELETE /customer/:id',
    'POST /customer/assign',
    'POST /customer/:id/care',
  ]
  expect(missing(calls)).toEqual([])
})

test('the documented calls of care exist (D1-CARE-50 to 55)', () => {
  const calls = [
    'GET /care/history',
    'PUT /care/history/setStatus/:id',
    'PUT /care/history/setAppointmentAt/:id',
    'PUT /care/history/setNote/:id',
    'POST /care/xacNhanMoiLai',
    'POST /customer/:id/care',
  ]
  expect(missing(calls)).toEqual([])
})

test('the documented calls of uploads exist (D1-UPL-39 to 42, D1-UPL-44 to 54)', () => {
  const calls = [
    'GET /upload',
    'POST /upload',
    'DELETE /upload/:id',
    'GET /customer/count-assign/:id',
    'POST /uploadchiadata/getInfoByFileName',
    'POST /uploadchiadata/deleteFile',
    'POST /uploadchiadata/getOptionDataByFile',
    'POST /uploadchiadata/findAllByFileName',
    'POST /uploadchiadata/import',
    'POST /uploadchiadata/activeOrDeactive',
    'POST /uploadchiadata/handleCustomDataOption',
    'POST /uploadchiadata/handleFileUserQuantityOption',
    'GET /uploadchiadata',
    'GET /uploadchiadata/findAllNoLimit',
    'GET /uploadchiadata/getOptionDataByUsername/:username',
  ]
  expect(missing(calls)).toEqual([])
})

test('the documented calls of the blacklist exist (D1-BLACK-17 to 22)', () => {
  const calls = ['POST ', 'PUT /:id', 'GET ', 'GET /:id', 'DELETE /:id', 'POST /import']
  expect(missing(calls.map((call) => call.replace(' ', ' /blacklist')))).toEqual([])
})

test('the documented calls of refund prices exist (D2-GHT-08 to 18)', () => {
  const calls = [
    'POST ',
    'POST /import',
    'PUT /:id',
    'GET ',
    'GET /assign',
    'GET /:id',
    'GET /findPackage/:name',
    'GET /count-assign',
    'DELETE /:id',
    'POST /assign',
    'GET /listNoLimit',
  ]
  expect(missing(calls.map((call) => call.replace(' ', ' /giahoantien')))).toEqual([])
})

test('the documented calls of the capture report exist (D2-CAP-22 to 28)', () => {
  const calls = [
    'GET ',
    'GET /listExport',
    'POST ',
    'POST /import',
    'POST /updateUser',
    'GET /assign',
    'GET /count-assign',
    'DELETE /:id',
    'POST /assign',
  ]
  expect(missing(calls.map((call) => call.replace(' ', ' /tilebatso')))).toEqual([])
})

test('the capture report is read-only: writing calls answer 405, its assign lists are empty (D2-Q-19)', async () => {
  const admin = await server.as('admin')
  const path = '/api/v1/tilebatso'
  const id = '00000000-0000-4000-8000-000000000000'
  for (const answer of [
    await admin.post(path, {}),
    await admin.post(`${path}/import`, { data: [] }),
    await admin.post(`${path}/updateUser`, {}),
    await admin.post(`${path}/assign`, {}),
    await admin.delete(`${path}/${id}`),
  ])
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      405,
      'READ_ONLY_REPORT',
      'Báo cáo chỉ đọc',
    ])
  expect((await admin.get(`${path}/assign`)).data).toMatchObject({ values: [] })
  expect((await admin.get(`${path}/count-assign`)).data).toEqual({ total: 0 })
})

test('listNoLimit returns every row that the caller may read, masked like the list, and counts as an export for priority 5 and 7 except for prices and SIM numbers (D2-Q-44, D2-Q-43, D2-Q-132)', async () => {
  const admin = await server.as('admin')
  for (let n = 0; n < 25; n += 1)
    await admin.post('/api/v1/giahoantien', priceRow(`NHIEU${n}`, { gia_goi: n }))
  for (const who of ['admin', 'sale111', 'doitac1']) {
    const all = (await (await server.as(who)).get('/api/v1/giahoantien/listNoLimit')).data as {
      values: Row[]
      count: number
    }
    expect([who, all.values.length >= 25, all.count]).toEqual([who, true, all.values.length])
  }
  const others = server.api.policy.filter(
    ({ path }) => path.endsWith('/listNoLimit') && !/gia(hoantien|goimfy)|simso/.test(path),
  )
  expect(others.length).toBeGreaterThan(0)
  for (const { path } of others)
    for (const who of ['sale111', 'doitac1'])
      expect([path, who, (await (await server.as(who)).get(path)).status]).toEqual([path, who, 403])
})

test('the care log returns values and count to every signed-in user, of their scope (D2-API-09, D2-Q-45)', async () => {
  for (const who of ['admin', 'chinhanh1', 'leader11', 'sale111', 'doitac1', 'HNIMB01']) {
    const { data, status } = await (await server.as(who)).get('/api/v1/care/history?page=0&count=20')
    expect([who, status, data]).toEqual([
      who,
      200,
      expect.objectContaining({ values: expect.any(Array), count: expect.any(Number) }),
    ])
  }
  expect((await server.outsider.get('/api/v1/care/history')).status).toBe(401)
})

type Row = Record<string, unknown> & { id: string }
const rows = (data: unknown): Row[] => (data as { values: Row[] }).values
const absent = (row: object | undefined, names: string): string[] =>
  names.split(' ').filter((name) => !row || !(name in row))

test('a customer has the documented fields in both spellings (D1-CUST-01 to 08)', async () => {
  await makePool(server.pool, { rows: 1 })
  const row = rows((await (await server.as('admin')).get('/api/v1/customer')).data)[0]
  const names =
    'id phone type package packageRegisterAt registerAt packageExpiredAt expiredAt packageCycle state status ' +
    'packagesCanRegister packageCanRegister so_chu_ky_mien_phi_con_lai'
  expect(absent(row, names)).toEqual([])
  const form = {
    phone: '0912000789',
    type: 'MC',
    package: 'VD90',
    packageCycle: 1,
    packagesCanRegister: 'VD120',
  }
  const dates = { packageRegisterAt: '2026-11-01', packageExpiredAt: '2026-12-01' }
  const admin = await server.as('admin')
  expect((await admin.post('/api/v1/customer', { ...form, ...dates, status: 'SOLD' })).status).toBe(400)
  expect((await admin.post('/api/v1/customer', { ...form, ...dates, status: 'NORMAL' })).status).toBe(200)
})

test('a care result has the documented fields in both spellings (D1-CARE-01 to 05, D1-Q-079)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale111', [file])
  const sale = await server.as('sale111')
  const { value } = (await sale.get('/api/v1/customer/new-care')).data as { value: Row }
  await sale.post(`/api/v1/customer/${value.id}/care`, { status: 'KEEP', note: 'Dùng gói cũ' })
  const row = rows((await (await server.as('admin')).get('/api/v1/care/history')).data)[0]
  const names =
    'id username fullname phone package status appointmentAt appointment_at note careAt created_at customer'
  expect(absent(row, names)).toEqual([])
})

test.each(['APPROVED', 'REJECTED', 'APPOINTMENT', 'KBM', 'KLLĐ', 'KEEP', 'RE-REGISTER'])(
  'the care result %s is stored under its name (D1-CARE-06 to 12)',
  async (status) => {
    const file = await makePool(server.pool, { rows: 1 })
    await permitFiles(server.pool, 'sale112', [file])
    const sale = await server.as('sale112')
    const { value } = (await sale.get('/api/v1/customer/new-care')).data as { value: Row }
    const result = {
      status,
      package: 'VD90',
      note: 'x',
      appointmentAt: new Date(Date.now() + 3_600_000).toISOString(),
    }
    expect((await sale.post(`/api/v1/customer/${value.id}/care`, result)).status).toBe(200)
    const path = `/api/v1/care/history?status=${encodeURIComponent(status)}`
    expect(rows((await sale.get(path)).data)[0]?.status).toBe(status)
    const { rows: stored } = await server.pool.query<{ appointment_at: Date | null }>(
      'SELECT appointment_at FROM care_history WHERE customer_id = $1',
      [value.id],
    )
    expect(stored[0]?.appointment_at !== null).toBe(status === 'APPOINTMENT')
  },
)

test('blacklist, price and capture rows have the documented fields (D1-BLACK-01, D2-GHT-02, D2-GHT-05, D2-CAP-18)', async () => {
  const admin = await server.as('admin')
  const entry = (await admin.post('/api/v1/blacklist', { phone_number: '0912000790' })).data as Row
  expect(absent(entry, 'id phone_number description createdAt')).toEqual([])
  const price = (await admin.post('/api/v1/giahoantien', priceRow('TRUONG'))).data as Row
  const tiers =
    'gia_gia_han gia_nang_cap gia_nang_cap_t2 gia_nang_cap_t3 gia_nang_cap_ht0 gia_nang_cap_ht1 ' +
    'gia_nang_cap_ht2 gia_nang_cap_ht3 gia_nang_cap_ht4 gia_nang_cap_g1 gia_nang_cap_g2 gia_nang_cap_g3 gia_goi'
  expect(tiers.split(' ').filter((name) => price[name] !== 0)).toEqual([])
  const captured = rows((await admin.get('/api/v1/tilebatso')).data)[0]
  const names =
    'username_nv ten_nv da_nhan_so so_tra_ket_qua hen chap_nhan tu_choi khong_nghe_may ' +
    'khong_lien_lac_duoc dung_lai_goi_cu da_dang_ky_lai'
  expect(absent(captured, names)).toEqual([])
})

test('a price needs all its fields to be saved (D2-GHT-04)', async () => {
  const answer = await (
    await server.as('admin')
  ).post('/api/v1/giahoantien', priceRow('THIEU', { gia_goi: '' }))
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty('gia_goi')
})

test('an empty list and a page beyond the last return no rows and the true count (D1-LIST-02, D1-LIST-06)', async () => {
  const admin = await server.as('admin')
  const page = (await admin.get('/api/v1/giahoantien?page=99&count=20')).data as {
    values: Row[]
    count: number
  }
  expect(page.values).toEqual([])
  expect(page.count).toBeGreaterThan(0)
})
