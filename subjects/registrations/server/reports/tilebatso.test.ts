/** The number-capture report: scope, days, and equal rows in all three forms. */
import { readXlsx } from 'hucre'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#kit/server/actor.ts'
import { inUnit } from '#kit/server/list.ts'
import { makePool } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { tilebatsoRows } from './tilebatso.ts'

type CaptureRow = {
  username_nv: string
  ten_nv: string
  da_nhan_so: number
  so_tra_ket_qua: number
} & Record<string, number | string>
type CaptureList = { values: CaptureRow[]; count: number }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const file = await makePool(server.pool, { rows: 1 })
  // In Vietnam the day begins at 17:00 UTC of the previous day.
  await server.pool.query(
    `INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
     SELECT c.id, u.id, u.username, c.phone, 'VD90', r.status, 'x', r.at::timestamptz
     FROM (VALUES ('sale111', 'APPROVED', '2026-11-02T03:00Z'), ('sale111', 'REJECTED', '2026-11-03T16:59Z'),
       ('sale111', 'KBM', '2026-11-03T17:00Z'), ('sale112', 'KEEP', '2026-11-01T17:00Z'),
       ('sale121', 'REJECTED', '2026-11-02T03:00Z'), ('sale211', 'RE-REGISTER', '2026-11-05T03:00Z'))
       AS r(username, status, at) JOIN users u USING (username), customer c WHERE c.file_id = $1`,
    [file],
  )
  await server.pool.query(
    `INSERT INTO movements (customer_id, file_id, to_holder, to_stage, kind, at)
     SELECT c.id, c.file_id, u.id, 'open', m.kind, m.at::timestamptz
     FROM (VALUES ('sale112', '2026-11-04T03:00Z', 'claim'), ('sale112', '2026-11-05T03:00Z', 'appointment'),
       ('leader21', '2026-11-05T03:00Z', 'claim'))
       AS m(username, at, kind) JOIN users u USING (username), customer c WHERE c.file_id = $1`,
    [file],
  )
})
afterAll(() => server.close())

const base = '/api/v1/tilebatso'
const read = async (username: string, path: string): Promise<CaptureRow[]> => {
  const caller = await server.as(username)
  const answer = await caller.get(`${base}${path}`)
  if (answer.status !== 200) throw new Error(answer.text)
  const { values, count } = answer.data as CaptureList
  expect(count).toBe(values.length)
  return values
}
/** Username, numbers received, results returned. */
const figures = (rows: CaptureRow[]): unknown[] =>
  rows.map((row) => [row.username_nv, row.da_nhan_so, row.so_tra_ket_qua])
/** The same from the sheet. */
async function sheet(username: string, query: string): Promise<unknown[][]> {
  const { token } = await server.as(username)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method: 'GET', url: `${base}/export${query}`, headers })
  const { sheets } = await readXlsx(new Uint8Array(answer.rawPayload))
  return (sheets[0]?.rows ?? []).slice(1)
}
const sheetFigures = async (username: string, query: string): Promise<unknown[]> =>
  (await sheet(username, query)).map(([username, , received, returned]) => [username, received, returned])

const everything = [
  ['leader21', 1, 0],
  ['sale111', 0, 3],
  ['sale112', 2, 1],
  ['sale121', 0, 1],
  ['sale211', 0, 1],
]

test.each([
  ['', everything],
  ['?username=sale112', [['sale112', 2, 1]]],
  ['?username=-99', everything],
  ['?username=chinhanh1', []],
  [
    '?team=leader11',
    [
      ['sale111', 0, 3],
      ['sale112', 2, 1],
    ],
  ],
  ['?message=NHUNG', [['sale111', 0, 3]]],
  ['?message=sale2', [['sale211', 0, 1]]],
  ['?message=%25', []],
  [
    '?startDate=02/11/2026&endDate=03/11/2026',
    [
      ['sale111', 0, 2],
      ['sale112', 0, 1],
      ['sale121', 0, 1],
    ],
  ],
  [
    '?startDate=04/11/2026&endDate=04/11/2026',
    [
      ['sale111', 0, 1],
      ['sale112', 1, 0],
    ],
  ],
  ['?username=sale112&startDate=05/11/2026&endDate=30/11/2026', [['sale112', 1, 0]]],
  ['?startDate=06/11/2026&endDate=06/11/2026', []],
])(
  'list, listExport and sheet apply the filter %j alike (D2-CAP-02, D2-CAP-03, D2-CAP-20, D2-CAP-21, D2-REVF-50, D2-REVF-51, D2-REVF-60)',
  async (query, expected) => {
    expect(figures(await read('admin', query))).toEqual(expected)
    expect(await read('admin', `/listExport${query}`)).toEqual(await read('admin', query))
    expect(await sheetFigures('admin', query)).toEqual(expected)
  },
)

