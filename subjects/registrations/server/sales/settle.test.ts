/** Automatic result of reported sales: precedence, excluded rows, concurrency. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { channelOf, type Changed } from '#platform/contract/channels.ts'
import { toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { settleReportedSales } from './settle.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('TRUNCATE baodo, customer_message_9084, settings CASCADE')
})

type Result = { phone?: string; package?: string; time?: string; status?: number; staff?: string }

/** Stores results as their workflow does, and settles sales; returns how many. */
async function arrive(results: Result[], db: Queryable = server.pool): Promise<number> {
  const ids: string[] = []
  for (const {
    phone = '912345678',
    package: name = 'VD90',
    time = '2026-10-05T03:00:00Z',
    status = 1,
    staff = null,
  } of results) {
    const { rows } = await db.query<{ id: string }>(sql`
      INSERT INTO customer_message_9084 ("SubAgent", "NumberPhone", "PackageCode", "Time", "Status", username_nv)
      VALUES ('agent', ${phone}, ${name}, ${time}, ${status}, ${staff}) RETURNING id`)
    ids.push(...rows.map(({ id }) => id))
  }
  const publish = (changed: Changed): void => void server.published.push(channelOf(changed))
  return settleReportedSales({ db, requestId: 'test', publish }, { resultIds: ids })
}

type Sale = { id: string; version: number; trang_thai: string; nguoi_dat_trang_thai: string | null }
async function report(more: object = {}, by = 'sale111'): Promise<Sale> {
  const answer = await (
    await server.as(by)
  ).post('/api/v1/baodo', {
    so_dien_thoai: '+84 912 345 678',
    ngay_thanh_cong: '05/10/2026',
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
    ...more,
  })
  return answer.data as Sale
}
const now = async ({ id }: Sale): Promise<[string, string | null]> => {
  const sale = (await (await server.as('admin')).get(`/api/v1/baodo/${id}`)).data as Sale
  return [sale.trang_thai, sale.nguoi_dat_trang_thai]
}
const put = async (path: string, body: object): Promise<unknown> =>
  (await (await server.as('quanly')).put(`/api/v1/baodo/${path}`, body)).data

test('a sale reported after its result gets the result at once (D1-BAODO-04, D1-Q-133)', async () => {
  expect(await arrive([{ package: 'vd90' }, { phone: '912000000', status: 0 }])).toBe(0)
  expect(await report()).toMatchObject({ trang_thai: 'SUCCESS', nguoi_dat_trang_thai: '__AUTO' })
  expect(await report({ so_dien_thoai: '0912000000' })).toMatchObject({ trang_thai: 'FAILD' })
  expect(await report({ ten_goi_cuoc: 'VD120' })).toMatchObject({
    trang_thai: '0',
    nguoi_dat_trang_thai: null,
  })
  expect(await report({ ngay_thanh_cong: '06/10/2026' })).toMatchObject({ trang_thai: '0' })
})

test('an arriving result settles the sales that wait for it, with an audit entry and a push (D1-BAODO-03, D1-BAODO-04, D1-Q-133)', async () => {
  const [won, lost, other] = [
    await report(),
    await report({ so_dien_thoai: '0912000001' }),
    await report({ ten_goi_cuoc: 'BIG70' }),
  ]
  // The day of the sale starts at midnight in Vietnam.
  expect(await arrive([{ time: '2026-10-04T16:59:00Z' }])).toBe(0)
  expect(await arrive([{ time: '2026-10-04T17:00:00Z' }, { phone: '912000001', status: 7 }])).toBe(2)
  expect([await now(won), await now(lost), await now(other)]).toEqual([
    ['SUCCESS', '__AUTO'],
    ['FAILD', '__AUTO'],
    ['0', null],
  ])
  expect(server.published.at(-1)).toBe('baodo')
  const { values } = (await (await server.as('admin')).get(`/api/v1/baodo/${won.id}/history`)).data as {
    values: { username: string; changes: { field: string }[] }[]
  }
  expect(values[0]?.username).toBe('__AUTO')
  expect(values[0]?.changes.map(({ field }) => field)).toEqual(['trang_thai', 'nguoi_dat_trang_thai'])
})

test('among several results a success takes precedence (D1-Q-133)', async () => {
  await arrive([
    { status: 0 },
    { status: 1, time: '2026-10-06T03:00:00Z' },
    { status: 2, time: '2026-10-07T03:00:00Z' },
  ])
  expect(await report()).toMatchObject({ trang_thai: 'SUCCESS' })
})

