/** Filters and assign calls of large lists use an index and do not read the whole table. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { bothWays } from '#kit/contract/sort.ts'
import { sourceOf, type Resource } from '#kit/contract/resource.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { ident } from './kinds.ts'
import { conditions, type Query } from './list.ts'
import { actorOf } from './actor.ts'
import { ordering, orderOf } from './order.ts'

let server: TestServer
const days = sql`current_date - (i / 20)`

beforeAll(async () => {
  server = await startTestServer()
  const client = await server.pool.connect()
  // On a busy machine this takes longer than the limit of a request.
  await client.query('SET statement_timeout = 0')
  await client.query(sql`
    INSERT INTO khr (so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, trang_thai, nguoi_phe_duyet)
    SELECT (900000000 + i)::text, ${days}, 'sale' || i % 50, 'x', '1', 'quanly' FROM generate_series(1, 20000) i`)
  await client.query('ALTER TABLE baodo DISABLE TRIGGER USER')
  await client.query(sql`
    INSERT INTO baodo ("createdAt", so_dien_thoai, ngay_thanh_cong, username_nv, ten_nv, ten_goi_cuoc, kenh, trang_thai,
      nguoi_dat_trang_thai, trang_thai_duyet, nguoi_phe_duyet)
    SELECT now() - i * interval '1 second', (900000000 + i * 7919 % 20000)::text, ${days}, 'sale' || i % 50, 'x', 'VD90', 'D1',
      CASE i % 20 WHEN 0 THEN 'FAILD' WHEN 1 THEN '0' ELSE 'SUCCESS' END,
      CASE i % 20 WHEN 1 THEN NULL ELSE '__AUTO' END, '1', 'quanly'
    FROM generate_series(1, 20000) i`)
  await client.query('ALTER TABLE baodo ENABLE TRIGGER USER')
  await client.query(`
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_si_1, gia_si_2, gia_si_3,
      gia_khach_hang, types)
    SELECT so, so, CASE WHEN i % 400 = 0 THEN 'MOBIFONE' WHEN i % 2 = 0 THEN 'VINAPHONE' ELSE 'VIETTEL' END,
      CASE WHEN i % 300 = 0 THEN 2 ELSE 1 END, i, i, i, i, i, CASE WHEN i % 500 = 0 THEN 'sim_taxi' ELSE 'sim_kep' END
    FROM (SELECT i, '09' || lpad((i * 70921 % 100000000)::text, 8, '0') AS so FROM generate_series(1, 20000) i) s`)
  await client.query('ANALYZE khr; ANALYZE baodo; ANALYZE simso')
  client.release(true)
})
afterAll(() => server.close())

async function planOf(resource: Resource, query: Query): Promise<string> {
  const { rows: found } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = 'admin'`,
  )
  const admin = await actorOf(server.pool, found[0]?.id ?? '')
  if (!admin) throw new Error('no admin')
  const { rows } = await server.pool.query<Record<string, string>>(sql`
    EXPLAIN (COSTS OFF) SELECT count(*) FROM ${ident(sourceOf(resource))} WHERE ${conditions(resource, query, admin).where}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const period = { startDate: '01/01/2026', endDate: '02/01/2026' }

test.each([
  ['khr', khr, period, 'khr_day'],
  ['khr', khr, { ...period, username_nv: 'sale7' }, 'khr_(staff_)?day'],
  ['khr', khr, { trang_thai: '0' }, 'khr_state'],
  ['baodo', baodo, period, 'baodo_day'],
  ['baodo', baodo, { ...period, username_nv: 'sale7' }, 'baodo_(staff_)?day'],
  ['baodo', baodo, { trang_thai_duyet: '0' }, 'baodo_state'],
  ['baodo', baodo, { trang_thai: 'FAILD' }, 'baodo_result'],
] as const)('%s: a filter uses an index (D1-Q-138, threats F4) %#', async (_, resource, query, index) => {
  expect(await planOf(resource, query)).toMatch(new RegExp(`\\b(${index})\\b`))
})

test.each([
  [{ so_dien_thoai: '*6868' }, 'simso_ends'],
  [{ so_dien_thoai: '*68' }, 'simso_ends'],
  [{ so_dien_thoai: '09?.1234' }, 'simso_digits'],
  [{ ngay_sinh: '150890' }, 'simso_ends'],
  [{ loai_sim: 'sim_taxi' }, 'simso_types'],
  [{ gia_tu: '500', gia_den: '600' }, 'simso_by_price'],
  [{ bo_so: '1234567' }, 'simso_without'],
  [{ nha_mang: 'MOBIFONE' }, 'simso_carrier'],
  [{ number_type: '2' }, 'simso_kind'],
] as const)('a search for SIM numbers uses an index (D3-SIM-02) %#', async (query, index) => {
  expect(await planOf(simso, query)).toMatch(new RegExp(`\\b${index}\\b`))
})

/** The plan of a page in the order of `sort`, or in the default order, for a user who sees everything. */
async function sortedPlan(resource: Resource, sort?: string, query: Query = {}): Promise<string> {
  const { rows: found } = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM users WHERE username = 'admin'`,
  )
  const admin = await actorOf(server.pool, found[0]?.id ?? '')
  if (!admin) throw new Error('no admin')
  const order = ordering(resource, orderOf(resource, sort === undefined ? {} : { sort }, admin.actor))
  const client = await server.pool.connect()
  try {
    // Small tables are scanned and sorted whatever indexes they have; with both disabled, any scan or sort left has no index.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off')
    const { rows } = await client.query<Record<string, string>>(sql`
      EXPLAIN (COSTS OFF) SELECT id FROM ${ident(sourceOf(resource))}
      WHERE ${conditions(resource, query, admin).where} ORDER BY ${order} LIMIT 50`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test.each([
  [{ nha_mang: 'MOBIFONE' }, 'simso_carrier'],
  [{ nha_mang: 'VIETTEL' }, 'simso_(carrier|newest)'],
  [{ number_type: '2' }, 'simso_kind'],
  [{ number_type: '1' }, 'simso_(kind|newest)'],
] as const)(
  'a page of SIM numbers of one carrier or kind is read in order from an index, however few they are (D3-SIM-02) %#',
  async (query, index) => {
    const plan = await sortedPlan(simso, undefined, query)
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index}\\b`))
    expect(plan).not.toMatch(/(^|-> +)Sort\b|Seq Scan|Bitmap/m)
  },
)

