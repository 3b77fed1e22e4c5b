/** Value types, time limits and retries that the server relies on. */
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { createPool, withTransaction } from './pool.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('CREATE TABLE pool_counter (id int PRIMARY KEY, n int NOT NULL)')
  await db.pool.query('INSERT INTO pool_counter VALUES (1, 0), (2, 0)')
})

afterAll(() => db.drop())

test('dates are calendar strings, bigints are numbers, numerics are strings, also inside arrays', async () => {
  const { rows } = await db.pool.query(
    sql`SELECT '2026-11-20'::date AS day, 9007199254740991::bigint AS money, 0.10::numeric AS rate,
      ARRAY['2026-11-20', NULL]::date[] AS days, ARRAY[1, NULL]::bigint[] AS amounts,
      ARRAY[0.10]::numeric[] AS rates, NULL::bigint AS nothing`,
  )
  expect(rows[0]).toEqual({
    day: '2026-11-20',
    money: 9007199254740991,
    rate: '0.10',
    days: ['2026-11-20', null],
    amounts: [1, null],
    rates: ['0.10'],
    nothing: null,
  })
})

test('a bigint beyond the safe integers is refused instead of rounded', async () => {
  await expect(db.pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow(RangeError)
})

test('a connection has its name, its time limits and UTC', async () => {
  const { rows } = await db.pool.query(
    `SELECT current_setting('application_name') AS name, current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock, current_setting('timezone') AS zone,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('parallel_setup_cost') AS parallel`,
  )
  expect(rows[0]).toEqual({
    name: 'test',
    statement: '5s',
    lock: '2s',
    zone: 'UTC',
    idle: '30s',
    parallel: '10000',
  })
})

test('an idle connection closed by the database is logged and replaced', async () => {
  const messages: string[] = []
  const log = { error: (_: object, message: string) => messages.push(message) }
  const pool = createPool(db.url, { max: 1, applicationName: 'victim', log })
  await pool.query('SELECT 1')
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim'`,
  )
  await expect.poll(() => messages).toEqual(['idle database connection lost'])
  expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  await pool.end()
})

test('a lent connection closed by the database is logged, and its user gets the error (threats G1)', async () => {
  const messages: string[] = []
  const log = { error: (_: object, message: string) => messages.push(message) }
  const pool = createPool(db.url, { max: 1, applicationName: 'lent', log })
  const client = await pool.connect()
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lent'`,
  )
  // The client is checked out; without a listener the process would end here.
  await expect.poll(() => messages[0]).toBe('database connection lost')
  await expect(client.query('SELECT 1')).rejects.toThrow(/connection|queryable|terminat/i)
  client.release(true)
  expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  await pool.end()
})

test('an error inside a transaction rolls it back', async () => {
  const refused = withTransaction(db.pool, async (client) => {
    await client.query('UPDATE pool_counter SET n = 99')
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect((await db.pool.query('SELECT DISTINCT n FROM pool_counter')).rows).toEqual([{ n: 0 }])
})

test('two transactions that deadlock both succeed in the end', async () => {
  const touch = (first: number, second: number) =>
    withTransaction(db.pool, async (client) => {
      await client.query(sql`UPDATE pool_counter SET n = n + 1 WHERE id = ${first}`)
      await client.query('SELECT pg_sleep(0.2)')
      await client.query(sql`UPDATE pool_counter SET n = n + 1 WHERE id = ${second}`)
    })
  await db.pool.query('UPDATE pool_counter SET n = 0')
  await Promise.all([touch(1, 2), touch(2, 1)])
  expect((await db.pool.query('SELECT n FROM pool_counter ORDER BY id')).rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('a transaction that always conflicts fails after three more tries', async () => {
  let tries = 0
  const hopeless = withTransaction(db.pool, async (client) => {
    tries += 1
    await client.query(`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`)
  })
  await expect(hopeless).rejects.toBeInstanceOf(pg.DatabaseError)
  expect(tries).toBe(4)
})
