/** What a masked role may learn about phones by writing rows: as many per day as by searching. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tooManyPhonesWritten } from '#kit/contract/phone.ts'
import { setSettings } from '#test/settings.ts'
import { startTestServer, type Caller, type TestServer } from '#test/server.ts'
import { wrongBalances } from '#test/subscriber-files.ts'

let server: TestServer
const most = 4
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.pool.query(
    'TRUNCATE phone_searches, baodo, customer_message_9084, blacklist, customer CASCADE',
  )
  await setSettings(server.pool, { 'phone.searches': most })
  server.announced.length = 0
})
afterAll(() => server.close())

const day = '2026-11-20'
const candidates = Array.from({ length: 10 }, (_, index) => String(912_000_000 + index))

type Shown = {
  id: string
  version: number
  trang_thai: string
  nguoi_dat_trang_thai: string | null
  status: string
}
const rowsOf = async (who: Caller, path: string): Promise<Shown[]> =>
  ((await who.get(`/api/v1/${path}`)).data as { values: Shown[] }).values
const counted = <K extends keyof Shown>(rows: readonly Shown[], name: K): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(rows, (row) => String(row[name]))).map(([value, of]) => [
      value,
      of?.length ?? 0,
    ]),
  )

const report = (phones: readonly string[], more: object = {}) => ({
  data: phones.map((so_dien_thoai) => ({
    ...more,
    so_dien_thoai,
    ngay_thanh_cong: day,
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
  })),
})

/** The carrier reports all candidates as registered. */
const registered = () =>
  server.pool.query(sql`
    INSERT INTO customer_message_9084 ("NumberPhone", "PackageCode", "SubAgent", "Status", "Time", "Result")
    SELECT phone, 'VD90', '9084', 1, ${`${day}T05:00:00Z`}::timestamptz, '' FROM unnest(${candidates}::text[]) phone`)

test('of ten candidates reported as sold a masked role sees the results of as many as it may search for; managers see all (D3-SEC-03)', async () => {
  await registered()
  const [sale, manager] = [await server.as('sale111'), await server.as('quanly')]
  const saved = await sale.post('/api/v1/baodo/import', report(candidates.slice(0, 9)))
  expect(saved.data).toMatchObject({ saved: 9, errors: [] })
  const one = await sale.post('/api/v1/baodo', report(candidates.slice(9)).data[0])
  expect(one.data).toMatchObject({ trang_thai: '0', nguoi_dat_trang_thai: null })
  const list = 'baodo?count=100'
  expect(counted(await rowsOf(sale, list), 'trang_thai')).toEqual({ SUCCESS: most, 0: 10 - most })
  expect(counted(await rowsOf(sale, list), 'nguoi_dat_trang_thai')).toEqual({ __AUTO: most, null: 10 - most })
  expect(counted(await rowsOf(manager, list), 'trang_thai')).toEqual({ SUCCESS: 10 })
  // Filter, single row, history and order reveal nothing more.
  expect(await rowsOf(sale, `${list}&trang_thai=SUCCESS`)).toHaveLength(most)
  expect(await rowsOf(manager, `${list}&trang_thai=SUCCESS`)).toHaveLength(10)
  const untold = (await rowsOf(sale, list)).filter(({ trang_thai }) => trang_thai === '0')
  for (const { id } of untold) {
    expect((await sale.get(`/api/v1/baodo/${id}`)).data).toMatchObject({ trang_thai: '0' })
    expect((await sale.get(`/api/v1/baodo/${id}/history`)).text).not.toMatch(/SUCCESS|Thành công|__AUTO/)
  }
  expect((await sale.get(`/api/v1/${list}&sort=trang_thai`)).status).toBe(403)
  expect((await manager.get(`/api/v1/${list}&sort=trang_thai`)).status).toBe(200)
  // A value set by a manager is visible.
  const [row] = untold
  await manager.put(`/api/v1/baodo/setTrangThai/${row?.id}`, { trang_thai: 'FAILD' })
  expect((await sale.get(`/api/v1/baodo/${row?.id}`)).data).toMatchObject({
    trang_thai: 'FAILD',
    nguoi_dat_trang_thai: 'quanly',
  })
})

