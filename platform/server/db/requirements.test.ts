/** Findings about an operator's own database: none for a suitable one, one line per deficiency of another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainDatabase, testDatabase, type TestDatabase } from '#test/database.ts'
import { findings, findingsOf, type DatabaseFacts } from './requirements.ts'

let good: TestDatabase
let plain: TestDatabase
beforeAll(async () => {
  good = await testDatabase()
  plain = await plainDatabase()
})
afterAll(() => Promise.all([good.drop(), plain.drop()]))

/** Tests run without fsync and with little memory, which is reported rightly. */
const ofTests = /lost in a power cut|comes with: shared_buffers = 128MB; step 4/

test('a database created as documented gives no warning; one with the plain locale gives a warning with the remedy', async () => {
  const { refusals, warnings } = await findings(good.pool, 27)
  expect([refusals, warnings.filter((line) => !ofTests.test(line))]).toEqual([[], []])
  const other = await findings(plain.pool, 1_000)
  expect(other.refusals).toEqual([])
  expect(other.warnings.filter((line) => !ofTests.test(line))).toEqual([
    expect.stringMatching(/locale C, in which Vietnamese letters come after Z; .*ICU_LOCALE 'vi'/),
    'it allows 97 connections, one process takes up to 1000',
  ])
})

test('each missing requirement is one line', () => {
  const facts: DatabaseFacts = {
    encoding: 'UTF8',
    locale: 'vi',
    sorts: true,
    extensions: ['pg_trgm', 'unaccent'],
    connections: 97,
    unsafe: [],
    logs_values: [],
    untuned: [],
    encrypted: true,
    local: false,
  }
  const findingsFor = (part: Partial<DatabaseFacts>): string => {
    const { refusals, warnings } = findingsOf({ ...facts, ...part }, 27)
    return [...refusals.map((line) => `no: ${line}`), ...warnings].join('\n')
  }
  expect(findingsFor({})).toBe('')
  expect(findingsFor({ encoding: 'SQL_ASCII' })).toMatch(
    /^no: its encoding is SQL_ASCII, UTF8 is needed: CREATE DATABASE/,
  )
  expect(findingsFor({ extensions: ['pg_trgm'] })).toMatch(/^no: the extension unaccent is not installed/)
  expect(findingsFor({ unsafe: ['fsync = off'] })).toMatch(/power cut: fsync = off$/)
  expect(findingsFor({ logs_values: ['log_error_verbosity = default'] })).toMatch(/quotes customers' data/)
  expect(findingsFor({ untuned: ['jit = on'] })).toMatch(
    /comes with: jit = on; step 4 of docs\/operations.md/,
  )
  expect(findingsFor({ encrypted: false })).toMatch(/sslmode=verify-full/)
  expect(findingsFor({ encrypted: false, local: true })).toBe('')
})

test("of four settings those left at PostgreSQL's default are named (D3-RUN-02)", async () => {
  const client = await good.pool.connect()
  const warning = async () =>
    (await findings(client, 27)).warnings.find((line) => line.includes('comes with'))
  expect(await warning()).toContain('comes with: shared_buffers = 128MB;')
  await client.query(`SET jit = on; SET random_page_cost = 4`)
  expect(await warning()).toContain('comes with: jit = on, random_page_cost = 4, shared_buffers = 128MB;')
  client.release(true)
})