test('listExport returns every row whatever the page, list the requested page (D2-CAP-21, D2-EXP-01, D2-API-13)', async () => {
  expect(await read('admin', '/listExport?page=3&count=1')).toHaveLength(everything.length)
  const page = (await (await server.as('admin')).get(`${base}?page=1&count=2`)).data as CaptureList
  expect([figures(page.values), page.count]).toEqual([everything.slice(2, 4), everything.length])
})

test.each([
  ['quanly', ['leader21', 'sale111', 'sale112', 'sale121', 'sale211']],
  ['chinhanh1', ['sale111', 'sale112', 'sale121']],
  ['leader11', ['sale111', 'sale112']],
  ['leader12', ['sale121']],
])('%s sees the rows of %j, in each format (D1-Q-003, D2-Q-04, D2-REVF-60)', async (username, expected) => {
  const names = (rows: CaptureRow[]): string[] => rows.map((row) => row.username_nv)
  expect(names(await read(username, ''))).toEqual(expected)
  expect(names(await read(username, '/listExport'))).toEqual(expected)
  expect((await sheet(username, '')).map((line) => line[0])).toEqual(expected)
})

test.each([
  ['sale111', ['sale111']],
  ['doitac1', ['leader21', 'sale211']],
])(
  '%s sees the rows of %j and has no export in any format (D1-Q-002, D1-Q-003, D1-Q-155, D2-CAP-21)',
  async (username, expected) => {
    expect((await read(username, '')).map((row) => row.username_nv)).toEqual(expected)
    const caller = await server.as(username)
    for (const path of ['/listExport', '/export', '?count=9999999999'])
      expect([path, (await caller.get(`${base}${path}`)).status]).toEqual([path, 403])
  },
)

test('the rows can be sorted by any column, in the list and in the sheet (D3-GRID-01)', async () => {
  const admin = await server.as('admin')
  const names = async (sort: string): Promise<string[]> =>
    ((await admin.get(`/api/v1/tilebatso?sort=${sort}`)).data as CaptureList).values.map(
      (row) => row.username_nv,
    )
  const up = await names('so_tra_ket_qua')
  expect(await names('-so_tra_ket_qua')).not.toEqual(up)
  expect((await names('-username_nv')).toReversed()).toEqual(await names('username_nv'))
  expect((await admin.get('/api/v1/tilebatso?sort=password')).status).toBe(400)
})

test('each of the seven results has its column, and they add up to the results returned (D2-CAP-19, D2-REVF-51 to 58, D2-Q-182)', async () => {
  const { pool } = server
  await pool.query(`
    INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, appointment_at, created_at)
    SELECT c.id, u.id, u.username, c.phone, 'VD90', r.status, 'x', CASE r.status WHEN 'APPOINTMENT' THEN now() END, '2026-09-02T03:00Z'
    FROM unnest(ARRAY['APPOINTMENT', 'APPROVED', 'REJECTED', 'KBM', 'KLLĐ', 'KEEP', 'RE-REGISTER']) WITH ORDINALITY r(status, n),
      generate_series(1, r.n), users u, (SELECT * FROM customer LIMIT 1) c WHERE u.username = 'sale212'`)
  const september = '?startDate=01/09/2026&endDate=30/09/2026'
  const seven = {
    hen: 1,
    chap_nhan: 2,
    tu_choi: 3,
    khong_nghe_may: 4,
    khong_lien_lac_duoc: 5,
    dung_lai_goi_cu: 6,
    da_dang_ky_lai: 7,
  }
  expect(await read('admin', september)).toMatchObject([
    { username_nv: 'sale212', da_nhan_so: 0, so_tra_ket_qua: 28, ...seven },
  ])
  await pool.query(
    `UPDATE care_history SET status = 'KEEP' WHERE username = 'sale212' AND status = 'RE-REGISTER'`,
  )
  expect(await read('admin', september)).toMatchObject([
    { so_tra_ket_qua: 28, dung_lai_goi_cu: 13, da_dang_ky_lai: 0 },
  ])
})

