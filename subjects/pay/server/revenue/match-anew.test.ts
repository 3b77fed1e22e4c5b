/** A changed window rematches lines and requests in the background, with the result of the naive matcher. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { naiveLines, type Report, type Request } from '#test/naive-lines.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { matchAnew } from './match-anew.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_goi) VALUES ('VD90', 90000)`)
})
afterAll(() => server.close())
beforeEach(async () => {
  await setWindow(31)
  await matchedAnew()
})

const day = 86_400_000
const start = Date.parse('2026-06-01T03:00:00Z')
const setWindow = async (days: number): Promise<void> => {
  const answer = await (
    await server.as('quanly')
  ).put('/api/v1/setting/doi_soat_so_ngay_khop', { value: days })
  if (answer.status !== 200) throw new Error(answer.text)
}

const progress = async (): Promise<unknown> =>
  (await (await server.as('quanly')).get('/api/v1/revenue-matching')).data

/** Runs batches until nothing is left; a batch waits for other transactions on this PostgreSQL. */
async function matchedAnew(): Promise<void> {
  const running = async (): Promise<boolean> => {
    await matchAnew(server)
    return ((await progress()) as { running: boolean }).running
  }
  await expect.poll(running, { timeout: 60_000, interval: 20 }).toBe(false)
}

type Life = { phone: string; reports: Report[]; requests: Request[] }
let phones = 930_000_000

/** A phone with reports and requests over four months, so that each window pairs them differently. */
async function live(n: number): Promise<Life> {
  const phone = String((phones += 1))
  const life: Life = { phone, reports: [], requests: [] }
  for (let i = 0; i < 1 + (n % 3); i += 1) {
    const [soldAt, track1] = [start + ((n * 7 + i * 23) % 60) * day, randomUUID()]
    await server.pool.query(sql`
      INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
      VALUES ('ketqua', ${track1}, ${phone}, 'VD90', ${new Date(soldAt)}, 'sale111')`)
    life.reports.push({ id: track1, track0: 'ketqua', track1, at: soldAt, owner: 'sale111', deleted: false })
  }
  for (let i = 0; i < 1 + (n % 4); i += 1) {
    const requestedAt = start + ((n * 13 + i * 31) % 120) * day
    const { rows } = await server.pool.query<{ id: string }>(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, other_refund, created_time)
      VALUES ('sale111', '', ${phone}, 'VD90', 4, ${1000 * (i + 1)}, ${new Date(requestedAt)}) RETURNING id`)
    life.requests.push({
      id: rows[0]?.id ?? '',
      at: requestedAt,
      amount: 1000 * (i + 1),
      effective: true,
      decided: false,
      underWay: false,
    })
  }
  return life
}

const refunds = async (phone: string): Promise<unknown[]> =>
  (
    await server.pool.query(sql`
      SELECT l.track0 || ':' || l.track1 AS track, l.request_id AS request, l.tien_hoan AS refund
      FROM revenue_line l WHERE l.so_dien_thoai_cs = ${phone} ORDER BY (l.track0 || ':' || l.track1) COLLATE "C"`)
  ).rows
const expected = ({ reports, requests }: Life, days: number): unknown[] =>
  naiveLines(reports, requests, days, []).map(({ track, request, refund }) => ({ track, request, refund }))

test('D2-REVF-08: after the window is widened, narrowed or changed again during the run the pairs equal those of a naive matcher', async () => {
  const lives = await Promise.all(Array.from({ length: 70 }, (_, n) => live(n)))
  const expectedRows = (days: number): unknown[] => lives.map((life) => expected(life, days))
  const stored = (): Promise<unknown[]> => Promise.all(lives.map(({ phone }) => refunds(phone)))
  for (const days of [60, 10]) {
    expect(expectedRows(days)).not.toEqual(await stored())
    await setWindow(days)
    expect(await progress()).toMatchObject({ running: true, done: 0 })
    await matchedAnew()
    expect(await stored()).toEqual(expectedRows(days))
  }
  // After a crash the next process continues, then the window is changed once more.
  await setWindow(90)
  const step = async (): Promise<unknown> => {
    await server.pool.query('SELECT match_anew()')
    return progress()
  }
  await expect
    .poll(step, { timeout: 30_000, interval: 20 })
    .toMatchObject({ running: true, done: expect.not.toSatisfy((done) => done === 0) })
  await setWindow(20)
  await matchedAnew()
  expect(await stored()).toEqual(expectedRows(20))
  // Setting the same value is no change.
  await setWindow(20)
  expect(await progress()).toEqual({ running: false, done: 0, total: 0 })
})

test('D2-REVF-08: rows written by a transaction begun under the former window are matched with the new one', async () => {
  const phone = String((phones += 1))
  let commit = (): void => undefined
  const writing = withTransaction(server.pool, async (client) => {
    await client.query(sql`
      INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
      VALUES ('ketqua', ${randomUUID()}, ${phone}, 'VD90', ${new Date(start)}, 'sale111')`)
    await client.query(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, other_refund, created_time)
      VALUES ('sale111', '', ${phone}, 'VD90', 4, 1000, ${new Date(start + 20 * day)})`)
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await expect.poll(() => commit.name, { timeout: 10_000 }).not.toBe('commit')
  await setWindow(10)
  for (let n = 0; n < 5; n += 1) await matchAnew(server)
  expect(await progress()).toMatchObject({ running: true, done: 0 })
  commit()
  await writing
  await matchedAnew()
  expect(await refunds(phone)).toMatchObject([{ request: null, refund: 0 }])
})