test.each(
  resources.flatMap((resource) =>
    bothWays(resource.sort ?? []).map((sort) => [resource.path, sort] as const),
  ),
)('%s by %s is read from an index without sorting the whole table (D3-GRID-01)', async (path, sort) => {
  const resource = resources.find((one) => one.path === path)
  if (!resource) throw new Error(path)
  const plan = await sortedPlan(resource, sort)
  expect(plan).toMatch(/Index (Only )?Scan/)
  expect(plan).not.toMatch(/(^|-> +)Sort\b|Seq Scan|Bitmap/m)
})

test('every list on screen can be sorted (D3-GRID-01)', () => {
  expect(resources.filter(({ sort = [] }) => sort.length === 0).map(({ path }) => path)).toEqual([])
})

test.each([
  ['khr', 'username_nv', true],
  ['baodo', 'username_nv', true],
  ['mesbank', 'nhan_vien', true],
  ['lstracuu', 'username', false],
  ['customer_message_9084', 'username_nv', false],
  ['invitation_history', 'username_nv', false],
] as const)(
  '%s: counting the rows without an owner uses an index of their own (D1-Q-138)',
  async (table, column, soft) => {
    const client = await server.pool.connect()
    try {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off')
      const live = soft ? sql`AND deleted_at IS NULL` : sql``
      const { rows } = await client.query<Record<string, string>>(sql`
      EXPLAIN (COSTS OFF) SELECT count(*) FROM ${ident(table)} WHERE coalesce(${ident(column)}, '') = '' ${live}`)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_unassigned`)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  },
)