test('a result set by hand stays, and people may change a matched result (D1-Q-133)', async () => {
  const sale = await report()
  await put(`setTrangThai/${sale.id}`, { trang_thai: 'FAILD' })
  expect(await arrive([{}])).toBe(0)
  await put(sale.id, { ngay_thanh_cong: '04/10/2026' })
  expect(await now(sale)).toEqual(['FAILD', 'quanly'])
  const found = await report()
  await put(`setTrangThai/${found.id}`, { trang_thai: 'FAILD' })
  expect(await now(found)).toEqual(['FAILD', 'quanly'])
})

test('a matched failure becomes the success that follows it, with an audit entry and a push (D1-Q-133, D1-BAODO-04)', async () => {
  const sale = await report()
  expect(await arrive([{ status: 0 }])).toBe(1)
  expect(await now(sale)).toEqual(['FAILD', '__AUTO'])
  server.published.length = 0
  expect(await arrive([{ status: 3, time: '2026-10-05T04:00:00Z' }])).toBe(0)
  expect(server.published).toEqual([])
  expect(await arrive([{ time: '2026-10-08T03:00:00Z' }])).toBe(1)
  expect(await now(sale)).toEqual(['SUCCESS', '__AUTO'])
  expect(server.published).toEqual(['baodo'])
  const { values } = (await (await server.as('admin')).get(`/api/v1/baodo/${sale.id}/history`)).data as {
    values: { username: string; changes: object[] }[]
  }
  expect(values[0]).toMatchObject({
    username: '__AUTO',
    changes: [{ field: 'trang_thai', before: 'FAILD', after: 'SUCCESS' }],
  })
})

const attempts = [
  { status: 0, time: '2026-10-05T03:00:00Z' },
  { status: 1, time: '2026-10-06T03:00:00Z' },
  { status: 0, time: '2026-10-07T03:00:00Z' },
]
test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])('results that arrive in the order %j, %j, %j give the same outcome (D1-Q-133)', async (...order) => {
  const sale = await report()
  for (const index of order) await arrive([attempts[index] ?? {}])
  expect(await now(sale)).toEqual(['SUCCESS', '__AUTO'])
})

test('a matched failure is not corrected by another package, number or an earlier day (D1-Q-133)', async () => {
  const sale = await report()
  await arrive([{ status: 0 }])
  const others = [{ package: 'VD120' }, { phone: '912345679' }, { time: '2026-10-04T16:59:59Z' }]
  expect(await arrive(others)).toBe(0)
  expect(await now(sale)).toEqual(['FAILD', '__AUTO'])
})

test('a failure confirmed or set by hand is not corrected (D1-Q-133)', async () => {
  const sale = await report()
  await arrive([{ status: 0 }])
  expect(await put(`setTrangThai/${sale.id}`, { trang_thai: 'FAILD' })).toMatchObject({
    trang_thai: 'FAILD',
    nguoi_dat_trang_thai: 'quanly',
  })
  expect(await arrive([{ time: '2026-10-06T03:00:00Z' }])).toBe(0)
  expect(await now(sale)).toEqual(['FAILD', 'quanly'])
})

/** Number of statements waiting for a lock in this database. */
const waiting = async (): Promise<number | null> =>
  (
    await server.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount

test('a result set by hand while a success arrives takes precedence (D1-Q-133)', async () => {
  const sale = await report()
  await arrive([{ status: 0 }])
  const client = await server.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      sql`UPDATE baodo SET nguoi_dat_trang_thai = 'quanly', version = version + 1 WHERE id = ${sale.id}`,
    )
    const settling = arrive([{ time: '2026-10-06T03:00:00Z' }])
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await client.query('COMMIT')
    expect(await settling).toBe(0)
  } finally {
    client.release()
  }
  expect(await now(sale)).toEqual(['FAILD', 'quanly'])
})

