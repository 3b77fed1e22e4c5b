/** Decisions on bank messages: permission, time, and only once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

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
const ask = async (username: string, verb: string, id: string) =>
  (await server.as(username)).get(`${path}/${verb}/${id}`)

test('approving stores 1 and the decider, denying stores 2 (D1-BANK-05, D1-BANK-06, D1-BANK-23, D1-BANK-24, D1-BANK-42, D1-BANK-43)', async () => {
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

test('the documented GETs that write need the session header and are not cached (D1-Q-052)', async () => {
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
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'HNIMB01', 'doitac1'])
    for (const verb of ['approve', 'deny'])
      expect([username, (await ask(username, verb, id)).status]).toEqual([username, 403])
})

test('phone and package must be filled, and a decided message stays decided (D1-BANK-28, D1-BANK-29, D1-Q-052)', async () => {
  const empty = await make('chuyen tien')
  for (const verb of ['approve', 'deny'] as const) {
    const reply = await ask('admin', verb, empty.id)
    expect([reply.status, reply.body.msg]).toEqual([409, mesbank.actions[verb].needs.refusal])
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
    expect([reply.status, reply.body.msg]).toEqual([
      409,
      expect.stringMatching(/ này đã được .+ từ chối lúc /),
    ])
  }
  expect((await ask('admin', 'approve', '018f0000-0000-7000-8000-00000000dead')).status).toBe(404)
})

test('every change of a deleted message answers 404 and leaves it unchanged (D2-Q-26)', async () => {
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

test('of many who decide at once one succeeds, the others get 409, and one decision is on record (D1-Q-052)', async () => {
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
  expect(server.published).toEqual(['mesbank'])
})

test('an unreadable message that is no order is rejected with a reason, and leaves the queue of unreadable messages (D3-DEC-07)', async () => {
  const admin = await server.as('admin')
  const unread = async () => ((await admin.get(`${path}?chua_doc=1`)).data as { values: Row[] }).values
  const row = await make('chuyen tien')
  await make()
  expect((await unread()).map(({ id }) => id)).toEqual([row.id])
  expect((await ask('admin', 'approve', row.id)).status).toBe(409)
  expect((await ask('admin', 'deny', `${row.id}?ly_do_tu_choi=%20`)).status).toBe(409)
  const reason = encodeURIComponent('Không phải đơn')
  expect((await ask('quanly', 'deny', `${row.id}?ly_do_tu_choi=${reason}&version=1`)).data).toMatchObject({
    trang_thai_duyet_thong_tin: '2',
    ly_do_tu_choi: 'Không phải đơn',
    chua_doc: 0,
  })
  expect(await unread()).toEqual([])
  expect((await (await server.as('sale111')).get(`${path}?chua_doc=1`)).status).toBe(403)
})

test("a decided message refuses changes of phone, package and deletion, singly or in bulk; 'processed' stays editable (D3-DEC-01)", async () => {
  const { id } = await make()
  await ask('admin', 'approve', id)
  const admin = await server.as('admin')
  const before = (await admin.get(`${path}/${id}`)).data
  const edit = { goi_cuoc: 'NA120' }
  const replies = [
    await admin.put(`${path}/${id}`, edit),
    await admin.put(`${path}/${id}`, { so_dien_thoai: '0987654321' }),
    await (await server.as('sale111')).put(`${path}/${id}`, edit),
    await admin.delete(`${path}/${id}`),
  ]
  expect(replies.map(({ status, body }) => [status, body.msg])).toEqual(
    Array(4).fill([403, messages.decided]),
  )
  for (const method of ['PUT', 'DELETE']) {
    const many = await admin.post('/api/v1/bulk', { method, path: `${path}/:id`, ids: [id], input: edit })
    expect(many.data).toMatchObject({ done: 0, refused: [{ msg: messages.decided }] })
  }
  // Importing the same message again returns it unchanged.
  const { sender, money, datetime, str_mes } = before as Row
  const again = await admin.post(`${path}/import`, { data: [{ sender, money, datetime, str_mes }] })
  expect(again.data).toMatchObject({ saved: 1, inserted: 0 })
  expect((await admin.get(`${path}/${id}`)).data).toEqual(before)
  expect((await admin.put(`${path}/setTrangThaiXuLy/${id}`, { is_read: 1 })).status).toBe(200)
})

test('a decided message is reopened with a reason and waits again; sellers are not notified (D3-DEC-02)', async () => {
  const { id } = await make()
  await ask('admin', 'approve', id)
  const reopen = async (username: string, body: object) =>
    (await server.as(username)).put(`${path}/reopen/${id}`, body)
  expect((await reopen('admin', {})).status).toBe(400)
  expect((await reopen('chinhanh1', { ly_do_mo_lai: 'Sai gói' })).status).toBe(403)
  expect((await reopen('quanly', { ly_do_mo_lai: 'Sai gói' })).body.data).toMatchObject({
    trang_thai_duyet_thong_tin: null,
    username_duyet_trang_thai_duyet_thong_tin: null,
    cho_duyet: 1,
    may: { update: true, remove: true },
  })
  expect((await reopen('quanly', { ly_do_mo_lai: 'Sai gói' })).status).toBe(409)
  const history = async (username: string) =>
    (await (await server.as(username)).get(`${path}/${id}/history`)).text
  expect(await history('admin')).toContain('Sai gói')
  expect(await history('sale111')).not.toContain('Sai gói')
})

test('for a bulk decision the server counts sum and warnings over all rows, leaves out doubtful ones when approving and rejects them too (D3-DEC-04)', async () => {
  const admin = await server.as('admin')
  await server.pool.query(`UPDATE giahoantien SET gia_goi = 90000 WHERE ten_goi_cuoc = 'VD90'`)
  const clear = await make('0912345678 VD90')
  const doubtful = await make('STK 0912345671 VD90')
  const unread = await make('chuyen tien')
  const body = { sender: 'VCB', datetime: '2026-11-10T04:00:00Z', money: 85_000, str_mes: '0912345672 VD90' }
  const short = (await admin.post(path, body)).data as Row
  const typed = await make('chuyen tien mua')
  await admin.put(`${path}/${typed.id}`, { so_dien_thoai: '0912345673', goi_cuoc: 'LẠ' })
  const count = async (verb: string, filter: object = {}) =>
    (await admin.post('/api/v1/bulk/count', { method: 'GET', path: `${path}/${verb}/:id`, filter })).data
  expect((await admin.get(`${path}/${short.id}`)).data).toMatchObject({
    lech_gia: 'Thiếu 5,000 đ so với giá gói VD90 (90,000 đ)',
  })
  expect(await count('approve')).toEqual({
    rows: [{ id: clear.id, version: 1, name: '0912345678' }],
    sum: 90_000,
    unfit: [],
    warned: [
      { words: 'có số tiền khác giá gói', rows: 1 },
      { words: 'có gói không có trong bảng giá', rows: 1 },
      { words: 'cần xem lại nhận dạng', rows: 1 },
    ],
    leftOut: 3,
    closed: 1,
    first: 0,
  })
  expect(await count('deny')).toMatchObject({ sum: 445_000, leftOut: 0, closed: 0 })
  expect(await count('deny', { cho_duyet: '1' })).toMatchObject({ sum: 355_000 })
  const approve = { method: 'GET', path: `${path}/approve/:id` }
  const all = [clear, doubtful, unread, short, typed].map(({ id }) => id)
  const { data } = await admin.post('/api/v1/bulk', { ...approve, ids: all })
  expect((data as { done: number }).done).toBe(1)
  expect((data as { refused: { msg: string }[] }).refused.map(({ msg }) => msg)).toEqual([
    refusals.warned,
    mesbank.actions.approve.needs.refusal,
    refusals.warned,
    refusals.warned,
  ])
  const deny = { method: 'GET', path: `${path}/deny/:id`, input: { ly_do_tu_choi: 'Không phải đơn' } }
  expect((await admin.post('/api/v1/bulk', { ...deny, ids: all.slice(1) })).data).toEqual({
    done: 4,
    refused: [],
  })
})

test('/app/approval requests the rows that wait for a decision (D1-Q-016)', async () => {
  const [waiting, decided] = [await make(), await make('0912345679 VD90')]
  await make('chuyen tien')
  await ask('admin', 'approve', decided.id)
  const { data } = await (await server.as('admin')).get(`${path}?cho_duyet=1`)
  expect((data as { values: Row[] }).values.map(({ id }) => id)).toEqual([waiting.id])
})
