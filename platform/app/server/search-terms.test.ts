/** The upkeep of the words that are searched. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { keepTerms } from './search-terms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('words that no text has are removed in the background (threats F4)', async () => {
  await server.pool.query(`
    INSERT INTO blacklist (phone_number, description) VALUES (912345678, 'khách');
    INSERT INTO search_terms VALUES ('blacklist', 'xoa')`)
  const stop = keepTerms(server.api.services, 50)
  const terms = async () =>
    (await server.pool.query(`SELECT term FROM search_terms WHERE list = 'blacklist'`)).rows
  await expect.poll(terms).toEqual([{ term: 'khach' }])
  await stop()
})
