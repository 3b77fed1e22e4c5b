/** The kit with three plain resources: rights, masks, edits, upserts, imports. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceRow } from '#test/prices.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string; version: number }
const rows = (data: unknown): Row[] => (data as { values: Row[] }).values

test('a call without a session is refused (D1-SESS-15, D2-API-01)', async () => {
  const answer = await server.outsider.get('/api/v1/blacklist')
  expect(answer.status).toBe(401)
  expect(answer.body.code).toBe('UNAUTHENTICATED')
})

test('phones are full for managers and masked for everybody else (D1-MASK-01, D1-MASK-02)', async () => {
  const admin = await server.as('admin')
  await admin.post('/api/v1/blacklist', { phone_number: '0912 345 678', description: 'Khách đề nghị' })
  const full = await admin.get('/api/v1/blacklist?message=912345678')
  expect(rows(full.data)[0]?.phone_number).toBe('912345678')
  const masked = await (await server.as('leader11')).get('/api/v1/blacklist?message=45678')
  expect(rows(masked.data)[0]?.phone_number).toBe('****45678')
  expect(masked.text).not.toContain('912345678')
})

test('a masked role searches by a whole number or its last digits only (D1-Q-142)', async () => {
  const sale = await server.as('sale111')
  expect((await sale.get('/api/v1/blacklist?message=345678')).status).toBe(400)
  expect(rows((await sale.get('/api/v1/blacklist?message=0912345678')).data)).toHaveLength(1)
})

test('a number added again is stored beside the former entry, also by import (D3-RULE-03, D1-BLACK-17)', async () => {
  const phone_number = '0987000111'
  await (await server.as('sale112')).post('/api/v1/blacklist', { phone_number, description: 'Khách dặn' })
  const again = await (await server.as('sale111')).post('/api/v1/blacklist', { phone_number })
  expect([again.status, (again.data as { nguoi_tao?: string }).nguoi_tao]).toEqual([200, undefined])
  const data = [
    { phone_number, description: 'Dòng trước' },
    { phone_number, description: 'Theo file' },
  ]
  const saved = await (await server.as('leader11')).post('/api/v1/blacklist/import', { data })
  expect(saved.data).toMatchObject({ saved: 2, inserted: 1 })
  const found = rows((await (await server.as('admin')).get('/api/v1/blacklist?message=0987000111')).data)
  expect(found.map(({ description, nguoi_tao }) => [description, nguoi_tao])).toEqual([
    ['Theo file', 'leader11'],
    [null, 'sale111'],
    ['Khách dặn', 'sale112'],
  ])
})

test('a missing phone is refused with its field named (D1-BLACK-10)', async () => {
  const answer = await (await server.as('sale111')).post('/api/v1/blacklist', { description: 'x' })
  expect(answer.status).toBe(400)
  expect(answer.body.msg).toBe('Có trường bắt buộc chưa được nhập hoặc chưa được chọn')
  expect(answer.body.fields).toHaveProperty('phone_number')
})

test('only its author and managers change an entry of the blacklist (D3-RULE-03, D1-BLACK-18, D1-BLACK-21)', async () => {
  const author = await server.as('sale112')
  const created = await author.post('/api/v1/blacklist', { phone_number: '0987000222' })
  const { id, may } = created.data as { id: string; may: object }
  expect(may).toEqual({ update: true, remove: true })
  const url = `/api/v1/blacklist/${id}`
  for (const other of ['sale111', 'leader11', 'chinhanh1']) {
    const caller = await server.as(other)
    expect(((await caller.get(url)).data as { may: object }).may).toEqual({ update: false, remove: false })
    expect([other, (await caller.put(url, { description: 'y' })).status]).toEqual([other, 403])
    expect([other, (await caller.delete(url)).status]).toEqual([other, 403])
  }
  expect((await author.put(url, { description: 'Sửa' })).data).toMatchObject({ description: 'Sửa' })
  expect((await (await server.as('quanly')).put(url, { description: 'Quản lý sửa' })).status).toBe(200)
  expect((await author.delete(url)).status).toBe(200)
})

test('an edit with a stale version answers 409 with the row as it is now (D1-Q-166)', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow('VD90', { gia_goi: '90,000' })))
    .data as Row
  const first = await admin.put(`/api/v1/giahoantien/${created.id}`, {
    gia_goi: 95000,
    version: created.version,
  })
  expect(first.status).toBe(200)
  const stale = await admin.put(`/api/v1/giahoantien/${created.id}`, {
    gia_goi: 99000,
    version: created.version,
  })
  expect(stale.status).toBe(409)
  expect(stale.body.current).toMatchObject({ gia_goi: 95000, version: created.version + 1 })
})

test('every change is in the row history with before and after', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow('LICHSU', { gia_goi: 1000 }))).data as Row
  await admin.put(`/api/v1/giahoantien/${created.id}`, { gia_goi: 2000 })
  const { values } = (await admin.get(`/api/v1/giahoantien/${created.id}/history`)).data as {
    values: { action: string; changes: unknown[] }[]
  }
  expect(values[0]).toMatchObject({
    action: 'update',
    username: 'admin',
    changes: [{ field: 'gia_goi', before: 1000, after: 2000 }],
  })
  expect(values[1]).toMatchObject({ action: 'create' })
})

test('a price is found by name regardless of case and spaces (D2-GHT-14, D2-Q-17, D2-FMT-07)', async () => {
  const sale = await server.as('sale111')
  expect((await sale.get('/api/v1/giahoantien/findPackage/%20vd90%20')).data).toMatchObject({
    ten_goi_cuoc: 'VD90',
  })
  const none = await sale.get('/api/v1/giahoantien/findPackage/NONE')
  expect(none.status).toBe(404)
  expect(none.body.msg).toBe('Không tìm thấy gói cước')
  // Resources without packages find by id.
  const admin = await server.as('admin')
  const cost = { nguoi_thuc_hien: 'An', ngay_nhap: '2026-11-20', noi_dung: 'Nước', don_gia: 1, so_luong: 1 }
  const created = (await admin.post('/api/v1/chiphiquanly', cost)).data as Row
  expect(created.ngay_nhap).toBe('2026-11-20')
  const found = await admin.get(`/api/v1/chiphiquanly/findPackage/${created.id}`)
  expect(found.data).toEqual((await admin.get(`/api/v1/chiphiquanly/${created.id}`)).data)
  await server.pool.query('DELETE FROM chiphiquanly')
})

test('a package has one price row, whatever the case of the incoming name (D2-Q-96)', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow(' mot90 ', { gia_goi: 90_000 })))
    .data as Row
  expect(created.ten_goi_cuoc).toBe('MOT90')
  await admin.post('/api/v1/giahoantien', priceRow('Mot90', { gia_goi: 1 }))
  const data = [priceRow('mOT90', { gia_goi: 2 }), priceRow('MOT90', { gia_goi: 3 })]
  expect((await admin.post('/api/v1/giahoantien/import', { data })).data).toMatchObject({ inserted: 0 })
  const found = rows((await admin.get('/api/v1/giahoantien?ten_goi_cuoc=mot90')).data)
  expect(found).toMatchObject([{ id: created.id, ten_goi_cuoc: 'MOT90', gia_goi: 3 }])
  const other = (await admin.post('/api/v1/giahoantien', priceRow('HAI90'))).data as Row
  expect((await admin.put(`/api/v1/giahoantien/${other.id}`, { ten_goi_cuoc: 'mot90' })).status).toBe(409)
})

test('a missing price is refused and never saved as 0 over the stored one (D2-GHT-04, D2-MFYP-12 to 15)', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow('GIU90', { gia_gia_han: 27_000 })))
    .data as Row
  const bare = await admin.post('/api/v1/giahoantien', { ten_goi_cuoc: 'GIU90', gia_goi: 1 })
  expect([bare.status, bare.body.fields]).toMatchObject([400, { gia_gia_han: 'Chưa nhập giá gia hạn' }])
  const data = [{ ten_goi_cuoc: 'GIU90', gia_goi: 90_000 }]
  const imported = await admin.post('/api/v1/giahoantien/import', { data })
  expect(imported.data).toMatchObject({
    inserted: 0,
    errors: [{ row: 1, msg: expect.stringContaining('Chưa nhập giá gia hạn') }],
  })
  expect((await admin.get(`/api/v1/giahoantien/${created.id}`)).data).toMatchObject({
    gia_gia_han: 27_000,
    version: 1,
  })
  expect((await admin.post('/api/v1/giagoimfy', { ten_goi_cuoc: 'GIU90' })).body.fields).toMatchObject({
    gia_t1: 'Chưa nhập giá T1',
  })
})

test('an invalid version is refused and changes nothing (D3-DEC-03, D1-Q-166)', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow('BAN90'))).data as Row
  for (const version of ['abc', -1, 1.5, [1], true, 1e300]) {
    const answer = await admin.put(`/api/v1/giahoantien/${created.id}`, { gia_goi: 5, version })
    expect([version, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([
      version,
      400,
      ['version'],
    ])
  }
  expect((await admin.put(`/api/v1/giahoantien/${created.id}`, { gia_goi: 5, version: '1' })).status).toBe(
    200,
  )
})

test('a deleted row is gone from lists and a second delete is 404 (D2-Q-26)', async () => {
  const admin = await server.as('admin')
  const created = (await admin.post('/api/v1/giahoantien', priceRow('XOA'))).data as Row
  expect((await admin.delete(`/api/v1/giahoantien/${created.id}`)).status).toBe(200)
  expect((await admin.delete(`/api/v1/giahoantien/${created.id}`)).status).toBe(404)
  expect((await admin.get(`/api/v1/giahoantien/${created.id}`)).status).toBe(404)
})

test('an import saves at most 200 rows a call, once per chunk, and names bad rows (D1-IMP-01, D2-IMP-10)', async () => {
  const admin = await server.as('admin')
  const many = Array.from({ length: 201 }, (_, n) => ({ phone_number: String(900000000 + n) }))
  expect((await admin.post('/api/v1/blacklist/import', { data: many })).body.msg).toBe(
    'Mỗi lần tải tối đa 200 bản ghi',
  )
  const importId = '018f0000-0000-7000-8000-000000000001'
  const chunk = { importId, chunk: 0, data: [{ phone_number: '0901000001' }, { phone_number: '12' }] }
  const first = await admin.post('/api/v1/blacklist/import', chunk)
  expect(first.data).toMatchObject({ saved: 1, inserted: 1, errors: [{ row: 2 }] })
  expect((await admin.post('/api/v1/blacklist/import', chunk)).data).toEqual(first.data)
  const other = await admin.post('/api/v1/blacklist/import', {
    ...chunk,
    data: [{ phone_number: '0901000002' }],
  })
  expect(other.status).toBe(409)
})

test('a write sent twice with one key is done once and gets the first answer twice', async () => {
  const admin = await server.as('admin')
  const key = { 'idempotency-key': 'once-only-1' }
  const cost = { nguoi_thuc_hien: 'An', ngay_nhap: '261120', noi_dung: 'Điện', don_gia: 3, so_luong: 1.5 }
  const [a, b] = await Promise.all([
    admin.post('/api/v1/chiphiquanly', cost, key),
    admin.post('/api/v1/chiphiquanly', cost, key),
  ])
  expect(a.data).toEqual(b.data)
  expect(a.data).toMatchObject({ ngay_nhap: '2026-11-20', thanh_tien: 5 })
  const { rowCount } = await server.pool.query('SELECT FROM chiphiquanly')
  expect(rowCount).toBe(1)
  expect((await admin.post('/api/v1/chiphiquanly', { ...cost, don_gia: 4 }, key)).status).toBe(409)
})

test('the cost screen and all its calls need its permission (D2-COST-69)', async () => {
  for (const path of ['', '/listNoLimit', '/assign', '/count-assign', '/export']) {
    expect((await (await server.as('chinhanh1')).get(`/api/v1/chiphiquanly${path}`)).status).toBe(403)
  }
})

test('a filter with one date of a period is refused, and one that starts after its end (D2-Q-20)', async () => {
  const admin = await server.as('admin')
  const lone = await admin.get('/api/v1/chiphiquanly?startDate=01/11/2026')
  expect(lone.body.msg).toBe('Phải chọn cả ngày bắt đầu và ngày kết thúc')
  const turned = await admin.get('/api/v1/chiphiquanly?startDate=02/11/2026&endDate=01/11/2026')
  expect(turned.body.msg).toBe('Ngày bắt đầu phải trước hoặc bằng ngày kết thúc')
})

test('a count above 1000 counts as an export and is refused to salespeople (D1-Q-155, D1-EXP-03)', async () => {
  const path = '/api/v1/blacklist?page=0&count=9999999999'
  const refused = await (await server.as('sale111')).get(path)
  expect(refused.status).toBe(403)
  expect(refused.body.msg).toBe('Bạn không có quyền xuất file')
  expect((await (await server.as('admin')).get(path)).status).toBe(200)
})

test('a change of rights applies to the next request of a live session', async () => {
  const quanly = await server.as('quanly')
  expect((await quanly.get('/api/v1/chiphiquanly')).status).toBe(200)
  await server.pool
    .query(`DELETE FROM role_permissions WHERE role_id = (SELECT id FROM roles WHERE priority = 2)
    AND permission_id = (SELECT id FROM permissions WHERE code = 'chiphiquanly.get')`)
  await expect
    .poll(async () => (await quanly.get('/api/v1/chiphiquanly')).status, { timeout: 1000 })
    .toBe(403)
})

test('a phone written into free text is masked there too, and cannot be searched for (D1-MASK-02)', async () => {
  const admin = await server.as('admin')
  await admin.post('/api/v1/blacklist', {
    phone_number: '0977000123',
    description: 'gọi lại 0988.777.666 nhé, hẹn 15/11',
  })
  const sale = await server.as('sale111')
  const row = rows((await sale.get('/api/v1/blacklist?message=00123')).data)[0]
  expect(row?.description).toBe('gọi lại ****77.666 nhé, hẹn 15/11')
  for (const words of ['0988.777', '988', '９８８', '9８8']) {
    expect(rows((await sale.get(`/api/v1/blacklist?description=${encodeURIComponent(words)}`)).data)).toEqual(
      [],
    )
    expect(
      rows((await admin.get(`/api/v1/blacklist?description=${encodeURIComponent(words)}`)).data),
    ).toHaveLength(1)
  }
  expect(rows((await sale.get('/api/v1/blacklist?description=goi lai')).data)).toHaveLength(1)
})

test('a search by part of a text counts up to 10,000 and says that there are more; the total is remembered until the rows change (D1-LIST-02, threats F4)', async () => {
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description)
    SELECT 500000000 + n, 'Trùng hợp ' || n FROM generate_series(1, 10001) n`)
  type Page = { values: unknown[]; count: number; more?: boolean }
  const admin = await server.as('admin')
  const read = async (query: string) => (await admin.get(`/api/v1/blacklist?count=20&${query}`)).data as Page
  const common = await read('description=trung%20hop')
  expect(common).toMatchObject({ count: 10_000, more: true })
  expect(common.values).toHaveLength(20)
  expect(await read('description=trung%20hop%2010001')).toMatchObject({ count: 1, more: false })
  await server.pool.query(`DELETE FROM blacklist WHERE description = 'Trùng hợp 10001'`)
  expect(await read('description=trung%20hop&page=499')).toMatchObject({ count: 10_000, more: true })
  server.api.services.totals.changed('blacklist')
  await expect.poll(() => read('description=trung%20hop')).toMatchObject({ count: 10_000, more: false })
  await server.pool.query(
    `INSERT INTO blacklist (phone_number, description) VALUES (500010001, 'Trùng hợp 10001')`,
  )
  const all = await read('')
  expect(all.count).toBeGreaterThan(10_000)
  expect(all).not.toHaveProperty('more')
})
