/** The words that are searched, through upgrades and in the background. */
import { expect, test } from 'vitest'
import { invariants } from '#platform/server/db/invariants.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { emptyDatabase } from '#test/database.ts'
import { startTestServer } from '#test/server.ts'
import { keepTerms } from './search-terms.ts'

test('words that no text contains are removed in the background (threats F4)', async () => {
  const server = await startTestServer()
  try {
    await server.pool.query(`
      INSERT INTO blacklist (phone_number, description) VALUES (912345678, 'khách');
      INSERT INTO search_terms VALUES ('blacklist', 'xoa')`)
    const stop = keepTerms(server.api.services, 50)
    const terms = async () =>
      (await server.pool.query(`SELECT term FROM search_terms WHERE list = 'blacklist'`)).rows
    await expect.poll(terms).toEqual([{ term: 'khach' }])
    await stop()
  } finally {
    await server.close()
  }
})

test('an upgrade adds the words that a server of the former version wrote meanwhile; a missing word breaks an invariant', async () => {
  const { pool, url, drop } = await emptyDatabase()
  const missing = async () =>
    (await pool.query(invariants['a search by words knows every word of the texts'] ?? '')).rows
  try {
    await migrate(url)
    expect(await missing()).toEqual([])
    await pool.query(`
      DROP TRIGGER blacklist_terms ON blacklist;
      INSERT INTO blacklist (phone_number, description) VALUES (912345678, 'khách');
      DELETE FROM schema_migration WHERE name LIKE 'routines/%'`)
    expect(await missing()).toEqual([{ id: 'blacklist: khach' }])
    await migrate(url)
    expect(await missing()).toEqual([])
  } finally {
    await drop()
  }
})
