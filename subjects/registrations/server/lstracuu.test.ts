/** The look-up log over HTTP: read, create, import, assign, export and delete permissions, and retention. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayVn, toFilterDate } from '#kit/contract/dates.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { purgeLookups } from './lookup/purge-lookups.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const path = '/api/v1/lstracuu'
const as = (username: string) => server.as(username)
type Log = {
  values: Record<string, unknown>[]
  count: number
  countByName: { ten_tra_cuu: string; count: number }[]
}
const log = (answer: Answer): Log => answer.data as Log
const list = async (username: string, query = ''): Promise<Log> =>
  log(await (await as(username)).get(path + query))

beforeEach(async () => {
  await server.pool.query('TRUNCATE lstracuu')
  await server.pool.query(`
    INSERT INTO lstracuu (nguon, username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung, "createdAt") VALUES
      ('tra_cuu', 'sale111', 'Nguyễn Thị Lan', '912345678', 'Tra cứu tài khoản chính', E'Trang: 1\\nKết quả: Có số dư', now()),
      ('tra_cuu', 'sale111', 'Nguyễn Thị Lan', '912345679', 'Tra cứu tài khoản chính', 'Khách gọi lại từ 0987 654 321', now()),
      ('tra_cuu', 'sale211', 'Lê Văn Hùng', '912345670', 'Tra cứu lịch sử 9279', 'Kết quả: 3 tin nhắn', now() - interval '40 days')`)
})

test('an entry has its staff, number, name, time and content with line breaks (D1-LLOG-01, D1-LLOG-02)', async () => {
  const { values } = await list('admin', '?noi_dung=so%20du')
  expect(values).toEqual([
    {
      id: expect.any(String),
      username: 'sale111',
      full_name: expect.stringMatching(/\S/),
      so_dien_thoai: '912345678',
      ten_tra_cuu: 'Tra cứu tài khoản chính',
      noi_dung: 'Trang: 1\nKết quả: Có số dư',
      nguon: 'tra_cuu',
      createdAt: expect.any(String),
      version: 1,
    },
  ])
})

test('the list is filtered by staff, content and days, and counts by name over the whole filter (D1-LLOG-03, D1-LLOG-04, D1-LLOG-05, D1-LLOG-08, D1-LLOG-09, D1-LLOG-14, D1-Q-144, D1-BLH-02 to 05, D1-BLH-08, D1-BLH-09)', async () => {
  const all = await list('admin', '?page=0&count=1')
  expect([all.values.length, all.count]).toEqual([1, 3])
  expect(all.countByName).toEqual([
    { ten_tra_cuu: 'Tra cứu tài khoản chính', count: 2 },
    { ten_tra_cuu: 'Tra cứu lịch sử 9279', count: 1 },
  ])
  expect((await list('admin', '?username=sale211')).countByName).toEqual([
    { ten_tra_cuu: 'Tra cứu lịch sử 9279', count: 1 },
  ])
  expect((await list('admin', '?username=__ALL')).count).toBe(3)
  expect((await list('admin', '?noi_dung=TIN%20nhan')).count).toBe(1)
  const today = toFilterDate(todayVn())
  expect((await list('admin', `?startDate=${today}&endDate=${today}`)).count).toBe(2)
  const wrong = await (await as('admin')).get(`${path}?startDate=${today}&endDate=01/01/2026`)
  expect([wrong.status, wrong.body.msg]).toEqual([400, messages.dateOrder])
})

test('everybody sees the log of their scope; salespeople see their own without staff, whole numbers or other numbers (D1-LLOG-03, D1-Q-084)', async () => {
  const countSeenBy = async (username: string) => (await list(username)).count
  expect(
    await Promise.all(['quanly', 'chinhanh1', 'leader11', 'sale211', 'sale112'].map(countSeenBy)),
  ).toEqual([3, 2, 2, 1, 0])
  const ownLog = await (await as('sale111')).get(path)
  expect(log(ownLog).values.map((row) => row.so_dien_thoai)).toEqual(['****45679', '****45678'])
  expect(log(ownLog).values[0]).not.toHaveProperty('username')
  expect(ownLog.text).toContain('****54 321')
  // Without ids, some of which contain nine digits in a row.
  const ownText = JSON.stringify(log(ownLog).values.map((row) => ({ ...row, id: '' })))
  expect(ownText).not.toMatch(/\d{9}|0987 654/)
  expect((await (await as('sale111')).get(`${path}?username=sale111`)).status).toBe(403)
  expect((await list('leader11')).values[0]?.so_dien_thoai).toBe('****45679')
})

test('a POST is stored under the user of the session, whatever name it sends (D1-LLOG-06, D1-Q-145)', async () => {
  const body = { so_dien_thoai: '0988000111', ten_tra_cuu: 'Tra cứu khác', noi_dung: 'Dòng 1\nDòng 2' }
  const saved = await (await as('sale112')).post(path, { ...body, username: 'sale211', full_name: 'Ai đó' })
  expect([saved.status, saved.data]).toMatchObject([200, { noi_dung: 'Dòng 1\nDòng 2' }])
  const [row] = (await list('admin', '?username=sale112')).values
  expect(row).toMatchObject({ username: 'sale112', so_dien_thoai: '988000111' })
  expect(row?.full_name).not.toBe('Ai đó')
  const missing = await (await as('sale112')).post(path, { so_dien_thoai: '0988000111', noi_dung: '' })
  expect([missing.status, missing.body.msg]).toEqual([400, messages.missingField])
  const bare = { so_dien_thoai: '0988000111', ten_tra_cuu: 'Tra cứu khác', noi_dung: '' }
  expect((await (await as('sale112')).post(path, bare)).status).toBe(200)
})

test('entries that people write into the log, one or many, are marked as manual and do not count as look-ups (D3-TRL-03, D1-LLOG-06, D1-Q-145)', async () => {
  const counted = (await list('admin')).countByName
  const body = {
    so_dien_thoai: '0988000111',
    ten_tra_cuu: 'Tra cứu tài khoản chính',
    noi_dung: 'Kết quả: Có số dư',
  }
  // The source cannot be forged (D3-ACC-09).
  const forged = { ...body, nguon: 'tra_cuu' }
  expect((await (await as('sale112')).post(path, forged)).status).toBe(400)
  const both = await (await as('quanly')).post(`${path}/import`, { data: [forged, body] })
  expect(both.data).toMatchObject({ saved: 1, errors: [{ row: 1 }] })
  const saved = await (await as('sale112')).post(path, body)
  expect([saved.status, saved.data]).toMatchObject([200, { nguon: 'nhap_tay' }])
  const { values, count, countByName } = await list('admin')
  expect([count, countByName]).toEqual([5, counted])
  expect(values.slice(0, 2).map(({ username, nguon }) => [username, nguon])).toEqual([
    ['sale112', 'nhap_tay'],
    ['quanly', 'nhap_tay'],
  ])
})

test('managers import at most 200 rows, stored under their own name (D1-LLOG-07, D1-Q-145)', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    so_dien_thoai: String(977_000_000 + n),
    ten_tra_cuu: 'Tra cứu nhập từ tệp',
    noi_dung: `Dòng ${n}`,
    username: 'sale111',
  }))
  const manager = await as('quanly')
  const saved = await manager.post(`${path}/import`, { data: [...rows.slice(1), { so_dien_thoai: 'abc' }] })
  expect(saved.data).toMatchObject({ saved: 199, errors: [{ row: 200 }] })
  expect((await list('admin', '?username=quanly')).count).toBe(199)
  expect((await manager.post(`${path}/import`, { data: [...rows, rows[0]] })).status).toBe(400)
  for (const username of ['chinhanh1', 'leader11', 'sale111']) {
    expect([username, (await (await as(username)).post(`${path}/import`, { data: rows })).status]).toEqual([
      username,
      403,
    ])
  }
})

test('entries without a staff member are listed, counted and assigned, oldest first (D1-LLOG-10, D1-LLOG-11, D1-LLOG-13, D1-Q-138)', async () => {
  await server.pool.query(`INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, noi_dung)
    SELECT '', '', 977000000 + n, 'Tra cứu tài khoản chính', 'Dòng ' || n FROM generate_series(1, 30) n`)
  const leader = await as('leader11')
  expect(log(await leader.get(`${path}/assign?page=0&count=7`)).values).toHaveLength(7)
  expect(log(await leader.get(`${path}/assign`)).values).toHaveLength(20)
  expect((await leader.get(`${path}/count-assign`)).data).toEqual({ total: 30 })
  const refused = await (await as('sale111')).post(`${path}/assign`, [{ user: 'sale111', count: 1 }])
  expect(refused.status).toBe(403)
  expect((await leader.post(`${path}/assign`, [{ user: 'sale211', count: 1 }])).status).toBe(403)
  const given = await leader.post(`${path}/assign`, [{ user: 'sale111', count: 3 }])
  expect(given.body).toMatchObject({ data: { saved: 3 }, msg: messages.assignSaved })
  expect((await leader.get(`${path}/count-assign`)).data).toEqual({ total: 27 })
  // A smaller number than requested is reported (D2-ERR-06).
  const fewer = await (await as('leader21')).post(`${path}/assign`, [{ user: 'sale211', count: 1000 }])
  expect(fewer.body).toMatchObject({
    data: { saved: 27 },
    msg: 'Phân chia dữ liệu thành công. Chỉ có 27 của 1,000 lượt tra cứu để phân',
  })
  const none = await leader.post(`${path}/assign`, [{ user: 'sale111', count: 5 }])
  expect(none.body).toMatchObject({ data: { saved: 0 }, msg: 'Không có lượt tra cứu nào để phân' })
  const mine = (await list('admin', '?username=sale111&noi_dung=dong')).values
  expect(mine.map((row) => String(row.noi_dung)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Dòng 1',
    'Dòng 2',
    'Dòng 3',
  ])
  expect(mine[0]?.full_name).toMatch(/\S/)
})

test('only managers delete an entry, and the audit trail stores who did (D1-LLOG-12, D1-Q-145)', async () => {
  const [row] = (await list('admin')).values
  for (const username of ['chinhanh1', 'leader11', 'sale111']) {
    expect([username, (await (await as(username)).delete(`${path}/${row?.id}`)).status]).toEqual([
      username,
      403,
    ])
  }
  expect((await (await as('quanly')).delete(`${path}/${row?.id}`)).status).toBe(200)
  expect((await list('admin')).count).toBe(2)
  expect((await (await as('admin')).put(`${path}/${row?.id}`, { noi_dung: 'x' })).status).toBe(404)
  const { rows } = await server.pool.query(
    `SELECT username FROM audit_log WHERE resource = 'lstracuu' AND action = 'remove' AND resource_id = $1`,
    [row?.id],
  )
  expect(rows).toEqual([{ username: 'quanly' }])
})

test('the export is LICH-SU-TRA-CUU.xlsx; getAll or a huge count is an export: logged, refused to priority 5 and 7 (D1-BLH-07, D1-BLH-10, D1-BLH-11, D1-Q-088, D1-Q-155)', async () => {
  const file = await (await as('leader11')).get(`${path}/export?noi_dung=so%20du`)
  expect([file.status, file.headers['content-disposition'], file.headers['x-total-count']]).toEqual([
    200,
    expect.stringContaining('LICH-SU-TRA-CUU.xlsx'),
    '1',
  ])
  for (const username of ['sale111', 'doitac1']) {
    for (const query of ['/export', '?getAll=1', '?count=9999999999']) {
      const answer = await (await as(username)).get(path + query)
      expect([username, query, answer.status, answer.body.msg]).toEqual([
        username,
        query,
        403,
        refusals.noExport,
      ])
    }
  }
  await server.pool.query(`DELETE FROM lstracuu`)
  await server.pool.query(`INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu)
    SELECT 'sale111', '', 900000000 + n, 'Tra cứu tài khoản chính' FROM generate_series(1, 45) n`)
  expect((await list('admin')).values).toHaveLength(20)
  expect((await list('admin', '?page=1&count=20&getAll=1')).values).toHaveLength(45)
  expect((await list('admin', '?count=9999999999')).values).toHaveLength(45)
  const { rows } = await server.pool.query(`SELECT count(*) FROM audit_log
    WHERE resource = 'lstracuu' AND action = 'export' AND username IN ('admin', 'leader11')`)
  expect(Number(rows[0].count)).toBe(3)
})

test('entries older than the months kept are deleted at night, younger ones stay', async () => {
  await server.pool
    .query(`INSERT INTO lstracuu (username, full_name, so_dien_thoai, ten_tra_cuu, "createdAt") VALUES
    ('sale111', '', '912345671', 'Cũ', now() - interval '12 months 1 day'),
    ('sale111', '', '912345672', 'Còn', now() - interval '12 months' + interval '1 day')`)
  expect(await purgeLookups(server.api.services)).toBe(1)
  const left = (await list('admin')).values.map((row) => row.ten_tra_cuu)
  expect(left).toContain('Còn')
  expect(left).not.toContain('Cũ')
})