test('D2-REVF-08: only users who may change the setting see its progress', async () => {
  expect((await (await server.as('chinhanh1')).get('/api/v1/revenue-matching')).status).toBe(403)
})

test('D2-Q-76, D2-Q-84: requests changed by a line are pushed to open screens, and nothing is pushed without a change', async () => {
  const changedLists: string[] = []
  server.api.sessions.onRows((resource) => changedLists.push(resource))
  const heard = async (): Promise<string[]> => {
    // Notifications arrive in commit order, so all earlier ones are there when this one is.
    await server.pool.query(`SELECT pg_notify('changed', 'last')`)
    await expect.poll(() => changedLists, { timeout: 10_000 }).toContain('last')
    return changedLists.splice(0).filter((resource) => resource !== 'last')
  }
  const { phone } = await live(0)
  expect(await heard()).toEqual([])
  await server.pool.query(
    sql`UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = -9999 WHERE number_phone = ${phone}`,
  )
  await heard()
  await server.pool.query(
    sql`UPDATE revenue_line SET set_status = 'FAILD', set_at = now() WHERE so_dien_thoai_cs = ${phone}`,
  )
  expect((await heard()).toSorted()).toEqual(['requestrefund', 'requestrefundreport'])
})

test('a sale whose package is spelled differently is the same line, also an older one (D3-PRC-01, D2-REVF-07)', async () => {
  const phone = '977900088'
  const inserted = async (goi_cuoc: string, status = 'SUCCESS'): Promise<unknown> => {
    const row = {
      kenh: 'ATK',
      username_nv: 'sale112',
      so_dien_thoai_cs: `0${phone}`,
      goi_cuoc,
      doanh_thu: 90_000,
    }
    const data = [{ ...row, ngay_thanh_cong: '20/11/2026 10:00:00', status }]
    const { data: saved } = await (await server.as('quanly')).post('/api/v1/dsdttinhluong/import', { data })
    return (saved as { inserted: number }).inserted
  }
  const lines = async () =>
    (
      await server.pool.query('SELECT goi_cuoc, status FROM revenue_line WHERE so_dien_thoai_cs = $1', [
        phone,
      ])
    ).rows
  expect(await inserted('VD90')).toBe(1)
  for (const name of ['VD 90', 'vd\u200b90', '\uFF36\uFF24\uFF19\uFF10'])
    expect([name, await inserted(name)]).toEqual([name, 0])
  expect(await inserted('vd 90 ', 'FAILD')).toBe(0)
  expect(await lines()).toEqual([{ goi_cuoc: 'VD90', status: 'FAILD' }])
  // Identified by the former hash, over the name with its blank.
  await server.pool.query(
    `UPDATE revenue_line SET track1 = line_hash($1, 'VD 90', ngay_thanh_cong, 'sale112') WHERE so_dien_thoai_cs = $1`,
    [phone],
  )
  expect(await inserted('VD 90')).toBe(0)
  expect(await lines()).toHaveLength(1)
})