test('a failure and a success that arrive at once leave a success, whichever is first (D1-Q-133)', async () => {
  const sales = await Promise.all([0, 1, 2].map((n) => report({ so_dien_thoai: `091260000${n}` })))
  const store = async (n: number, status: number): Promise<void> => {
    const client = await server.pool.connect()
    try {
      await client.query('BEGIN')
      await arrive([{ phone: `91260000${n}`, status, time: `2026-10-06T0${status}:00:00Z` }], client)
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
  await Promise.all(sales.flatMap((_, n) => (n % 2 ? [0, 1] : [1, 0]).map((status) => store(n, status))))
  for (const sale of sales) expect(await now(sale)).toEqual(['SUCCESS', '__AUTO'])
})

test('a matched result is removed when the number of the sale changes (D1-Q-133)', async () => {
  await arrive([{}])
  const sale = await report()
  expect(await put(sale.id, { so_dien_thoai: '0912999999' })).toMatchObject({
    trang_thai: '0',
    nguoi_dat_trang_thai: null,
  })
  expect(await put(sale.id, { so_dien_thoai: '0912345678' })).toMatchObject({ trang_thai: 'SUCCESS' })
  expect(await put(sale.id, { ly_do: 'Không liên quan' })).toMatchObject({ trang_thai: 'SUCCESS' })
})

test('nothing is matched while the setting baodo.autoResult is off (D1-Q-133)', async () => {
  await server.pool.query(`INSERT INTO settings (key, value) VALUES ('baodo.autoResult', 'false')`)
  const sale = await report()
  expect(await arrive([{}])).toBe(0)
  expect(await report()).toMatchObject({ trang_thai: '0' })
  expect(await now(sale)).toEqual(['0', null])
  await server.pool.query(`UPDATE settings SET value = 'true' WHERE key = 'baodo.autoResult'`)
  expect(await arrive([{ time: '2026-10-09T03:00:00Z' }])).toBe(2)
})

test('deleted sales are not changed (D1-Q-133)', async () => {
  const sale = await report()
  await (await server.as('sale111')).delete(`/api/v1/baodo/${sale.id}`)
  expect(await arrive([{}])).toBe(0)
})

test('a sale and its result that arrive at the same moment are matched, whichever is first (D1-Q-133)', async () => {
  const client = await server.pool.connect()
  try {
    await client.query('BEGIN')
    expect(await arrive([{}], client)).toBe(0)
    const waiting = report()
    await new Promise((resolve) => setTimeout(resolve, 150))
    await client.query('COMMIT')
    expect(await waiting).toMatchObject({ trang_thai: 'SUCCESS' })

    await client.query('BEGIN')
    await client.query(sql`
      INSERT INTO baodo (so_dien_thoai, ngay_thanh_cong, username_nv, ten_goi_cuoc, kenh)
      VALUES ('912777777', '2026-10-05', 'sale111', 'VD90', '9084 (3)')`)
    const settling = arrive([{ phone: '912777777' }])
    await new Promise((resolve) => setTimeout(resolve, 150))
    await client.query('COMMIT')
    expect(await settling).toBe(1)
  } finally {
    client.release()
  }
})

const doubtOf = async ({ id }: Sale): Promise<unknown> =>
  ((await (await server.as('admin')).get(`/api/v1/baodo/${id}`)).data as { nghi_van: string | null }).nghi_van

test("one registration proves one sale; a further claim is marked with the first one's seller and date (D3-DEC-06)", async () => {
  const [first, second] = [await report(), await report({}, 'sale211')]
  const today = toFilterDate(todayVn())
  expect(await arrive([{}])).toBe(1)
  expect([await now(first), await now(second)]).toEqual([
    ['SUCCESS', '__AUTO'],
    ['0', null],
  ])
  const doubt = `Đăng ký này đã được Nguyễn Hồng Nhung (sale111) báo ngày ${today}`
  expect([await doubtOf(first), await doubtOf(second)]).toEqual([null, doubt])
  // Also one reported after the result, and a second one of the same seller.
  const third = await report()
  expect([await now(third), await doubtOf(third)]).toEqual([['0', null], doubt])
  // Only deciders see whose it is.
  const seller = (await (await server.as('sale211')).get(`/api/v1/baodo/${second.id}`)).data as object
  expect('nghi_van' in seller).toBe(false)
  // A second registration goes to the second claim.
  expect(await arrive([{ time: '2026-10-09T03:00:00Z' }])).toBe(1)
  expect([await now(second), await now(third)]).toEqual([
    ['SUCCESS', '__AUTO'],
    ['0', null],
  ])
})

test('of many claims on one registration, at once or in one file, one is proven (D3-DEC-06)', async () => {
  await arrive([{}])
  const sales = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => report({}, n % 2 ? 'sale111' : 'sale211')))
  expect(sales.map(({ trang_thai }) => trang_thai).toSorted()).toEqual(['0', '0', '0', '0', '0', 'SUCCESS'])
  await server.pool.query('TRUNCATE baodo')
  const row = {
    so_dien_thoai: '0912345678',
    ngay_thanh_cong: '05/10/2026',
    ten_goi_cuoc: 'VD90',
    kenh: '9084 (3)',
  }
  await (await server.as('sale111')).post('/api/v1/baodo/import', { data: [row, row, row] })
  const { rows } = await server.pool.query(
    `SELECT trang_thai, count(*)::int AS n FROM baodo GROUP BY 1 ORDER BY 1`,
  )
  expect(rows).toEqual([
    { trang_thai: '0', n: 2 },
    { trang_thai: 'SUCCESS', n: 1 },
  ])
})

