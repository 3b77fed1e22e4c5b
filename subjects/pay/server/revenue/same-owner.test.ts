/** Which of two equally near reports a third one joins (D3-LINE-04); random cases are in lines.test.ts. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await organisationDatabase()
})
afterAll(() => database.drop())

/** Owner and number of reports of each line, after reports an hour apart. */
async function lines(phone: string, owners: readonly (string | null)[]): Promise<unknown[]> {
  for (const [n, owner] of owners.entries())
    await database.pool.query(sql`
      INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
      VALUES (${n === 1 ? '9084' : 'ketqua'}, ${randomUUID()}, ${phone}, 'VD90',
        timestamptz '2026-10-01 10:00+07' + make_interval(hours => ${n}), ${owner})`)
  const { rows } = await database.pool.query<{ owner: string | null; reports: number }>(sql`
    SELECT max(username_nv) AS owner, count(*)::int AS reports FROM revenue_line WHERE so_dien_thoai_cs = ${phone}
    GROUP BY line_id ORDER BY min(ngay_thanh_cong)`)
  return rows.map(({ owner, reports }) => [owner, reports])
}

test('D3-LINE-04: of two equally near pairs the one with the same owner in both reports is one registration', async () => {
  const [one, two] = [
    ['sale111', 2],
    ['sale112', 1],
  ]
  expect(await lines('900000001', ['sale112', 'sale111', 'sale111'])).toEqual([two, one])
  expect(await lines('900000002', ['sale111', 'sale111', 'sale112'])).toEqual([one, two])
  // Two reports without owner do not count as the same owner: the earlier pair is joined.
  expect(await lines('900000003', ['sale111', null, null])).toEqual([one, [null, 1]])
})
