/**
 * A file that comes when statistics know only the rows of other files: for the planner it has one row, and what is joined
 * with itself looks at each row once for every other one, for minutes with 40,000 rows (D3-FILE-06, D3-FILE-02, D3-FILE-09).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownTree } from '#platform/server/db/sql-files.ts'
import { counted, explained, hearPlans, nodesAbove } from '#test/explained.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'

const rows = 3_000
/** How often the rows of a file may be looked at by any node of a plan. */
const often = 12

let server: ImportServer
let plans: string[] = []
beforeAll(async () => {
  server = await startImportServer(explained(() => Promise.resolve(), counted))
  hearPlans([server.ownPool, server.api.services.longPool], (plan) => void plans.push(plan))
})
afterAll(() => server.close())

/** A file of `count` numbers, of which every third is there twice. */
const file = (first: number, head: string[], more: (n: number) => (string | number)[]): Buffer =>
  csv([
    head,
    ...Array.from({ length: rows }, (_, n) => [`0${first + n - (n % 3 === 2 ? 1 : 0)}`, ...more(n)]),
  ])

test.each([
  ['uploadchiadata', ['so_dien_thoai', 'goi_cuoc'], () => ['VD89']],
  ['blacklist', ['phone_number', 'description'], (n: number) => [`đừng gọi ${n}`]],
] as const)(
  'reading and saving a file for %s reads its rows only a few times',
  async (target, head, more) => {
    // Of one name: a file of subscribers that are in no pool file yet is not compared at all.
    const first = await server.ready('admin', target, `${target}.csv`, file(912_000_000, [...head], more))
    await server.save('admin', first.id)
    await server.pool.query('ANALYZE import_rows')
    plans = []
    const second = await server.ready('admin', target, `${target}.csv`, file(922_000_000, [...head], more))
    await server.save('admin', second.id)
    expect([first.counts.duplicate, second.counts.duplicate]).toEqual([rows / 3, rows / 3])
    expect(plans.length).toBeGreaterThan(10)
    expect(nodesAbove(rows * often, plans)).toEqual([])
  },
)

test('the upgrade discards old statistics of file tables, which would stay in force (211-new-files.sql)', async () => {
  const { pool } = server
  const statistics = async () =>
    (await pool.query(`SELECT FROM pg_stats WHERE tablename = 'import_rows' AND attname = 'import_id'`))
      .rowCount
  await pool.query(
    'ALTER TABLE import_rows ALTER COLUMN import_id SET STATISTICS DEFAULT; ANALYZE import_rows',
  )
  expect(await statistics()).toBe(1)
  await pool.query(await readFile(join(ownTree, 'upgrades/211-new-files.sql'), 'utf8'))
  await pool.query('ANALYZE import_rows')
  expect(await statistics()).toBe(0)
})