test('a result credits only the owner of the registration; a claim of somebody else is marked, whatever its result (D3-DEC-06, D3-SEC-03)', async () => {
  const [early, lost] = [await report(), await report({ so_dien_thoai: '0912000001' })]
  expect(await arrive([{ staff: 'sale211' }, { phone: '912000001', status: 0, staff: 'sale211' }])).toBe(0)
  expect([await now(early), await now(lost)]).toEqual([
    ['0', null],
    ['0', null],
  ])
  expect(await doubtOf(early)).toMatch(/^Đăng ký ngày 05\/10\/2026 là của .+ \(sale211\)$/)
  const late = await report()
  expect([await now(late), await doubtOf(late)]).toEqual([['0', null], await doubtOf(early)])
  const ownReport = await report({}, 'sale211')
  expect([await now(ownReport), await doubtOf(ownReport)]).toEqual([['SUCCESS', '__AUTO'], null])
  expect(await doubtOf(early)).toMatch(/^Đăng ký này đã được .+ \(sale211\) báo ngày/)
})

test('a claim that is rejected, deleted, changed or failed by hand passes its registration to the next claim, on record (D3-DEC-06)', async () => {
  const ways: ((sale: Sale) => Promise<unknown>)[] = [
    ({ id }) => put(`approve/${id}`, { trang_thai_duyet: 2 }),
    async ({ id }) => (await server.as('quanly')).delete(`/api/v1/baodo/${id}`),
    ({ id }) => put(id, { so_dien_thoai: '0912999999' }),
    ({ id }) => put(`setTrangThai/${id}`, { trang_thai: 'FAILD' }),
  ]
  for (const [n, giveUp] of ways.entries()) {
    const phone = `91200010${n}`
    await arrive([{ phone }])
    const [first, next] = [
      await report({ so_dien_thoai: `0${phone}` }),
      await report({ so_dien_thoai: `0${phone}` }, 'sale211'),
    ]
    expect([n, await now(first), await now(next)]).toEqual([n, ['SUCCESS', '__AUTO'], ['0', null]])
    await giveUp(first)
    expect([n, await now(next), await doubtOf(next)]).toEqual([n, ['SUCCESS', '__AUTO'], null])
    const { values } = (await (await server.as('admin')).get(`/api/v1/baodo/${next.id}/history`)).data as {
      values: { username: string; changes: { field: string; after: unknown }[] }[]
    }
    expect(values[0]).toMatchObject({
      username: '__AUTO',
      changes: [{ field: 'trang_thai', after: 'SUCCESS' }, {}],
    })
  }
})

test('a reopened claim is matched again, and its registration may be taken (D3-DEC-02, D3-DEC-06)', async () => {
  await arrive([{}])
  const [first, next] = [await report(), await report({}, 'sale211')]
  await put(`approve/${first.id}`, { trang_thai_duyet: 2 })
  expect(await now(next)).toEqual(['SUCCESS', '__AUTO'])
  await put(`reopen/${first.id}`, { ly_do_mo_lai: 'Xem lại' })
  expect([await now(first), await doubtOf(first)]).toEqual([
    ['0', null],
    expect.stringContaining('(sale211)'),
  ])
})

test('a success set by hand uses its registration too, so that nobody else is credited with it (D3-DEC-06, D1-Q-133)', async () => {
  const [first, next] = [await report(), await report({}, 'sale211')]
  await put(`setTrangThai/${first.id}`, { trang_thai: 'SUCCESS' })
  expect(await arrive([{}])).toBe(0)
  expect([await now(first), await now(next)]).toEqual([
    ['SUCCESS', 'quanly'],
    ['0', null],
  ])
  expect(await doubtOf(next)).toContain('(sale111)')
})

test('an approved sale keeps its registration whatever its result becomes; reopened and failed it releases it (D3-DEC-06)', async () => {
  const [first, second] = [await report(), await report({}, 'sale112')]
  await arrive([{}])
  await put(`approve/${first.id}`, { trang_thai_duyet: 1 })
  await put(`setTrangThai/${first.id}`, { trang_thai: 'FAILD' })
  expect([await now(first), await now(second)]).toEqual([
    ['FAILD', 'quanly'],
    ['0', null],
  ])
  const { rows } = await server.pool.query(sql`
    SELECT dang_ky_id IS NOT NULL AS proven FROM baodo WHERE id = ANY(${[first.id, second.id]}::uuid[]) ORDER BY "createdAt"`)
  expect(rows).toEqual([{ proven: true }, { proven: false }])
  await put(`reopen/${first.id}`, { ly_do_mo_lai: 'Duyệt nhầm' })
  expect(await now(second)).toEqual(['SUCCESS', '__AUTO'])
})