test('carrier results that come after the reports reveal no more of them to a masked role (D3-SEC-03)', async () => {
  const sale = await server.as('sale111')
  await sale.post('/api/v1/baodo/import', report(candidates))
  const results = candidates.map((NumberPhone) => ({
    NumberPhone,
    PackageCode: 'VD90',
    SubAgent: '9084',
    Status: 1,
    Time: `20/11/2026 12:00`,
  }))
  const stored = await (
    await server.as('quanly')
  ).post('/api/v1/customer-message-9084/import', { data: results })
  expect(stored.data).toMatchObject({ saved: 10 })
  const all = await rowsOf(await server.as('admin'), 'baodo?count=100')
  expect(counted(all, 'trang_thai')).toEqual({ SUCCESS: 10 })
  expect(counted(await rowsOf(sale, 'baodo?count=100'), 'trang_thai')).toEqual({
    SUCCESS: most,
    0: 10 - most,
  })
  // The version does not reveal the change either; an edit with the visible version is accepted.
  const rows = await rowsOf(sale, 'baodo?count=100')
  expect(counted(rows, 'version')).toEqual({ 1: 10 - most, 2: most })
  expect(counted(await rowsOf(await server.as('admin'), 'baodo?count=100'), 'version')).toEqual({ 2: 10 })
  const [row] = rows.filter(({ trang_thai }) => trang_thai === '0')
  const edit = { ly_do: 'Khách hẹn', version: row?.version }
  const edited = await sale.put(`/api/v1/baodo/${row?.id}`, edit)
  expect([edited.status, edited.data]).toMatchObject([200, { version: 2, trang_thai: '0' }])
  expect((await sale.put(`/api/v1/baodo/${row?.id}`, edit)).status).toBe(409)
})

test('of ten candidates put into a customer list a masked role sees the blacklist state of as many as it may search for (D3-SEC-03)', async () => {
  await server.pool.query(sql`INSERT INTO blacklist (phone_number) SELECT unnest(${candidates}::text[])`)
  const [leader, manager] = [await server.as('leader11'), await server.as('quanly')]
  const entered = candidates.map((phone) => ({
    phone,
    type: 'MC',
    package: 'VD90',
    packageRegisterAt: '2026-01-01',
    packageExpiredAt: '2026-12-31',
    packageCycle: 1,
    packagesCanRegister: 'VD90',
  }))
  const saved = await leader.post('/api/v1/customer/import', { data: entered.slice(0, 9) })
  expect(saved.data).toMatchObject({ saved: 9, errors: [] })
  const one = await leader.post('/api/v1/customer', { ...entered[9], status: 'NORMAL' })
  expect(one.data).toMatchObject({ status: 'NORMAL' })
  const list = 'customer?count=100'
  expect(counted(await rowsOf(leader, list), 'status')).toEqual({ BLOCKED: most, NORMAL: 10 - most })
  expect(await rowsOf(leader, `${list}&status=BLOCKED`)).toHaveLength(most)
  expect(counted(await rowsOf(manager, list), 'status')).toEqual({ BLOCKED: 10 })
  // The figures do not reveal it either, whatever is added to or removed from the blacklist: they only cover the visible rows.
  const figures = async () => {
    const { total } = (await leader.get('/api/v1/customer/count-assign')).data as { total: number }
    const lists = (await leader.get('/api/v1/upload')).data as { values: { remaining: number }[] }
    return [total, ...lists.values.map(({ remaining }) => remaining)]
  }
  expect(await figures()).toEqual([10 - most, 10])
  await server.pool.query(`DELETE FROM blacklist WHERE phone_number = '${candidates[9]}'`)
  expect(await figures()).toEqual([10 - most, 10])
  await manager.post('/api/v1/blacklist', { phone_number: candidates[9] })
  expect(await figures()).toEqual([10 - most, 10])
  // A result of the carrier is not visible either before the number is assigned.
  const registered = { SubAgent: '9084', PackageCode: 'VD90', Status: 1, Time: '20/11/2026 12:00' }
  const data = candidates.slice(8).map((NumberPhone) => ({ ...registered, NumberPhone }))
  await manager.post('/api/v1/customer-message-9084/import', { data })
  expect(await figures()).toEqual([10 - most, 10])
  expect(counted(await rowsOf(leader, list), 'version')).toEqual({ 1: 10 })
  // None of them is handed out, visible or not.
  const reply = await leader.post('/api/v1/customer/assign', {
    data: [{ user: 'sale111', count: 10 - most }],
  })
  expect(reply.data).toEqual({ saved: 10 - most })
  expect((await (await server.as('sale111')).get('/api/v1/customer/new-care')).data).toMatchObject({
    value: null,
  })
  expect(counted(await rowsOf(manager, list), 'status')).toEqual({ BLOCKED: 10 })
  expect(await wrongBalances(server.pool)).toEqual([])
})

