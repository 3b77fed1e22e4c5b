/** Registration results: visibility, import, and owner. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { showField } from '#kit/contract/kinds.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/api/v1/customer-message-9084'
type Row = Record<string, unknown>
type Page = { values: Row[]; count: number }

const sample = { SubAgent: 'd1', PackageCode: 'VD90', Price: 90_000, Status: 1, Result: 'Đăng ký thành công' }
const result = (phone: string, more: Row = {}): Row => ({
  ...sample,
  NumberPhone: phone,
  Time: '2026-11-05T02:14:00.000Z',
  ...more,
})

const send = async (rows: Row[], username = 'admin', more: object = {}): Promise<Answer> =>
  (await server.as(username)).post(`${path}/import`, { data: rows, ...more })
const get = async (username: string, query = ''): Promise<Answer> =>
  (await server.as(username)).get(`${path}?page=0&count=100${query}`)
const page = async (username: string, query = ''): Promise<Page> => {
  const answer = await get(username, query)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.data as Page
}
const phones = async (username: string, query = ''): Promise<string[]> =>
  (await page(username, query)).values.map((row) => String(row.NumberPhone)).toSorted()
const staffOf = async (phone: string): Promise<unknown> =>
  (
    await server.pool.query<Row>(
      sql`SELECT username_nv, ten_nv FROM customer_message_9084 WHERE "NumberPhone" = ${phone}`,
    )
  ).rows

beforeEach(async () => {
  await server.pool.query(
    `DELETE FROM customer_message_9084; DELETE FROM settings WHERE key = 'defaultAdminUsername'`,
  )
  const saved = await send([
    result('912000111', { username_nv: 'sale111' }),
    result('912000112', { username_nv: 'sale112', SubAgent: 'vg8', Status: 0, Time: '2026-11-06T02:00:00Z' }),
    result('912000211', { username_nv: 'sale211', SubAgent: 'd9', Time: '2026-11-07T02:00:00Z' }),
    result('912000301', { username_nv: 'QCMB01', SubAgent: 'ga22', Time: '2026-11-08T02:00:00Z' }),
    result('912000401', { username_nv: 'HNIMB01', SubAgent: 'ga23', Time: '2026-11-09T02:00:00Z' }),
  ])
  if (saved.status !== 200) throw new Error(saved.text)
})

test('the list returns the fields of a result, newest first, with its count (D1-REG-21, D1-REG-32, D1-Q-104)', async () => {
  const { values, count } = await page('admin')
  expect(count).toBe(5)
  expect(values.map(({ NumberPhone }) => NumberPhone)).toEqual([
    '912000401',
    '912000301',
    '912000211',
    '912000112',
    '912000111',
  ])
  expect(values.at(-1)).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    SubAgent: 'd1',
    NumberPhone: '912000111',
    PackageCode: 'VD90',
    Price: 90_000,
    Status: 1,
    Result: 'Đăng ký thành công',
    username_nv: 'sale111',
    ten_nv: expect.stringMatching(/\S/),
  })
})

test('the list is paged by page and count (D1-REG-20)', async () => {
  const admin = await server.as('admin')
  const second = (await admin.get(`${path}?page=1&count=2`)).data as Page
  expect(second.count).toBe(5)
  expect(second.values.map(({ NumberPhone }) => NumberPhone)).toEqual(['912000211', '912000112'])
})

test('the list is filtered by phone digits, staff, days and channel; message means the phone (D1-REG-02, 05 to 08, D1-Q-104, D1-Q-142)', async () => {
  expect(await phones('admin', '&message=0912000111')).toEqual(['912000111'])
  expect(await phones('admin', '&message=0301')).toEqual(['912000301'])
  expect(await phones('admin', '&username=sale112')).toEqual(['912000112'])
  expect(await phones('admin', '&username=__ALL')).toHaveLength(5)
  expect(await phones('admin', '&startDate=06/11/2026&endDate=07/11/2026')).toEqual([
    '912000112',
    '912000211',
  ])
  expect(await phones('admin', '&subagent=ga23')).toEqual(['912000401'])
  expect(await phones('admin', '&subagent=GA23')).toEqual(['912000401'])
  expect((await get('admin', '&startDate=08/11/2026&endDate=07/11/2026')).status).toBe(400)
  expect((await get('admin', '&startDate=08/11/2026')).status).toBe(400)
})

test('status 1 is a success, any other value a failure (D1-REG-16, D1-REG-17)', async () => {
  await send([0, 2, 7].map((Status) => result('912000777', { Status })))
  const states = (await page('admin')).values.map(({ Status, state }) => [
    Status,
    showField(state, registrationResults.fields.state),
  ])
  expect(states).toEqual(states.map(([status]) => [status, status === 1 ? 'Thành công' : 'Thất bại']))
  expect(new Set(states.map(([status]) => status))).toEqual(new Set([0, 1, 2, 7]))
})

test('each role reads the results of its own people, with masked phones (D1-REG-12, D1-Q-105, D1-Q-003)', async () => {
  expect(await phones('quanly')).toHaveLength(5)
  expect(await phones('sale111')).toEqual(['****00111'])
  expect(await phones('leader11')).toEqual(expect.arrayContaining(['****00111', '****00112']))
  expect(await phones('chinhanh2')).toEqual(['****00211'])
  expect(await phones('QCMB01')).toEqual(['****00301'])
  expect(await phones('HNIMB')).toEqual(['****00401'])
  // Without a channel filter only the scope counts: a branch sees its rows of channels that it may not filter by.
  expect((await page('chinhanh2')).values[0]).toMatchObject({ SubAgent: 'd9' })
})

test('a masked role sees no phone in the content and cannot search for one (D1-MASK-02)', async () => {
  await send([result('912000119', { username_nv: 'sale111', Result: 'Thuê bao 0912000119 đã có gói' })])
  const { text } = await get('sale111', '&message=00119')
  expect(text).toContain('Thuê bao ****00119 đã có gói')
  expect(text).not.toContain('912000119')
  expect((await get('sale111', '&message=120001')).status).toBe(400)
})

const everywhere = ['d1', 'd9', 'ga24', 'tr8', 'ga22', 'ga23', 'vg8', 'dag9']
const chooses: readonly [who: string, codes: string[]][] = [
  ['admin', everywhere],
  ['quanly', everywhere],
  ['chinhanh1', ['d1', 'vg8', 'dag9']],
  ['sale111', ['d1', 'vg8', 'dag9']],
  ['doitac1', ['d1', 'vg8', 'dag9']],
  ['QCMB', ['ga22', 'vg8', 'dag9']],
  ['QCMB01', ['ga22', 'vg8', 'dag9']],
  ['HNIMB', ['ga23', 'vg8', 'dag9']],
  ['HNIMB01', ['ga23', 'vg8', 'dag9']],
]
test.each(chooses)(
  '%s may filter by the channels %j only (D1-REG-22 to 29, D1-Q-105)',
  async (username, codes) => {
    for (const code of [...everywhere, 'khac']) {
      const { status } = await get(username, `&subagent=${code}`)
      expect([code, status]).toEqual([code, codes.includes(code) ? 200 : 403])
    }
    expect((await get(username, '&subagent=__ALL')).status).toBe(200)
  },
)

test('the prefix of a user name counts in any case (D1-Q-105)', async () => {
  await server.pool.query(`UPDATE users SET username = 'qcMb01' WHERE username = 'QCMB01'`)
  try {
    expect((await get('qcMb01', '&subagent=ga22')).status).toBe(200)
    expect((await get('qcMb01', '&subagent=d1')).status).toBe(403)
  } finally {
    await server.pool.query(`UPDATE users SET username = 'QCMB01' WHERE username = 'qcMb01'`)
  }
})

test('managers read the staff of every row (D1-REG-18, D1-REG-30)', async () => {
  await send([result('912000900', { username_nv: 'admin' })])
  const [row] = (await page('quanly', '&message=912000900')).values
  expect(row).toMatchObject({ username_nv: 'admin', ten_nv: expect.stringMatching(/\S/) })
})

test("for priority 3 and above the staff of the default admin's rows is hidden in every call (D1-REG-31, D1-Q-106)", async () => {
  const read = async (username: string) => (await page(username, '&message=00111')).values[0] ?? {}
  expect(await read('chinhanh1')).toMatchObject({ username_nv: 'sale111' })
  await server.pool.query(sql`INSERT INTO settings (key, value) VALUES ('defaultAdminUsername', '"SALE111"')`)
  for (const username of ['chinhanh1', 'leader11', 'sale111']) {
    const row = await read(username)
    expect(row).toMatchObject({ NumberPhone: '****00111', username_nv: null, ten_nv: null })
    const caller = await server.as(username)
    const id = String(row.id)
    for (const way of [id, `${id}/history`, `findPackage/${id}`]) {
      const one = await caller.get(`${path}/${way}`)
      expect([one.status, one.text.includes('sale111')]).toEqual([200, false])
    }
    expect(await phones(username, '&username=sale111')).toEqual([])
  }
  expect(await phones('chinhanh1', '&username=sale112')).toEqual(['****00112'])
  expect(await read('admin')).toMatchObject({ username_nv: 'sale111' })
})

test('the import is for managers, takes 200 rows and returns what it saved (D1-Q-107)', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => result(String(913_000_000 + n)))
  const saved = await send(rows)
  expect(saved.data).toMatchObject({ saved: 200, inserted: 200, errors: [] })
  expect((await send([...rows, result('914000000')])).status).toBe(400)
  expect((await send(rows.slice(0, 1), 'chinhanh1')).status).toBe(403)
  expect((await send(rows.slice(0, 1), 'sale111')).status).toBe(403)
  const bad = await send([result('12'), result('914000001')])
  expect(bad.data).toMatchObject({ saved: 1, errors: [{ row: 1 }] })
  const nobody = await send([result('914000002', { username_nv: 'khongco' })])
  expect([nobody.status, nobody.body.msg]).toEqual([400, 'Không có nhân viên khongco'])
})

test('the same result arriving twice is stored once, also when one of the two has no seconds (D1-Q-107)', async () => {
  await send([result('915000001', { Time: '2026-11-05T02:14:37.000Z', SubAgent: 'D1' })])
  await send([result('915000001', { Time: '05/11/2026 09:14' })])
  expect(await phones('admin', '&message=915000001')).toEqual(['915000001'])
  await send([
    result('915000001', { Time: '05/11/2026 09:14', Status: 0 }),
    result('915000001', { Time: '05/11/2026 09:15' }),
  ])
  expect(await phones('admin', '&message=915000001')).toHaveLength(3)
})

test('a successful result sets the customer to REGISTERED, a failed one does not (D1-Q-062)', async () => {
  const file = await makePool(server.pool, { rows: 2 })
  const { rows } = await server.pool.query<{ phone: string }>(
    sql`SELECT phone FROM customer WHERE file_id = ${file} ORDER BY phone`,
  )
  const [won = '', lost = ''] = rows.map(({ phone }) => phone)
  await send([result(won), result(lost, { Status: 0 })])
  const after = await server.pool.query<Row>(
    sql`SELECT phone, status FROM customer WHERE file_id = ${file} ORDER BY phone`,
  )
  expect(after.rows).toEqual([
    { phone: won, status: 'REGISTERED' },
    { phone: lost, status: 'NORMAL' },
  ])
})

test('a result settles the reported sale that waits for it (D1-Q-133)', async () => {
  const sold = await (
    await server.as('sale111')
  ).post('/api/v1/baodo', {
    so_dien_thoai: '0919000001',
    ngay_thanh_cong: '05/10/2026',
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
  })
  const { id } = sold.data as Row
  await send([result('919000001', { username_nv: 'sale111' })])
  expect((await (await server.as('admin')).get(`/api/v1/baodo/${String(id)}`)).data).toMatchObject({
    trang_thai: 'SUCCESS',
    nguoi_dat_trang_thai: '__AUTO',
  })
})

test('a result without staff goes to the holder of the number, else to its last caller, else to nobody (D1-REG-18)', async () => {
  const file = await makePool(server.pool, { rows: 1 })
  await permitFiles(server.pool, 'sale112', [file])
  const caller = await server.as('sale112')
  const next = await caller.get('/api/v1/customer/new-care')
  const { value } = next.data as { value: { id: string; phone: string } }
  const phone = value.phone
  const now = Date.now()
  await send([result(phone, { Time: new Date(now).toISOString(), PackageCode: 'A1' })])
  expect(await staffOf(phone)).toMatchObject([
    { username_nv: 'sale112', ten_nv: expect.stringMatching(/\S/) },
  ])
  await caller.post(`/api/v1/customer/${value.id}/care`, { status: 'APPROVED', package: 'A2' })
  await server.pool.query(`DELETE FROM customer_message_9084`)
  await send([result(phone, { Time: new Date(now + 60_000).toISOString(), PackageCode: 'A2' })])
  expect(await staffOf(phone)).toMatchObject([{ username_nv: 'sale112' }])
  await server.pool.query(`DELETE FROM customer_message_9084`)
  await send([
    result(phone, { Time: new Date(now - 86_400_000).toISOString() }),
    result(phone, { Time: new Date(now + 40 * 86_400_000).toISOString() }),
  ])
  expect(await staffOf(phone)).toEqual([
    { username_nv: null, ten_nv: null },
    { username_nv: null, ten_nv: null },
  ])
})

test('only managers see and assign a result without staff (D1-Q-138)', async () => {
  await send([result('916000001')])
  expect((await (await server.as('admin')).get(`${path}/count-assign`)).data).toEqual({ total: 1 })
  for (const username of ['chinhanh1', 'leader11', 'sale111']) {
    const caller = await server.as(username)
    expect((await caller.get(`${path}/count-assign`)).status).toBe(403)
    expect((await caller.get(`${path}/assign`)).status).toBe(403)
    expect((await caller.post(`${path}/assign`, [{ user: username, count: 1 }])).status).toBe(403)
    expect(await phones(username)).not.toContain('****00001')
  }
  const given = await (await server.as('admin')).post(`${path}/assign`, [{ user: 'sale121', count: 1 }])
  expect(given.data).toMatchObject({ saved: 1 })
  expect((await page('sale121')).values[0]).toMatchObject({
    username_nv: 'sale121',
    ten_nv: expect.stringMatching(/\S/),
  })
})

test('a list of all results at once is refused to everybody, as results have no export (D1-Q-155)', async () => {
  expect((await (await server.as('admin')).get(`${path}?page=0&count=9999999999`)).status).toBe(403)
  expect((await (await server.as('sale111')).get(`${path}?page=0&count=9999999999`)).status).toBe(403)
})
