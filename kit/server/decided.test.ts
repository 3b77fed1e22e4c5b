/** The first decider of a row is named only to users who may see that column (D3-TRL-01). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { userId } from '#test/pool.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { actorOf } from './actor.ts'
import { decidedWords } from './decided.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90')`)
})
afterAll(() => server.close())

test('a refused decision names the first decider to readers who may know it, and tells others only the time (D3-TRL-01, D1-BANK-17 to 19)', async () => {
  const quanly = await server.as('quanly')
  const sent = {
    sender: 'VCB',
    money: 90_000,
    datetime: '2026-11-10T03:00:00Z',
    str_mes: 'ND: 0912345678 VD90',
  }
  const { id } = (await quanly.post('/api/v1/mesbank', sent)).data as { id: string }
  expect((await quanly.get(`/api/v1/mesbank/approve/${id}`)).status).toBe(200)
  const { rows } = await server.pool.query<{ fullname: string }>(
    sql`SELECT fullname FROM users WHERE username = 'quanly'`,
  )
  const messageFor = async (username: string) => {
    const found = await actorOf(server.pool, await userId(server.pool, username))
    if (!found) throw new Error(`no account ${username}`)
    const { approve } = mesbank.actions
    return decidedWords(mesbank, approve, approve.steps[0], id, { db: server.pool, actor: found.actor })
  }
  expect(await messageFor('admin')).toContain(`đã được ${rows[0]?.fullname} duyệt lúc `)
  for (const username of ['sale111', 'leader11', 'chinhanh1']) {
    const words = await messageFor(username)
    expect(words).toMatch(/đã được duyệt lúc \d\d-\d\d-\d{4}/)
    expect(words).not.toContain(rows[0]?.fullname)
  }
})
