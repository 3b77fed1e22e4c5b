/** Migration 021: both feeds go on where they were read to, and what was set aside is still there. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

const migrations = join(import.meta.dirname, 'migrations')
/** The statements of a migration that make the old tables of the feeds. */
async function oldTables(file: string): Promise<string> {
  const text = await readFile(join(migrations, file), 'utf8')
  const found = text.match(/CREATE TABLE (bank_feed|carrier_feeds|carrier_feed_rejects) [^;]*;/g) ?? []
  return found.join('\n')
}

test('cursors, back-off and rows set aside move along', async () => {
  await db.pool.query('DROP TABLE feed_rejects, feeds')
  await db.pool.query((await oldTables('011-bank.sql')) + (await oldTables('013-registration-results.sql')))
  await db.pool.query(`
    INSERT INTO bank_feed (cursor, failures, next_at) VALUES ('18273', 3, '2026-11-20T03:00:00Z');
    INSERT INTO carrier_feeds (name, cursor) VALUES ('registration-results', '');
    INSERT INTO carrier_feed_rejects (feed, at, reason, row) VALUES
      ('registration-results', '2026-11-05T03:00:00Z', 'NumberPhone', '{"NumberPhone":"12"}'),
      ('registration-results', '2026-11-06T03:00:00Z', 'NumberPhone', '{"NumberPhone":"12"}'),
      ('registration-results', '2026-11-07T03:00:00Z', '', '"rác"')`)
  await db.pool.query(await readFile(join(migrations, '021-feeds.sql'), 'utf8'))
  const feeds = await db.pool.query(
    'SELECT name, cursor, failures, next_at, read_at FROM feeds ORDER BY name',
  )
  expect(feeds.rows).toMatchObject([
    { name: 'bank', cursor: '18273', failures: 3, next_at: new Date('2026-11-20T03:00:00Z'), read_at: null },
    { name: 'registration-results', cursor: null, failures: 0 },
  ])
  const rejects = await db.pool.query('SELECT at, reason, row, settled_at FROM feed_rejects ORDER BY at')
  expect(rejects.rows).toEqual([
    {
      at: new Date('2026-11-05T03:00:00Z'),
      reason: 'Thiếu hoặc sai: NumberPhone',
      row: '{"NumberPhone":"12"}',
      settled_at: null,
    },
    {
      at: new Date('2026-11-07T03:00:00Z'),
      reason: 'Không phải một dòng dữ liệu',
      row: '"rác"',
      settled_at: null,
    },
  ])
})
