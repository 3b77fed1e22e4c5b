/** Reads use any pooled connection, and a reserved one only if none is free in time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createPool } from './pool.ts'
import { openReaders } from './readers.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

test('a read is served while all other connections are lent, and uses no reader connection while another one is free (D3-RUN-01)', async () => {
  const open = (applicationName: string, keepOpen = false) =>
    createPool(db.url, { max: 1, applicationName, log: console, keepsIdle: keepOpen })
  const [pool, spare] = [open('all'), open('readers', true)]
  const readers = openReaders(pool, spare)
  const by = async () => (await readers.query(`SELECT current_setting('application_name') AS by`)).rows
  expect(await by()).toEqual([{ by: 'all' }])
  const lent = await pool.connect()
  expect(await by()).toEqual([{ by: 'readers' }])
  const client = await readers.connect()
  expect(spare.idleCount).toBe(0)
  client.release()
  lent.release()
  // Connections requested meanwhile arrived late, and were released.
  await expect.poll(() => [pool.idleCount, pool.waitingCount]).toEqual([1, 0])
  expect(await by()).toEqual([{ by: 'all' }])
  await expect(readers.query('SELECT nothing')).rejects.toThrow(/nothing/)
  await Promise.all([pool.end(), spare.end()])
})
