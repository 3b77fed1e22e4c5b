/** Customers and their lists: create, import, visibility, distribution, deletion. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { importUnused, handOut, phones, rowsOf, splitFile, wrongBalances } from '#test/subscriber-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const zero = '00000000-0000-0000-0000-000000000000'
const form = (phone: string) => ({
  phone,
  type: 'MC',
  package: 'VD89',
  registerAt: '01/11/2026',
  packageExpiredAt: '2026-12-01',
  packageCycle: 1,
  packageCanRegister: 'VD149',
})
const upload = async (username: string, filename: string, count: number): Promise<string> => {
  const caller = await server.as(username)
  const { id } = (await caller.post('/api/v1/upload', { filename })).data as { id: string }
  const data = phones(count).map((phone) => ({ phone, package: 'VD89' }))
  if (count > 0) expect((await caller.post('/api/v1/customer/import', { data, upload: id })).status).toBe(200)
  return id
}
const total = async (username: string, id: string) =>
  ((await (await server.as(username)).get(`/api/v1/customer/count-assign/${id}`)).data as { total: number })
    .total
const assign = async (username: string, items: unknown) =>
  (await server.as(username)).post('/api/v1/customer/assign', items)

test('a customer is created completely, or refused with its missing fields named (D1-CUST-16, D1-CUST-22 to 30, D1-CUST-45, D1-Q-060, D1-Q-061)', async () => {
  const [phone = ''] = phones(1)
  const leader = await server.as('leader11')
  const made = await leader.post('/api/v1/customer', form(`0${phone}`))
  expect(made.body.msg).toBe('Tạo khách hàng thành công')
  expect(made.data).toMatchObject({
    phone: `****${phone.slice(-5)}`,
    status: 'NORMAL',
    packageRegisterAt: '2026-11-01',
    registerAt: '2026-11-01',
    packagesCanRegister: 'VD149',
    packageCanRegister: 'VD149',
    FileName: 'Nhập trực tiếp',
  })
  expect((await leader.post('/api/v1/customer', form(phone))).status).toBe(409)
  const missing = await leader.post('/api/v1/customer', { phone: '12' })
  expect(Object.keys(missing.body.fields as object)).toEqual(
    expect.arrayContaining(['phone', 'type', 'package']),
  )
  expect(
    (await leader.post('/api/v1/customer', { ...form(phone), type: 'XX', package: 'B' })).body.fields,
  ).toHaveProperty('type')
  const ended = {
    ...form(phone),
    package: 'B',
    packageRegisterAt: '2026-12-31',
    packageExpiredAt: '2026-12-01',
  }
  expect((await leader.post('/api/v1/customer', ended)).body.fields).toEqual({
    packageExpiredAt: 'Ngày hết hạn trước ngày đăng ký',
  })
  expect((await (await server.as('sale111')).post('/api/v1/customer', form(phone))).status).toBe(403)
})

test('a list is imported by its id, by its owner or by those above (D1-CUST-37, D1-CUST-38, D1-CUST-46, D1-Q-109)', async () => {
  const id = await upload('chinhanh1', 'kh.xlsx', 3)
  const data = [{ phone: phones(1)[0], type: 'lạ', registerAt: '05/11/2026' }]
  expect(
    (await (await server.as('chinhanh2')).post('/api/v1/customer/import', { data, upload: id })).status,
  ).toBe(404)
  expect(
    (await (await server.as('admin')).post('/api/v1/customer/import', { data, upload: id })).data,
  ).toMatchObject({ saved: 1 })
  const list = await (await server.as('admin')).get(`/api/v1/customer?upload=${id}`)
  expect(rowsOf(list)).toHaveLength(4)
  expect(rowsOf(list)[0]).toMatchObject({ type: 'lạ', status: 'NORMAL', packageRegisterAt: '2026-11-05' })
  const direct = await (
    await server.as('chinhanh1')
  ).post('/api/v1/customer/import', { data: [{ phone: phones(1)[0] }] })
  expect(direct.data).toMatchObject({ saved: 1, inserted: 1 })
})

test('rows are imported in calls of up to 200, each answering what it saved; 201 are refused as a whole (D1-CUST-09, D1-CUST-34)', async () => {
  const admin = await server.as('admin')
  const id = await upload('admin', 'tung-phan.xlsx', 0)
  const data = phones(401).map((phone) => ({ phone, package: 'VD89' }))
  const send = (from: number, to: number) =>
    admin.post('/api/v1/customer/import', { data: data.slice(from, to), upload: id })
  expect((await send(0, 201)).status).toBe(400)
  expect(await total('admin', id)).toBe(0)
  const saved = [await send(0, 200), await send(200, 400), await send(400, 401)].map(
    ({ data: answer }) => answer,
  )
  expect(saved).toMatchObject([{ saved: 200 }, { saved: 200 }, { saved: 1 }])
  const list = await admin.get(`/api/v1/customer?upload=${id}&count=50`)
  expect(list.data).toMatchObject({ count: 401 })
  expect(new Set(rowsOf(list).map(({ status }) => status))).toEqual(new Set(['NORMAL']))
  expect(await total('admin', id)).toBe(401)
})

test('lists show totals; page 0 and 1 are both the first page; names may repeat (D1-UPL-25 to 33, D1-UPL-39 to 43, D1-Q-147)', async () => {
  const id = await upload('chinhanh2', 'trung-ten.xlsx', 4)
  await upload('chinhanh1', 'trung-ten.xlsx', 0)
  await assign('chinhanh2', [{ user: 'sale211', count: 1, upload: id }])
  const zeroth = await (await server.as('chinhanh2')).get('/api/v1/upload?page=0&count=1000&filename=TRUNG')
  expect(rowsOf(zeroth)).toMatchObject([
    {
      id,
      filename: 'trung-ten.xlsx',
      totalCustomers: 4,
      used: 1,
      remaining: 3,
      created_by: { fullname: 'Chi nhánh 2' },
    },
  ])
  expect(
    (await (await server.as('chinhanh2')).get('/api/v1/upload?page=1&count=1000&filename=TRUNG')).data,
  ).toEqual(zeroth.data)
  expect(rowsOf(await (await server.as('chinhanh2')).get('/api/v1/upload?page=2&count=1000'))).toEqual([])
  expect((await (await server.as('admin')).get('/api/v1/upload?filename=trung-ten')).data).toMatchObject({
    count: 2,
  })
  expect((await (await server.as('sale111')).get('/api/v1/upload')).status).toBe(403)
})

test('a distribution gives exactly the requested counts, oldest numbers first, or nothing (D1-CUST-39 to 44, D1-CUST-50, D1-CUST-52, D1-CUST-54, D1-Q-065)', async () => {
  const id = await upload('chinhanh1', 'chia.xlsx', 10)
  expect(await total('chinhanh1', id)).toBe(10)
  const over = await assign('chinhanh1', [
    { user: 'leader11', count: 6, upload: id },
    { user: 'sale121', count: 5, upload: id },
  ])
  expect([over.status, over.body.msg]).toEqual([400, 'Tổng số lượng vượt quá số lượng có thể chia'])
  expect(await total('chinhanh1', id)).toBe(10)
  const done = await assign('chinhanh1', [
    { user: 'leader11', count: 6, upload: id },
    { user: 'sale121', count: 3, upload: id },
  ])
  expect(done.body).toMatchObject({ msg: 'Phân chia dữ liệu thành công.', data: { saved: 9 } })
  expect(await total('chinhanh1', id)).toBe(1)
  expect(await total('leader11', id)).toBe(6)
  expect((await assign('leader11', [{ user: 'sale111', count: 4 }])).status).toBe(200)
  expect(await total('leader11', zero)).toBe(3)
  const assigned = rowsOf(await (await server.as('sale111')).get('/api/v1/customer'))
  expect(assigned.map((row) => [row.status, row.holder_username])).toEqual(
    Array(4).fill(['ASSIGNED', 'sale111']),
  )
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('one foreign, locked or unknown receiver makes the whole distribution refused (B2, D1-Q-064)', async () => {
  const id = await upload('leader11', 'cam.xlsx', 5)
  const ok = { user: 'sale111', count: 1, upload: id }
  for (const bad of ['sale121', 'chinhanh1', 'admin', 'khongco']) {
    expect((await assign('leader11', [ok, { ...ok, user: bad }])).status).toBe(403)
    expect((await assign('leader11', [{ ...ok, user: bad }, ok])).status).toBe(403)
  }
  expect((await assign('leader12', [{ user: 'sale121', count: 1, upload: id }])).status).toBe(404)
  for (const count of [-1, 1.5, '2', null])
    expect((await assign('leader11', [{ ...ok, count }])).status).toBe(400)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale113'`)
  expect((await assign('leader11', [{ ...ok, user: 'sale113' }])).body.msg).toBe('sale113 đã dừng hoạt động')
  await server.pool.query(`UPDATE users SET is_deleted = false WHERE username = 'sale113'`)
  expect(await total('leader11', id)).toBe(5)
  expect((await assign('sale111', [ok])).status).toBe(403)
})

test('two simultaneous distributions give no number twice (E8)', async () => {
  const id = await upload('leader12', 'dua.xlsx', 10)
  const answers = await Promise.all(
    ['sale121', 'sale122'].map((user) => assign('leader12', [{ user, count: 5, upload: id }])),
  )
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(await total('leader12', id)).toBe(0)
})

test('neither blacklisted customers nor numbers of subscriber files are distributed (D1-Q-141, D1-Q-064)', async () => {
  const id = await upload('QCMB', 'den.xlsx', 3)
  await server.pool.query(`INSERT INTO blacklist (phone_number)
    SELECT phone FROM customer WHERE file_id = '${id}' LIMIT 1`)
  await importUnused(server, 'kho.xlsx', 5)
  await splitFile(server, 'admin', 'kho.xlsx', { QCMB: 5 })
  expect(await total('QCMB', zero)).toBe(2)
  const list = await (await server.as('QCMB')).get('/api/v1/customer/assign')
  expect(list.data).toMatchObject({ count: 2 })
  expect((await (await server.as('QCMB')).get('/api/v1/customer/count-assign')).data).toEqual({ total: 2 })
})

test('everybody sees the customers held by their people, and undistributed ones of their lists (D1-Q-003)', async () => {
  const id = await upload('HNIMB', 'rieng.xlsx', 2)
  const rowsSeenBy = async (username: string) =>
    rowsOf(await (await server.as(username)).get(`/api/v1/customer?upload=${id}`))
  const [row] = await rowsSeenBy('HNIMB')
  expect(await rowsSeenBy('HNIMB')).toHaveLength(2)
  expect(await rowsSeenBy('HNIMB01')).toHaveLength(0)
  expect(await rowsSeenBy('chinhanh1')).toHaveLength(0)
  const path = `/api/v1/customer/${row?.id}`
  expect((await (await server.as('HNIMB')).get(path)).status).toBe(200)
  expect((await (await server.as('HNIMB')).get(`${path}/history`)).status).toBe(200)
  expect((await (await server.as('chinhanh1')).get(path)).status).toBe(404)
  expect((await (await server.as('chinhanh1')).delete(path)).status).toBe(404)
})

test('a customer is deleted unless somebody is calling it (D1-CUST-51, D1-Q-063)', async () => {
  const id = await upload('chinhanh1', 'xoa-mot.xlsx', 2)
  const branch = await server.as('chinhanh1')
  const [first, second] = rowsOf(await branch.get(`/api/v1/customer?upload=${id}`))
  expect((await branch.delete(`/api/v1/customer/${first?.id}`)).status).toBe(200)
  expect((await branch.delete(`/api/v1/customer/${first?.id}`)).status).toBe(404)
  await server.pool.query(`DO $$ BEGIN PERFORM set_config('vas.movement', 'claim', true);
    UPDATE customer SET stage = 'open', claimed_at = now(), holder_id = (SELECT id FROM users WHERE username = 'sale122')
    WHERE id = '${second?.id}'; END $$`)
  expect((await branch.delete(`/api/v1/customer/${second?.id}`)).status).toBe(409)
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('a branch cannot delete numbers that headquarters distributed to it (D1-Q-063)', async () => {
  await importUnused(server, 'cua-cong-ty.xlsx', 2)
  await splitFile(server, 'admin', 'cua-cong-ty.xlsx', { sale111: 2 })
  const { rows } = await server.pool.query<{ id: string }>(`
    SELECT c.id FROM customer c JOIN data_files f ON f.id = c.file_id WHERE f."FileName" = 'cua-cong-ty.xlsx'`)
  for (const username of ['chinhanh1', 'leader11']) {
    const one = await (await server.as(username)).delete(`/api/v1/customer/${rows[0]?.id}`)
    expect([username, one.status, one.body.msg]).toEqual([
      username,
      403,
      'Số của file do quản lý upload, chỉ quản lý xoá được',
    ])
    const bulk = await (
      await server.as(username)
    ).post('/api/v1/bulk', {
      method: 'DELETE',
      path: '/api/v1/customer/:id',
      ids: rows.map(({ id }) => id),
    })
    expect(bulk.data).toMatchObject({ done: 0, refused: [{ code: 'FORBIDDEN' }, { code: 'FORBIDDEN' }] })
  }
  expect((await (await server.as('quanly')).delete(`/api/v1/customer/${rows[0]?.id}`)).status).toBe(200)
})

test('a number with an appointment is deleted only after a confirmation that names its owner, singly or in bulk (D1-CUST-51)', async () => {
  const id = await upload('chinhanh1', 'co-hen.xlsx', 2)
  await server.pool.query(`DO $$ BEGIN PERFORM set_config('vas.movement', 'result', true);
    UPDATE customer SET stage = 'called', status = 'TAKECARE', appointment_at = '2027-01-05T02:30:00Z',
      holder_id = (SELECT id FROM users WHERE username = 'sale122')
    WHERE file_id = '${id}'; END $$`)
  const branch = await server.as('chinhanh1')
  const ids = rowsOf(await branch.get(`/api/v1/customer?upload=${id}`)).map((row) => String(row.id))
  const path = `/api/v1/customer/${ids[0]}`
  const answer = await branch.delete(path)
  expect([answer.status, answer.body.msg]).toEqual([409, 'Số có hẹn của sale122 lúc 05/01/2027 09:30'])
  expect((await branch.delete(`${path}?appointment=1`)).status).toBe(200)
  const bulk = (input: object) =>
    branch.post('/api/v1/bulk', { method: 'DELETE', path: '/api/v1/customer/:id', ids: ids.slice(1), input })
  expect((await bulk({})).data).toMatchObject({ done: 0, refused: [{ code: 'CONFLICT' }] })
  expect((await bulk({ appointment: 1 })).data).toEqual({ done: 1, refused: [] })
})

test('a distribution is limited to the list in its address (D1-CUST-52, D1-Q-065)', async () => {
  const older = await upload('chinhanh2', 'cu.xlsx', 3)
  const newer = await upload('chinhanh2', 'moi.xlsx', 3)
  const assignIn = async (list: string, items: object[]) =>
    (await server.as('chinhanh2')).post(`/api/v1/customer/assign?upload=${list}`, items)
  expect((await assignIn(newer, [{ user: 'sale211', count: 4 }])).status).toBe(400)
  expect((await assignIn(newer, [{ user: 'sale211', count: 1, upload: older }])).status).toBe(400)
  expect((await assignIn(newer, [{ user: 'sale211', count: 2 }])).status).toBe(200)
  expect([await total('chinhanh2', older), await total('chinhanh2', newer)]).toEqual([3, 1])
  const page = await (await server.as('chinhanh2')).get(`/api/v1/customer/assign?upload=${newer}`)
  expect(page.data).toMatchObject({ count: 1 })
})

test('the history of a list says how many numbers each person received (D1-UPL-33)', async () => {
  const id = await upload('chinhanh2', 'da-di.xlsx', 5)
  await assign('chinhanh2', [
    { user: 'sale211', count: 2, upload: id },
    { user: 'sale212', count: 1, upload: id },
  ])
  const { values } = (await (await server.as('chinhanh2')).get(`/api/v1/upload/${id}/history`)).data as {
    values: { action: string; changes: unknown[] }[]
  }
  expect(values[0]).toMatchObject({
    action: 'assign',
    changes: [
      { label: expect.stringContaining('(sale211)'), before: null, after: '2 số' },
      { label: expect.stringContaining('(sale212)'), before: null, after: '1 số' },
    ],
  })
})

test('deleting a list removes the numbers that nobody has called (D1-UPL-37, D1-UPL-41)', async () => {
  const id = await upload('chinhanh2', 'xoa-het.xlsx', 5)
  await assign('chinhanh2', [{ user: 'sale211', count: 2, upload: id }])
  await handOut(server.pool, 'xoa-het.xlsx', 'sale211', 'sale211')
  expect((await (await server.as('chinhanh1')).delete(`/api/v1/upload/${id}`)).status).toBe(404)
  const deleted = await (await server.as('chinhanh2')).delete(`/api/v1/upload/${id}`)
  expect(deleted.body).toMatchObject({ msg: 'Xoá data upload thành công', data: { removed: 4 } })
  expect(rowsOf(await (await server.as('sale211')).get(`/api/v1/customer?upload=${id}`))).toHaveLength(1)
  expect((await (await server.as('chinhanh2')).delete(`/api/v1/upload/${id}`)).status).toBe(404)
})
