/** What a unit's payroll reads of everybody's revenue lines: its own, by an index. */
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#kit/server/actor.ts'
import { inUnit } from '#kit/server/list.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { tinhluongRows } from './tinhluong.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The plan of the amounts beside the rows that an account asks for. */
async function planOf(username: string, query: Record<string, string>): Promise<string> {
  const client = await server.pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      sql`SELECT id FROM users WHERE username = ${username}`,
    )
    const who = await actorOf(client, rows[0]?.id ?? '')
    if (!who || !tinhluongRows.outside) throw new Error(`no account ${username}`)
    const mine = (column: Sql, kind: 'id' | 'staff') => inUnit(column, who.scope, kind)
    await client.query('BEGIN; SET LOCAL enable_seqscan = off')
    const plan = await client.query<{ 'QUERY PLAN': string }>(sql`
      EXPLAIN WITH c AS MATERIALIZED (SELECT username, 0::bigint AS "doanhThu" FROM users)
      ${tinhluongRows.outside(query, mine)}`)
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

test.each([
  ['leader11', { startDate: '11/2026' }],
  ['sale111', { startDate: '11/2026' }],
  ['quanly', { startDate: '11/2026', username: 'sale111' }],
])(
  'the lines beside the rows that %s asks for are found person by person (D3-ONE-07)',
  async (who, query) => {
    expect(await planOf(who, query)).toMatch(/(Index Cond|Filter): .*username_nv = c\w*\.username/)
  },
)

test('those of everybody are read once, without a search for each (D3-ONE-07)', async () => {
  expect(await planOf('quanly', { startDate: '11/2026' })).not.toMatch(/username_nv = c\w*\.username/)
})