test('the sheet shows counts with their share, the call only the counts (D2-REVF-59, D2-Q-181)', async () => {
  const [row] = await sheet('admin', '?startDate=01/09/2026&endDate=30/09/2026')
  expect(row?.slice(3, 11)).toEqual([
    28, '1 (3.6%)', '2 (7.1%)', '3 (10.7%)', '4 (14.3%)', '5 (17.9%)', '13 (46.4%)', '0 (0%)',
  ]) // prettier-ignore
})

test('numbers are counted once beside their calls, and second and third calls that reached the customer with their share, in list, totals and sheet (D3-REC-05)', async () => {
  const file = await makePool(server.pool, { rows: 3 })
  // Number 1 was also called before July, and by two people; number 2 four times.
  await server.pool.query(
    `INSERT INTO care_history (customer_id, user_id, username, phone, package, status, note, created_at)
     SELECT c.id, u.id, u.username, c.phone, 'VD90', r.status, 'x', (r.day || 'T03:00Z')::timestamptz
     FROM (VALUES (1, 'sale111', 'KBM', '2026-06-30'), (1, 'sale111', 'KBM', '2026-07-01'), (1, 'sale112', 'REJECTED', '2026-07-02'),
       (2, 'sale111', 'KBM', '2026-07-01'), (2, 'sale111', 'KEEP', '2026-07-02'), (2, 'sale111', 'KLLĐ', '2026-07-03'),
       (2, 'sale111', 'REJECTED', '2026-07-04'), (3, 'sale111', 'APPROVED', '2026-07-05'))
       AS r(n, username, status, day) JOIN users u USING (username) JOIN customer c ON c.file_id = $1 AND c.rank = r.n`,
    [file],
  )
  const july = '?startDate=01/07/2026&endDate=31/07/2026'
  const answer = await (await server.as('admin')).get(`${base}${july}`)
  expect(answer.data).toMatchObject({
    values: [
      { username_nv: 'sale111', so_tra_ket_qua: 6, so_da_goi: 3, goi_lan_2: 2, gap_lan_2: 1, goi_lan_3: 1, gap_lan_3: 0 },
      { username_nv: 'sale112', so_tra_ket_qua: 1, so_da_goi: 1, goi_lan_2: 0, gap_lan_2: 0, goi_lan_3: 1, gap_lan_3: 1 },
    ],
    tong_so_da_goi: 4,
    tong_goi_lan_2: 2,
    tong_gap_lan_2: 1,
    tong_goi_lan_3: 2,
    tong_gap_lan_3: 1,
  }) // prettier-ignore
  expect((await sheet('admin', july)).map((line) => line.slice(-3))).toEqual([
    [3, '1 (50%)', '0 (0%)'],
    [1, '0 (0%)', '1 (100%)'],
  ])
  // The list behind the figure has the calls that it counts.
  const behind = await (
    await server.as('admin')
  ).get(`/api/v1/care/history${july}&username=sale111&lan_goi=2&gap_khach=1`)
  expect(behind.data).toMatchObject({ count: 1, values: [{ status: 'KEEP' }] })
  // Over both months number 1 counts once for sale111.
  expect(await read('admin', '?startDate=01/06/2026&endDate=31/07/2026')).toMatchObject([
    { username_nv: 'sale111', so_tra_ket_qua: 7, so_da_goi: 3 },
    { username_nv: 'sale112', so_da_goi: 1 },
  ])
})

test.each(['leader11', 'sale111', 'chinhanh1'])(
  'results of %s are found by indexes, without reading those of others (D2-REVF-60)',
  async (username) => {
    const client = await server.pool.connect()
    const { rows } = await client.query<{ id: string }>(
      sql`SELECT id FROM users WHERE username = ${username}`,
    )
    const actor = await actorOf(client, rows[0]?.id ?? '')
    if (!actor) throw new Error(`no account ${username}`)
    await client.query('BEGIN; SET LOCAL enable_seqscan = off')
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN ${tilebatsoRows.rows({}, (column, kind) => inUnit(column, actor.scope, kind))}`,
    )
    await client.query('ROLLBACK')
    client.release()
    expect(plan.rows.filter((row) => row['QUERY PLAN'].includes('Seq Scan on care_history'))).toEqual([])
  },
)