test('a number entered beyond the daily limit shows its state like any other after it was handed out (D3-SEC-03)', async () => {
  const leader = await server.as('leader11')
  const entered = candidates.map((phone) => ({ phone, type: 'MC', package: 'VD90' }))
  await leader.post('/api/v1/customer/import', { data: entered })
  await leader.post('/api/v1/customer/assign', { data: [{ user: 'sale111', count: 10 }] })
  const sale = await server.as('sale111')
  const { rows } = await server.pool.query<{ phone: string }>(
    `UPDATE customer SET rank = rank - 100 WHERE phone = '${candidates[9]}' AND untold RETURNING phone`,
  )
  expect(rows).toHaveLength(1)
  const claimed = (await sale.get('/api/v1/customer/new-care')).data as { value: { phone: string } }
  expect(claimed.value.phone).toBe(candidates[9])
  await (await server.as('admin')).post('/api/v1/blacklist', { phone_number: candidates[9] })
  expect(counted(await rowsOf(leader, 'customer?count=100'), 'status')).toEqual({ ASSIGNED: 9, BLOCKED: 1 })
})

test('a masked role may add as many numbers to the blacklist a day as it may search for, in whatever way (D3-SEC-03)', async () => {
  const [leader, manager] = [await server.as('leader11'), await server.as('quanly')]
  const data = candidates.map((phone_number) => ({ phone_number }))
  const path = '/api/v1/blacklist/import'
  expect((await leader.post(path, { data: data.slice(0, most - 1) })).data).toMatchObject({ saved: most - 1 })
  // All of a call or none; the same numbers again are free.
  const over = await leader.post(path, { data: data.slice(1, most + 1) })
  expect(over.status).toBe(429)
  expect(over.text).toContain(tooManyPhonesWritten)
  const again = await leader.post(path, { data: data.slice(0, most) })
  expect(again.data).toMatchObject({ saved: most, inserted: most })
  expect((await leader.post('/api/v1/blacklist', data[most])).status).toBe(429)
  expect((await leader.post('/api/v1/blacklist', data[0])).status).toBe(200)
  expect((await leader.get('/api/v1/blacklist?message=12345')).status).toBe(429)
  expect(server.announced).toHaveLength(2)
  expect(await rowsOf(manager, 'blacklist?count=100')).toHaveLength(2 * most)
})

test('searching and writing share the daily limit, once per phone; reaching it is recorded and managers are notified (D3-SEC-03)', async () => {
  await registered()
  const sale = await server.as('sale112')
  for (const digits of ['12345', '12346'])
    expect((await sale.get(`/api/v1/baodo?phone=${digits}`)).status).toBe(200)
  for (let again = 0; again < 3; again++)
    await sale.post('/api/v1/baodo/import', report(candidates.slice(0, 2)))
  expect(server.announced).toHaveLength(2)
  await sale.post('/api/v1/baodo/import', report(candidates.slice(2, 4)))
  // Of several claims to one registration only the first is proven (D3-DEC-06).
  expect(counted(await rowsOf(sale, 'baodo?count=100'), 'trang_thai')).toEqual({ SUCCESS: 2, 0: 6 })
  expect((await sale.get('/api/v1/baodo?phone=12347')).status).toBe(429)
  const trail = await server.pool.query(sql`
    SELECT a.username, a.after FROM audit_log a JOIN users u ON u.id::text = a.resource_id
    WHERE a.action = 'phone-searches-used-up' AND a.resource = 'users' AND u.username = 'sale112'`)
  expect(trail.rows).toEqual([{ username: 'sale112', after: { searches: most } }])
  expect(new Set(server.announced.map(({ to }) => 'username' in to && to.username))).toEqual(
    new Set(['admin', 'quanly']),
  )
  expect(server.announced[0]?.content).toBe(
    'sale112 (Lê Thị Thuỷ Tiên) đã hỏi hết 4 số điện thoại của hôm nay',
  )
  const { rows } = await server.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'sale112'`)
  const history = await (await server.as('quanly')).get(`/api/v1/users/${rows[0]?.id}/history`)
  expect(history.text).toContain('phone-searches-used-up')
})

test('roles that see phones see everything and use up no limit (D3-SEC-03)', async () => {
  await registered()
  const manager = await server.as('quanly')
  await manager.post('/api/v1/baodo/import', report(candidates, { username_nv: 'sale111' }))
  expect(counted(await rowsOf(manager, 'baodo?count=100'), 'trang_thai')).toEqual({ SUCCESS: 10 })
  expect((await server.pool.query('SELECT FROM phone_searches')).rowCount).toBe(0)
})
