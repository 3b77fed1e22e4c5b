/** Webhook of the bank feed: authentication, accepted content, each transfer once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sign } from '#platform/server/gateways/signature.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { paidAfter, paidAt } from '#test/bank.ts'

const path = '/api/v1/mesbank/webhook'
const secret = 'bi-mat-cua-ngan-hang'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ BANK_WEBHOOK_SECRET: secret })
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc) VALUES ('VD90')`)
})
beforeEach(() => server.pool.query('DELETE FROM mesbank'))
afterAll(() => server.close())

const transfer = (n: number, more: object = {}) => ({
  transaction_id: `FT${n}`,
  channel: 'VCB',
  amount: 90_000,
  at: paidAt,
  content: 'ND: 0912345678 VD90',
  ...more,
})
const seconds = () => Math.floor(Date.now() / 1000)
const push = async (body: unknown, header?: string) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await server.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-bank-signature': header ?? sign(secret, seconds(), payload),
    },
  })
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> }
}
const rows = async () =>
  (await server.pool.query<Record<string, unknown>>('SELECT * FROM mesbank ORDER BY id')).rows

test('a signed push is stored, read and pushed to the screens', async () => {
  server.published.length = 0
  expect(await push({ transfers: [transfer(1)] })).toEqual({
    status: 200,
    body: { status: 'success', data: { received: 1, saved: 1, rejected: [] } },
  })
  const [row] = await rows()
  expect(row).toMatchObject({
    sender: 'VCB',
    money: 90_000,
    ma_giao_dich: 'FT1',
    so_dien_thoai: '912345678',
    goi_cuoc: 'VD90',
  })
  expect(server.published).toEqual(['mesbank'])
  const { rowCount } = await server.pool.query(
    `SELECT FROM audit_log WHERE resource_id = $1 AND action = 'create'`,
    [row?.id],
  )
  expect(rowCount).toBe(1)
})

test('the same transfer pushed again, or ten times at once, is one row', async () => {
  const body = { transfers: [transfer(1), transfer(1), transfer(2)] }
  const replies = await Promise.all(Array.from({ length: 10 }, () => push(body)))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(replies.reduce((sum, reply) => sum + (reply.body.data as { saved: number }).saved, 0)).toBe(2)
  // Number 2 has the same content and second as number 1, and is still another transfer.
  expect(await rows()).toHaveLength(2)
})

test('a deleted message does not come back with the next delivery, and typed values are not overwritten', async () => {
  await push({ transfers: [transfer(1), transfer(2, { content: 'chuyen tien' })] })
  const [first, second] = await rows()
  await (await server.as('admin')).delete(`/api/v1/mesbank/${first?.id}`)
  await (await server.as('sale111')).put(`/api/v1/mesbank/${second?.id}`, { so_dien_thoai: '0987654321' })
  await push({ transfers: [transfer(1), transfer(2, { content: '0911111111 VD90' })] })
  const after = await rows()
  expect(after).toHaveLength(2)
  expect(after[0]?.deleted_at).not.toBeNull()
  expect(after[1]).toMatchObject({ so_dien_thoai: '987654321', str_mes: 'chuyen tien', nhan_dang: 'tay' })
})

test('a message entered by hand gets the number of its transfer and is not duplicated', async () => {
  const admin = await server.as('admin')
  const typed = {
    sender: 'VCB',
    money: 90_000,
    datetime: paidAt,
    str_mes: 'ND: 0912345678 VD90',
  }
  await admin.post('/api/v1/mesbank', typed)
  await push({ transfers: [transfer(1)] })
  expect(await rows()).toMatchObject([{ ma_giao_dich: 'FT1' }])
  await admin.post('/api/v1/mesbank', typed)
  await admin.post('/api/v1/mesbank/import', { data: [typed, typed] })
  expect(await rows()).toHaveLength(1)
})

test('a wrong, missing, old or foreign signature gets 401 and stores nothing', async () => {
  const body = { transfers: [transfer(1)] }
  const text = JSON.stringify(body)
  const sentAt = seconds()
  const good = sign(secret, sentAt, text)
  const bad = [
    '',
    'x',
    sign('another-secret-of-some', sentAt, text),
    sign(secret, sentAt, `${text} `),
    sign(secret, sentAt - 301, text),
    sign(secret, sentAt + 330, text),
    good.replace(/t=\d+/, `t=${sentAt - 1}`),
    good.slice(0, -1),
    `${good},v1=${'0'.repeat(64)}`,
  ]
  for (const header of bad) expect([header, (await push(body, header)).status]).toEqual([header, 401])
  const { token } = await server.as('admin')
  const signedIn = await server.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(signedIn.statusCode).toBe(401)
  expect(await rows()).toEqual([])
})

test('without a configured secret every push is refused', async () => {
  const closed = await startTestServer()
  const payload = JSON.stringify({ transfers: [transfer(1)] })
  const reply = await closed.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': 'application/json', 'x-bank-signature': sign('', seconds(), payload) },
  })
  expect(reply.statusCode).toBe(401)
  await closed.close()
})

test('a faulty transfer of a push is set aside and reported to the sender, and all others are stored', async () => {
  const wrong = [
    transfer(2, { amount: 0 }),
    transfer(3, { amount: '90.000' }),
    transfer(4, { at: 'hôm qua' }),
    transfer(5, { transaction_id: ' ' }),
    transfer(6, { content: 'x'.repeat(2001) }),
    transfer(7, { amount: 1_000_000_000_001 }),
    null,
  ]
  const reasons = ['amount', 'amount', 'at', 'transaction_id', 'content', 'amount'].map(
    (name) => `Thiếu hoặc sai: ${name}`,
  )
  const rejected = [...reasons, 'Không phải một dòng dữ liệu'].map((reason, position) => ({
    index: position + 1,
    reason,
  }))
  const body = {
    transfers: [transfer(1), ...wrong, transfer(9, { content: 'a\0b 0912345678 VD90', extra: 1 })],
  }
  expect(await push(body)).toEqual({
    status: 200,
    body: { status: 'success', data: { received: 9, saved: 2, rejected } },
  })
  expect((await push(body)).body.data).toEqual({ received: 9, saved: 0, rejected })
  expect(await rows()).toMatchObject([{ ma_giao_dich: 'FT1' }, { ma_giao_dich: 'FT9' }])
  const { rows: aside } = await server.pool.query<{ row: string }>(
    `SELECT row FROM feed_rejects WHERE feed = 'bank' AND settled_at IS NULL ORDER BY id`,
  )
  expect(aside.map(({ row }) => JSON.parse(row) as unknown)).toEqual(wrong)
})

test('a malformed or too large push is refused and stores nothing, and the sender is told not to repeat it (D3-DEC-07)', async () => {
  const bad: unknown[] = [
    '{"transfers": [',
    'null',
    {},
    { transfers: 'FT1' },
    { transfers: Array.from({ length: 201 }, (_, n) => transfer(n)) },
  ]
  for (const body of bad) expect((await push(body)).status).toBe(400)
  const large = await push({ transfers: [], filler: 'x'.repeat(300_000) })
  expect([large.status, large.body.code, large.body.msg]).toEqual([
    413,
    'TOO_LARGE',
    expect.stringContaining('Đừng gửi lại nguyên như vậy'),
  ])
  expect(await rows()).toEqual([])
})

test('a pushed transfer of a known number with another channel, amount and day is not lost (D3-FEED-01)', async () => {
  const first = { ...transfer(3101), channel: 'ACB' }
  await push({ transfers: [first] })
  const other = { ...first, channel: 'MB', amount: 120_000, at: paidAfter(1), content: '0912556002 VD120' }
  const { body } = await push({ transfers: [other] })
  expect(body.data).toEqual({
    received: 1,
    saved: 0,
    rejected: [{ index: 0, reason: 'Không lưu được (mã giao dịch đã có với kênh khác)' }],
  })
  expect((await push({ transfers: [first] })).body.data).toEqual({ received: 1, saved: 0, rejected: [] })
})
