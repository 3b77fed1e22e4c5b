/** A large stock: lists stream, and searches use an index. */
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { searchesBy } from './simso/search.ts'

let server: TestServer
let port: number
const total = 12_000
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  const client = await server.pool.connect()
  await client.query('SET statement_timeout = 0')
  await client.query(`
    INSERT INTO simso (so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_goc, gia_khach_hang, gia_si_1,
      gia_si_2, gia_si_3, types, ghi_chu)
    SELECT so, so, 'VIETTEL', 1, 7, 1, 2, 3, 4, 'sim_taxi', repeat('giữ cho khách quen ', 20)
    FROM (SELECT '09' || 20000000 + n AS so FROM generate_series(1, ${total}) n) s`)
  await client.query('VACUUM ANALYZE simso')
  client.release()
}, 120_000)
afterAll(() => server.close())

const path = '/api/v1/simso/listNoLimit'

/** Opens a request and returns when its headers arrive, with the body unread. */
async function open(username: string): Promise<IncomingMessage> {
  const { token } = await server.as(username)
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get(`http://127.0.0.1:${port}${path}`, { agent: false, headers }, resolve).once('error', reject)
  })
}

test('the whole stock can be requested repeatedly, with the fields each reader may see, and no statement reads all of it at once (D2-Q-44, D2-Q-124)', async () => {
  for (let call = 0; call < 3; call += 1) {
    const answer = await (await server.as('sale111')).get(`${path}?sort=so_dien_thoai`)
    expect([answer.status, answer.body.status]).toEqual([200, 'success'])
    const { values, count } = answer.data as { values: Record<string, unknown>[]; count: number }
    expect([count, values.length, new Set(values.map(({ id }) => id)).size]).toEqual([total, total, total])
    expect([values[0]?.so_dien_thoai, values.at(-1)?.so_dien_thoai]).toEqual(['0920000001', '0920012000'])
    expect(Object.keys(values[0] ?? {})).not.toContain('gia_goc')
    expect(values[0]).toMatchObject({ gia_si_3: 4, types: [{ loai_sim: 'sim_taxi' }] })
  }
  const none = await (await server.as('sale111')).get(`${path}?so_dien_thoai=0999999999`)
  expect(none.data).toEqual({ values: [], count: 0 })
}, 120_000)

test('each person receives one large list at a time, others separately; a short one never waits (D2-Q-44)', async () => {
  const reader = await open('sale111')
  expect(reader.statusCode).toBe(200)
  const caller = await server.as('sale111')
  const second = await caller.get(path)
  expect([second.status, second.headers['retry-after'], second.body.msg]).toEqual([
    429,
    '5',
    'Bạn đang tải cả danh sách này, chờ xong rồi tải lại',
  ])
  expect((await caller.get(`${path}?so_dien_thoai=*0001`)).status).toBe(200)
  expect((await (await server.as('sale112')).get(path)).status).toBe(200)
  reader.destroy()
  await expect.poll(async () => (await caller.get(path)).status, { timeout: 20_000, interval: 300 }).toBe(200)
}, 120_000)

test('a pattern with digits apart does not scan the whole index of digits, which knows three consecutive ones (D3-SIM-02)', async () => {
  const { so_dien_thoai: look } = searchesBy(() => 'gia')
  const session = await server.api.sessions.find((await server.as('sale111')).token)
  const planOf = async (text: string): Promise<string> => {
    const { where } = look!(text, session!.actor)
    const { rows } = await server.pool.query(
      sql`EXPLAIN SELECT FROM simso WHERE deleted_at IS NULL AND ${where}`,
    )
    return JSON.stringify(rows)
  }
  for (const text of ['8?1?1?8', '*2?1*1?8', '0*7?7?7?7*'])
    expect([text, await planOf(text)]).toEqual([text, expect.not.stringContaining('simso_digits')])
  expect(await planOf('68?186')).toContain('simso_digits')
  expect(await planOf('*6868')).toContain('simso_ends')
})
