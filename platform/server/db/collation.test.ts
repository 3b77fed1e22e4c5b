/** Case folding is the same in databases of any locale; notifications are not lost because of their size. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainDatabase, type TestDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await plainDatabase()
  await migrate(db.url)
})
afterAll(() => db.drop())

test('in a database with LC_CTYPE C a role, a person and a price are unique regardless of case', async () => {
  expect((await db.pool.query(`SELECT lower('ĐỘI') AS small`)).rows).toEqual([{ small: 'ĐỘi' }])
  expect((await db.pool.query(`SELECT to_lower('ĐỘI') AS small, to_upper('đội') AS large`)).rows).toEqual([
    { small: 'đội', large: 'ĐỘI' },
  ])
  const role = (name: string) =>
    db.pool.query('INSERT INTO roles (name, priority) VALUES ($1, 5) RETURNING id', [name])
  const { rows } = await role('Trưởng ĐỘI')
  await expect(role('trưởng đội')).rejects.toThrow(/roles_name/)
  const person = (name: string) =>
    db.pool.query(
      `INSERT INTO users (username, fullname, email, role_id, password_hash) VALUES ($1, 'A', '', $2, '')`,
      [name, rows[0].id],
    )
  await person('đông')
  await expect(person('ĐÔNG')).rejects.toThrow(/users_username/)
  // The search for a person's name uses the index, so it has the same collation as the index.
  const plan = await db.pool.query(
    `BEGIN; SET LOCAL enable_seqscan = off;
     EXPLAIN SELECT FROM users WHERE to_lower(username) = to_lower('ĐÔNG'); COMMIT`,
  )
  expect(JSON.stringify(plan)).toContain('users_username')
})

test('no routine, view or index folds case by the locale of the database', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    WITH texts AS (
      SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND prolang IN (
        SELECT oid FROM pg_language WHERE lanname IN ('sql', 'plpgsql'))
      UNION ALL SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'
      UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public')
    SELECT name FROM texts WHERE name NOT IN ('to_lower', 'to_upper', 'fold', 'timekeeping_days')
      AND text ~ '\\m(lower|upper)\\('`)
  // Except two for values that are not text or no longer contain our letters: range bounds, and unaccented text.
  expect(rows).toEqual([])
})
