/** Refunds that keep their line when a nearer one comes (D3-LINE-02). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { revenueLines } from '#test/revenue-lines.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
  await database.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000)`)
})
afterAll(() => database.drop())

const hour = 3_600_000
const start = Date.parse('2026-10-01T03:00:00Z')
const { nextPhone, report, request, stored } = revenueLines(() => database.pool)

test.each([
  ['Hoàn thành', -9999],
  ['Đang xử lý', -10002],
])(
  'D3-LINE-02: an undecided refund marked as %s keeps its line when a nearer refund and a nearer line arrive',
  async (_, code) => {
    const phone = nextPhone()
    const line = await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
    const requested = await request(phone, start + 3 * hour)
    await database.pool.query(sql`
      UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${code} WHERE id = ${requested}`)
    const nearer = await request(phone, start + hour)
    // Two reports of one source are two registrations.
    const late = await report(phone, { track0: 'ketqua', at: start + 3 * hour, owner: 'sale112' })
    const matches = Object.fromEntries((await stored(phone)).map((one) => [one.track, one.request]))
    expect(matches).toEqual({ [`ketqua:${line}`]: requested, [`ketqua:${late}`]: nearer })
  },
)

test('D3-LINE-02: a decided refund keeps its line whatever comes nearer, one without a line has no precedence, and a reopened one releases its line', async () => {
  const phone = nextPhone()
  const approve = (id: string) =>
    database.pool.query(sql`
      UPDATE requestrefund SET trang_thai_duyet_hoan_goi = 1, username_duyet_trang_thai_duyet_hoan_goi = 'quanly' WHERE id = ${id}`)
  const early = await request(phone, start + 30 * hour, 1000)
  await approve(early)
  const near = await request(phone, start + hour, 2000)
  // The line comes after both: the nearer one gets it, although the other is approved.
  await report(phone, { track0: 'ketqua', at: start, owner: 'sale111' })
  expect(await stored(phone)).toMatchObject([{ request: near, refund: 14_000 }])
  await approve(near)
  const nearest = await request(phone, start, 3000)
  expect(await stored(phone)).toMatchObject([{ request: near }])
  await database.pool.query(sql`UPDATE requestrefund SET quyet_dinh = '0' WHERE id = ${near}`)
  expect(await stored(phone)).toMatchObject([{ request: nearest, refund: 15_000 }])
})
