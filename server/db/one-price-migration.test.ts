/** Migration 031: of package prices whose names differ in case alone one row stays, the newest with a price. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oldDatabase, oldDatabases, type TestDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
beforeAll(async () => {
  const newest = readdirSync(oldDatabases).find((file) => file.includes('cc5cdac'))
  db = await oldDatabase(newest ?? '')
})
afterAll(() => db.drop())

test('a database with several spellings of a package comes up with one row of each (D2-Q-96)', async () => {
  await db.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_goi, gia_gia_han, "createdAt", deleted_at) VALUES
      ('HAI90', 90000, 27000, '2026-01-01', NULL), ('hai90', 95000, 0, '2026-02-01', NULL),
      ('Hai90', 0, 5, '2026-03-01', NULL), ('hAI90', 1, 0, '2026-04-01', now()),
      ('gói 7', 0, 0, '2026-01-01', NULL), ('GÓI 7', 0, 3, '2026-02-01', NULL),
      ('nhỏ', 5, 0, '2026-01-01', NULL)`)
  const { rows: before } = await db.pool.query(
    `SELECT id, ten_goi_cuoc AS name FROM giahoantien WHERE ten_goi_cuoc IN ('HAI90', 'Hai90', 'gói 7') ORDER BY id`,
  )
  await migrate(db.url, import.meta.dirname)
  const { rows } = await db.pool.query(`
    SELECT ten_goi_cuoc AS name, gia_goi, gia_gia_han FROM giahoantien
    WHERE lower(ten_goi_cuoc) IN ('hai90', 'gói 7', 'nhỏ') AND deleted_at IS NULL ORDER BY 1`)
  expect(rows).toEqual([
    { name: 'GÓI 7', gia_goi: 0, gia_gia_han: 3 },
    { name: 'HAI90', gia_goi: 95_000, gia_gia_han: 0 },
    { name: 'NHỎ', gia_goi: 5, gia_gia_han: 0 },
  ])
  const trail = await db.pool.query(`
    SELECT resource_id AS id, before ->> 'ten_goi_cuoc' AS name FROM audit_log
    WHERE resource = 'giahoantien' AND action = 'remove' AND username = '__AUTO' ORDER BY 1`)
  expect(trail.rows).toEqual(before)
  expect((await db.pool.query(`SELECT package_price(' Hai90 ') AS price`)).rows).toEqual([{ price: 95_000 }])
})
