/** The recording fits the current tables, which are as strict afterwards as before. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { loadRecording, readRecording } from './demo-load.ts'
import { marksAt } from './demo-marks.ts'
import type { Recording } from './demo-recording.ts'
import { demoTime } from './demo-time.ts'
import { seedDemo } from './demo.ts'
import { demoAccounts, newcomers } from './organisation.ts'

let database: TestDatabase
beforeAll(async () => void (database = await organisationDatabase()))
afterAll(() => database.drop())

/** Triggers and whether they are enabled, constraints and whether they are validated, and indexes. */
const rules = `
  SELECT format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) AS rule FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('index %s %s', indisvalid, pg_get_indexdef(indexrelid)) FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace ORDER BY 1`

const rulesOf = async (): Promise<string[]> =>
  (await database.pool.query<{ rule: string }>(rules)).rows.map(({ rule }) => rule)

const now = new Date()
const accounts = new Map([...demoAccounts, ...newcomers].map(({ username }, n) => [username, `0198e000-0000-7000-8000-${String(n).padStart(12, '0')}`])) // prettier-ignore

/** Loads a part of the recording into empty tables, and rolls back. */
async function tried(part: Partial<Recording>, query: string): Promise<Record<string, unknown>[]> {
  const time = demoTime(now)
  let rows: Record<string, unknown>[] = []
  const undone = new Error('undone')
  await withTransaction(database.pool, async (client) => {
    await client.query('ALTER TABLE blacklist ADD COLUMN so_van_ban text NOT NULL DEFAULT $$chưa có$$')
    const recording: Recording = { ...(await readRecording()), sequences: {}, ...part }
    await loadRecording(recording, time.oldest, marksAt(now, time, accounts), client)
    rows = (await client.query<Record<string, unknown>>(query)).rows
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return rows
}

test('a column missing from the recording gets its default', async () => {
  const tables = (await readRecording()).tables.filter(({ table }) => table === 'blacklist')
  expect(tables.map(({ columns }) => columns.includes('so_van_ban'))).toEqual([false])
  expect(await tried({ tables }, 'SELECT DISTINCT so_van_ban FROM blacklist')).toEqual([
    { so_van_ban: 'chưa có' },
  ])
})

test('a recorded column that no longer exists, or a row without its parent row, is refused', async () => {
  const { tables } = await readRecording()
  const changedTables = tables
    .filter(({ table }) => table === 'blacklist')
    .map((table) => ({
      ...table,
      columns: table.columns.map((name) => (name === 'nguon' ? 'ngay_bo' : name)),
    }))
  await expect(tried({ tables: changedTables }, 'SELECT')).rejects.toThrow(
    /column "ngay_bo" of relation "blacklist"/,
  )
  const alone = tables.filter(({ table }) => table === 'scan_numbers' || table === 'sim_order')
  await expect(tried({ tables: alone }, 'SELECT')).rejects.toThrow(/foreign key/)
})

test('triggers, constraints and indexes are unchanged after loading, and every kept column exists', async () => {
  const before = await rulesOf()
  await seedDemo(database.pool, now)
  expect(await rulesOf()).toEqual(before)
  const { tables } = await readRecording()
  const { rows } = await database.pool.query<{ name: string; planned: boolean }>(
    `SELECT c.relname AS name, c.reltuples > 0 AS planned FROM pg_class c WHERE c.relname = ANY($1)`,
    [tables.map(({ table }) => table)],
  )
  expect(rows.filter(({ planned }) => !planned)).toEqual([])
  // New rows come after those of the recording.
  const {
    rows: [next],
  } = await database.pool.query(
    `SELECT nextval('customer_rank') > (SELECT max(rank) FROM customer) AS rank, nextval('sim_order_ma_so_seq') > (SELECT max(ma_so) FROM sim_order) AS bill`,
  )
  expect(next).toEqual({ rank: true, bill: true })
})
