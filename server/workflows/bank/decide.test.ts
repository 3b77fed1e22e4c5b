/** Who decides on a bank message, when, and how often: once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

const path = '/api/v1/mesbank'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90')`)
})
beforeEach(() => server.pool.query('DELETE FROM mesbank'))
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string }
const make = async (str_mes = '0912345678 VD90'): Promise<Row> => {
  const body = { sender: 'VCB', money: 90_000, datetime: '2026-11-10T03:00:00Z', str_mes }
  return (await (await server.as('quanly')).post(path, body)).data as Row
}
const ask = async (who: string, verb: string, id: string) =>
  (await server.as(who)).get(`${path}/${verb}/${id}`)

test('approve stores 1 and the decider, deny stores 2 (D1-BANK-05, D1-BANK-06, D1-BANK-23, D1-BANK-24, D1-BANK-42, D1-BANK-43)', async () => {
  const [one, two] = [await make(), await make('0912345679 VD90')]
  expect((await ask('quanly', 'approve', one.id)).data).toMatchObject({
    trang_thai_duyet_thong_tin: '1',
    username_duyet_trang_thai_duyet_thong_tin: 'quanly',
  })
  expect((await ask('admin', 'deny', two.id)).data).toMatchObject({
    trang_thai_duyet_thong_tin: '2',
    username_duyet_trang_thai_duyet_thong_tin: 'admin',
  })
})

test('the documented GETs need the header of a session and are never stored (D1-Q-052)', async () => {
  const { id } = await make()
  const { token } = await server.as('admin')
  for (const verb of ['approve', 'deny']) {
    expect((await server.outsider.get(`${path}/${verb}/${id}?token=${token}`)).status).toBe(401)
    const cookie = await server.app.inject({
      url: `${path}/${verb}/${id}`,
      headers: { cookie: `token=${token}` },
    })
    expect(cookie.statusCode).toBe(401)
  }
  expect((await ask('admin', 'approve', id)).headers['cache-control']).toBe('no-store')
})

test('only priority below 3 decides (D1-BANK-27)', async () => {
  const { id } = await make()
  for (const who of ['chinhanh1', 'leader11', 'sale111', 'HNIMB01', 'doitac1'])
    for (const verb of ['approve', 'deny'])
      expect([who, (await ask(who, verb, id)).status]).toEqual([who, 403])
})

test('phone and package must be filled, and a decided message stays decided (D1-BANK-28, D1-BANK-29, D1-Q-052)', async () => {
  const empty = await make('chuyen tien')
  for (const verb of ['approve', 'deny']) {
    const reply = await ask('admin', verb, empty.id)
    expect([reply.status, reply.body.msg]).toEqual([409, mesbank.actions.approve.needs.refusal])
  }
  const { id } = await make()
  expect((await ask('admin', 'deny', id)).status).toBe(200)
  const { rows } = await server.pool.query(
    `SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY audit_log.id DESC LIMIT 1`,
    [id],
  )
  expect(rows).toEqual([{ action: 'reject' }])
  for (const verb of ['approve', 'deny']) {
    const reply = await ask('quanly', verb, id)
    expect([reply.status, reply.body.msg]).toEqual([409, mesbank.actions.approve.from.refusal])
  }
  expect((await ask('admin', 'approve', '018f0000-0000-7000-8000-00000000dead')).status).toBe(404)
})

test('a deleted message is unknown to everything that would change it, and stays as it was (D2-Q-26)', async () => {
  const { id } = await make()
  const admin = await server.as('admin')
  expect((await admin.delete(`${path}/${id}`)).status).toBe(200)
  const stored = async () => (await server.pool.query('SELECT * FROM mesbank WHERE id = $1', [id])).rows
  const before = await stored()
  const answers = [
    await ask('admin', 'approve', id),
    await ask('admin', 'deny', id),
    await admin.put(`${path}/setTrangThaiXuLy/${id}`, { is_read: 1 }),
    await admin.put(`${path}/${id}`, { so_dien_thoai: '0912345670', goi_cuoc: 'VD90' }),
    await admin.delete(`${path}/${id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404))
  expect(await stored()).toEqual(before)
})

test('of many who decide at once one does, the others get 409, and one decision is on record (D1-Q-052)', async () => {
  const { id } = await make()
  server.published.length = 0
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ask(n % 2 ? 'admin' : 'quanly', n % 3 ? 'approve' : 'deny', id)),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  const { rows } = await server.pool.query(
    `SELECT action FROM audit_log WHERE resource_id = $1 AND action IN ('approve', 'reject')`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(server.published).toEqual([{ resource: 'mesbank', ids: [id] }])
})

test('/app/approval asks for what waits for a decision (D1-Q-016)', async () => {
  const [waiting, decided] = [await make(), await make('0912345679 VD90')]
  await make('chuyen tien')
  await ask('admin', 'approve', decided.id)
  const { data } = await (await server.as('admin')).get(`${path}?cho_duyet=1`)
  expect((data as { values: Row[] }).values.map(({ id }) => id)).toEqual([waiting.id])
})
