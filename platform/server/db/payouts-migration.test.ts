/** Of payment files regenerated before they paid differences, only a person's newest line counts (D3-PAY-16). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { ownTree } from './sql-files.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

test('D3-PAY-16: lines replaced by a later file of the same month do not count as paid', async () => {
  const folder = join(ownTree, 'upgrades')
  const file = readdirSync(folder).find((name) => name.endsWith('-payout-differences.sql')) ?? ''
  await db.pool.query(`
    ALTER TABLE payout_line DROP COLUMN bo_boi, DROP COLUMN bo_luc;
    WITH closing AS (
      INSERT INTO payroll_closing (thang, tham_so, viec, ly_do, chot_boi)
      VALUES ('2021-03-01', '{}', '[]', '', 'x'), ('2021-04-01', '{}', '[]', '', 'x') RETURNING id, thang
    ), made AS (
      INSERT INTO payout_file (thang, closing_id, lan, boi, luc)
      SELECT thang, id, lan, 'x', timestamptz '2021-05-01 12:00Z' + lan * interval '1 day' FROM closing, generate_series(1, 2) lan
      RETURNING id, thang, lan
    )
    INSERT INTO payout_line (file_id, username, ten, ngan_hang, so_tai_khoan, so)
    SELECT id, who, 'X', 'ACB', '12345678', 1 FROM made, (VALUES ('twice'), ('once')) p(who)
    WHERE who = 'twice' AND thang = '2021-03-01' OR lan = 2`)
  await db.pool.query(readFileSync(join(folder, file), 'utf8'))
  const { rows } = await db.pool.query<{ line: string }>(`
    SELECT username || to_char(thang, ' MM ') || lan || coalesce(' ' || bo_boi || to_char(bo_luc, ' DD'), '') AS line
    FROM payout_line l JOIN payout_file f ON f.id = l.file_id ORDER BY 1`)
  expect(rows.map(({ line }) => line)).toEqual([
    'once 03 2',
    'once 04 2',
    'twice 03 1 __AUTO 03',
    'twice 03 2',
    'twice 04 2',
  ])
})
