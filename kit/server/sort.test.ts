/** Lists are sorted as requested, by fields the reader may see, across pages and in the spreadsheet. */
import { readXlsx } from 'hucre'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#platform/contract/lists/index.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
const many = 6_300

beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query('ALTER TABLE baodo DISABLE TRIGGER USER')
  // Few distinct prices and days, so that the id often decides.
  await server.pool.query(sql`
    INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, gia_goi_cuoc)
    SELECT 900000000 + n * 7919 % 40, '2026-01-01'::date + n * 31 % 9, CASE WHEN n % 5 > 0 THEN 'sale111' END,
      CASE WHEN n % 5 > 0 THEN 'x' END, 'VD90', '9084 (3)', n * 17 % 4 * 1000 FROM generate_series(1, 90) n`)
  // Every seventh row has no expiry date.
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
    SELECT 'pool', 'sap.xlsx', 'admin', id FROM users WHERE username = 'admin' RETURNING id`)
  const client = await server.pool.connect()
  await client.query('BEGIN')
  await client.query(
    `SELECT set_config('vas.movement', 'import', true), set_config('vas.actor', 'admin', true)`,
  )
  await client.query(sql`
    INSERT INTO customer (file_id, phone, rank, "packageExpiredAt")
    SELECT ${rows[0]?.id}, 300000000 + n, n, CASE WHEN n % 7 > 0 THEN '2026-01-01'::date + n * 31 % 400 END
    FROM generate_series(1, ${many}::int) n`)
  await client.query('COMMIT')
  client.release()
})
afterAll(() => server.close())

type Row = Record<string, string | number | null>
async function rowsOf(path: string, username = 'admin'): Promise<Row[]> {
  const answer = await (await server.as(username)).get(`/api/v1/${path}`)
  expect([path, answer.status, answer.body.msg]).toEqual([path, 200, undefined])
  return (answer.data as { values: Row[] }).values
}

/** Ascending, empty values last, then by id; computed from the rows without SQL. */
function inOrder(rows: readonly Row[], name: string): Row[] {
  const before = (a: string | number | null, b: string | number | null): number => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -1 : 1
  }
  return rows.toSorted((a, b) => before(a[name] ?? null, b[name] ?? null) || before(a.id ?? '', b.id ?? ''))
}
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

test.each(['createdAt', 'ngay_thanh_cong', 'gia_goi_cuoc', 'username_nv', 'trang_thai'])(
  'a list is sorted by %s ascending and descending, with the id as tie-breaker (D3-GRID-01)',
  async (name) => {
    const upwards = ids(inOrder(await rowsOf('baodo?count=100'), name))
    expect(upwards).toHaveLength(90)
    expect(ids(await rowsOf(`baodo?count=100&sort=${name}`))).toEqual(upwards)
    expect(ids(await rowsOf(`baodo?count=100&sort=-${name}`))).toEqual(upwards.toReversed())
    const pages = await Promise.all(
      [0, 1, 2].map((page) => rowsOf(`baodo?count=30&page=${page}&sort=${name}`)),
    )
    expect(ids(pages.flat())).toEqual(upwards)
  },
)

test('an exported sheet has the order of the list (D3-GRID-01)', async () => {
  const admin = await server.as('admin')
  const sheet = await server.app.inject({
    url: '/api/v1/baodo/export?sort=-gia_goi_cuoc',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const book = await readXlsx(new Uint8Array(sheet.rawPayload))
  const column = (book.sheets[0]?.rows ?? []).slice(1).map((row) => Number(row[6] ?? 0))
  const listed = (await rowsOf('baodo?count=100&sort=-gia_goi_cuoc')).map((row) => Number(row.gia_goi_cuoc))
  expect(column).toEqual(listed)
})

test.each(['packageExpiredAt', '-packageExpiredAt', '-createdAt'])(
  'far pages by %s continue where the previous pages ended, also among rows without a value (D3-GRID-01)',
  async (sort) => {
    const count = 900
    const pagedIds: unknown[] = []
    for (let page = 0; page < many / count; page++)
      pagedIds.push(...ids(await rowsOf(`customer?count=${count}&page=${page}&sort=${sort}`)))
    const name = sort.replace('-', '')
    const { rows } = await server.pool.query<Row>(
      `SELECT id, "${name}"::text AS "${name}" FROM customer WHERE stage <> 'gone'`,
    )
    const upwards = ids(inOrder(rows, name))
    expect(pagedIds).toEqual(sort === name ? upwards : upwards.toReversed())
  },
)

test('sorting by an undeclared field or by a field hidden from the reader is refused (D3-GRID-01)', async () => {
  const status = async (username: string, path: string) =>
    (await (await server.as(username)).get(`/api/v1/${path}`)).status
  for (const sort of ['ly_do', 'khong_co', '-', '--createdAt', 'id', 'createdAt desc', 'constructor'])
    expect([sort, await status('admin', `baodo?sort=${encodeURIComponent(sort)}`)]).toEqual([sort, 400])
  expect(await status('admin', 'khr?sort=')).toBe(200)
  expect(await status('admin', 'blacklist?sort=phone_number')).toBe(200)
  // A salesperson sees masked phones, and no names in the look-up log.
  for (const path of ['blacklist?sort=phone_number', 'customer?sort=-phone', 'care/history?sort=username'])
    expect([path, await status('sale111', path)]).toEqual([path, 403])
  expect(await status('sale111', 'customer?sort=-createdAt')).toBe(200)
})

test('the API description names the sort orders of each list (D3-GRID-01, D2-API-02)', async () => {
  type Parameter = { name: string; schema: { enum?: string[] } }
  const { body } = await (await server.as('admin')).get('/api/docs')
  const paths = body.paths as Record<string, Record<string, { parameters: Parameter[] }>>
  for (const { path, sort = [] } of resources) {
    const named = paths[`/api/v1/${path}`]?.get?.parameters.find(({ name }) => name === 'sort')
    expect([path, named?.schema.enum]).toEqual([path, sort.flatMap((name) => [name, `-${name}`])])
  }
})

test('files, customer lists, accounts and roles can be sorted too (D3-GRID-01)', async () => {
  for (const [path, name] of [
    ['users', 'username'],
    ['role', 'priority'],
    ['uploadchiadata', 'tong'],
    ['upload', 'createdAt'],
  ] as const) {
    const upwards = (await rowsOf(`${path}?count=100&sort=${name}`)).map((row) => row[name] ?? null)
    const downwards = (await rowsOf(`${path}?count=100&sort=-${name}`)).map((row) => row[name] ?? null)
    expect([path, upwards]).toEqual([path, downwards.toReversed()])
    expect((await (await server.as('admin')).get(`/api/v1/${path}?sort=version`)).status).toBe(400)
  }
  const names = (await rowsOf('users?count=100&sort=username')).map(({ username }) =>
    String(username).toLowerCase(),
  )
  expect(names).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(5)
})
