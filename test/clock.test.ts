/** The whole product in a database follows the clock set by a test, and its tables stay in schema public. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from './clock.ts'
import type { TestDatabase } from './database.ts'
import { organisationAt } from './organisation.ts'
import { signInAs } from './server.ts'

const createdAt = new Date('2031-01-30T08:00:00+07:00')
let db: TestDatabase

beforeAll(async () => {
  db = await organisationAt(createdAt)
})
afterAll(() => db.drop())

const one = async (text: string): Promise<unknown> => {
  const { rows } = await db.pool.query<{ v: unknown }>(`SELECT ${text} AS v`)
  return rows[0]?.v
}

test('time stands still where it was set, in statements, functions and defaults', async () => {
  expect(await one('now()')).toEqual(createdAt)
  expect(await one('clock_timestamp()')).toEqual(createdAt)
  expect(await one('(SELECT max(applied_at) FROM schema_migration)')).toEqual(createdAt)
  await setClock(db.pool, new Date('2031-01-31T23:59:59+07:00'))
  expect(await one('today_vn()')).toBe('2031-01-31')
  await setClock(db.pool, new Date('2031-02-01T00:00:00+07:00'))
  expect(await one('today_vn()')).toBe('2031-02-01')
  await signInAs(db.pool, 'sale111')
  expect(await one(`(SELECT expires_at FROM sessions)`)).toEqual(new Date('2031-02-01T01:00:00+07:00'))
})

test('time passes by the requested factor faster', async () => {
  const begin = new Date('2031-02-03T08:00:00+07:00')
  await setClock(db.pool, begin, 3600)
  await db.pool.query('SELECT pg_sleep(0.1)')
  const passed = ((await one('clock_timestamp()')) as Date).getTime() - begin.getTime()
  expect(passed).toBeGreaterThan(6 * 60_000)
  expect(passed).toBeLessThan(3_600_000 * 10)
})

test('no function, default, constraint or view of the database bypasses the clock', async () => {
  // PostgreSQL shows its own functions with their schema if the clock hides them; keywords cannot be hidden.
  const { rows } = await db.pool.query(`
    SELECT name FROM (
      SELECT oid::regprocedure::text, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
      UNION ALL SELECT adrelid::regclass::text, pg_get_expr(adbin, adrelid) FROM pg_attrdef
        WHERE adrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      UNION ALL SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT viewname, definition FROM pg_views WHERE schemaname = 'public') AS made(name, text)
    WHERE text ~* 'pg_catalog.(now|[a-z]+_timestamp)\\(|current_(date|time)|localtime'`)
  expect(rows).toEqual([])
  expect(await one(`(SELECT count(*)::int FROM pg_tables WHERE schemaname = 'clock')`)).toBe(1)
})
