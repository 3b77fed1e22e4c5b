/** Approved orders at refund partners: sent once, queried after a lost answer, updated by reports in any order. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskRow } from '#subjects/money/contract/calls/desk.ts'
import type { PartnerOrder } from '#subjects/money/contract/calls/refunds.ts'
import { refundBody } from '#test/refunds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'
import { startProvider, type ProviderSimulator, type WireState } from '#simulator/provider.ts'
import { openProvider } from '#platform/server/gateways/provider/http-provider.ts'
import { sign } from '#platform/server/gateways/signature.ts'
import { handOneOver, keepHandingOver, type Providers } from './send-orders.ts'

const name = 'doitac1.example'
const secret = 'bi-mat-cua-doi-tac-1'
const timeoutMs = 400
let server: TestServer
let partner: ProviderSimulator
let providers: Providers
beforeAll(async () => {
  const partners = [
    { name, url: 'http://127.0.0.1:1', token: 'x', secret },
    { name: 'doitac2.example', url: 'http://127.0.0.1:1', token: 'x', secret: 'bi-mat-cua-doi-tac-2' },
  ]
  server = await startTestServer({ REFUND_PARTNERS: JSON.stringify(partners) })
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han) VALUES ('VD90', 12000)`)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('TRUNCATE provider_orders')
  partner = await startProvider({ token: 'token' })
  providers = new Map([[name, openProvider({ url: partner.url, token: 'token', timeoutMs })]])
  const stop = await keepHandingOver(server.api.services, providers)
  await stop()
  return () => partner.close()
})

let phones = 911_000_000
type Made = { request: string; order: string }

/** Creates an approved request with its order. */
async function approved(
  more: { type?: 1 | 2 | 5; other?: number; amount?: number; wait?: 0 | 1 } = {},
): Promise<Made> {
  const { type = 1, other = 0, amount = 0, wait = 0 } = more
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price,
      other_refund, don_24h, ma_trang_thai_giao_dich_doi_tac)
    VALUES ('sale111', '', ${String((phones += 1))}, 'VD90', ${type}, ${amount}, ${other}, ${wait}, -10004) RETURNING id`)
  const request = rows[0]?.id ?? ''
  await server.pool.query(sql`SELECT queue_provider_order(${request}::uuid, ${name}, 'admin')`)
  const made = await server.pool.query<{ id: string }>(
    sql`SELECT id FROM provider_orders WHERE request_id = ${request}`,
  )
  return { request, order: made.rows[0]?.id ?? '' }
}

const work = async (): Promise<void> => {
  while (await handOneOver(server.api.services, providers));
}
/** Skips the pauses, and the time in which a request may still be under way. */
const later = async (): Promise<void> => {
  await server.pool.query(`
    UPDATE provider_orders SET next_at = now() - interval '1 second', sent_at = sent_at - interval '1 hour'
    WHERE state IN ('queued', 'sending', 'accepted')`)
  await work()
}
const stateOf = async ({ order }: Made): Promise<string> =>
  (await server.pool.query<{ state: string }>(sql`SELECT state FROM provider_orders WHERE id = ${order}`))
    .rows[0]?.state ?? ''
const requestOf = async ({ request }: Made): Promise<Record<string, unknown>> =>
  (
    await server.pool.query<Record<string, unknown>>(sql`
      SELECT ma_trang_thai_giao_dich_doi_tac AS code, trang_thai_giao_dich_doi_tac AS text, da_nap FROM requestrefund
      WHERE id = ${request}`)
  ).rows[0] ?? {}

const push = (states: unknown, by = name, key = secret) => {
  const body = JSON.stringify({ orders: states })
  const seconds = Math.floor(Date.now() / 1000)
  return server.app.inject({
    method: 'POST',
    url: `/api/v1/providers/${by}/webhook`,
    headers: { 'content-type': 'application/json', 'x-provider-signature': sign(key, seconds, body) },
    payload: body,
  })
}

test("a partner's change of a completed order waits on the desk until somebody has seen it; a repeated message does not (D3-PRV-03)", async () => {
  const made = await approved({ type: 5, amount: 100_000 })
  await work()
  const state = (sequence: number, status: string, paid: number) =>
    push([{ order_id: made.order, sequence, status, text: 'Đã trả', paid }])
  const cases = async () => {
    const answer = await (await server.as('quanly')).get('/api/v1/banduyet?kinds=doi-tac-sua')
    return (answer.data as { values: DeskRow[] }).values
  }
  await state(2, 'completed', 100_000)
  await state(3, 'completed', 100_000)
  expect(await cases()).toEqual([])
  await state(4, 'returned', 0)
  const found = await cases()
  expect(found).toMatchObject([
    {
      id: made.request,
      fields: { doi_tac_sua: 'Hoàn thành → Hoàn tiền; đã trả 100,000 → 0 đ', tien_nap: 100_000 },
    },
  ])
  expect(await requestOf(made)).toMatchObject({ code: -10000 })
  await state(5, 'returned', 0)
  const see = async (by: string) =>
    (await (await server.as(by)).put(`/api/v1/requestrefund/xemDoiTacSua/${made.request}`)).status
  expect(await see('sale111')).toBe(403)
  expect([await see('quanly'), await see('admin'), await cases()]).toEqual([200, 409, []])
  // In progress again: the status stays, and there is a desk case.
  await state(6, 'processing', 0)
  expect(await cases()).toMatchObject([{ fields: { doi_tac_sua: 'Hoàn tiền → Đang xử lý' } }])
  expect(await requestOf(made)).toMatchObject({ code: -10000 })
})

test("D3-PRV-06: a refund is sent with its extra, a top-up with its amount before discount, and the request shows the partner's state", async () => {
  await server.pool.query(
    `INSERT INTO settings (key, value) VALUES ('ti_le_chiet_khau', '7') ON CONFLICT DO NOTHING`,
  )
  const refund = await approved({ other: 3000 })
  const after = await approved({ type: 2, other: 4500 })
  const topUp = await approved({ type: 5, amount: 100_000 })
  await work()
  expect(partner.journal().map(({ order_id, kind, amount }) => ({ order_id, kind, amount }))).toEqual([
    { order_id: refund.order, kind: 'refund', amount: 15_000 },
    { order_id: after.order, kind: 'refund', amount: 16_500 },
    { order_id: topUp.order, kind: 'topup', amount: 100_000 },
  ])
  expect([await stateOf(refund), await requestOf(refund)]).toEqual([
    'accepted',
    { code: -10004, text: 'Đã nhận, chờ xử lý', da_nap: 0 },
  ])
})

test('D3-PRV-01: nothing is sent without an order, and a 24-hour order waits 24 hours', async () => {
  const made = await approved({ wait: 1 })
  await server.pool.query(`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type)
    VALUES ('sale111', '', '912999999', 'VD90', 1)`)
  await later()
  expect(partner.journal()).toEqual([])
  await server.pool.query(`UPDATE provider_orders SET due_at = now() - interval '1 second'`)
  await work()
  expect(partner.journal().map(({ order_id }) => order_id)).toEqual([made.order])
})

test('D3-PRV-06: a 24-hour order approved before the 24 hours are over is sent then, one approved later at once', async () => {
  await setSettings(server.pool, { kenh_hoan_tien: name })
  const decided = async (minutes: number): Promise<string> => {
    const body = { ...refundBody(String((phones += 1))), other_refund: 0 }
    const made = await (await server.as('sale111')).post('/api/v1/requestrefund/create24hOrder', body)
    const { id } = made.data as { id: string }
    await server.pool.query(sql`
      UPDATE requestrefund SET created_time = now() - ${minutes} * interval '1 minute' WHERE id = ${id}`)
    const path = `/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${id}`
    expect((await (await server.as('quanly')).put(path, { trang_thai_duyet_hoan_goi: 1 })).status).toBe(200)
    return id
  }
  const early = await decided(24 * 60 - 1)
  const late = await decided(24 * 60 + 1)
  await work()
  const { rows } = await server.pool.query(sql`
    SELECT o.request_id, o.state, o.due_at = r.created_time + interval '24 hours' AS after_a_day
    FROM provider_orders o JOIN requestrefund r ON r.id = o.request_id ORDER BY o.due_at`)
  expect(rows).toEqual([
    { request_id: late, state: 'accepted', after_a_day: true },
    { request_id: early, state: 'queued', after_a_day: true },
  ])
  expect(partner.journal()).toHaveLength(1)
  await setSettings(server.pool, { kenh_hoan_tien: 'khong_qua_api' })
})

test.each([['lost'], ['garbage']] as const)(
  'D3-PRV-02: after an answer that was %s the order is queried and never sent again',
  async (mode) => {
    partner.fault({ mode, times: 1 })
    const made = await approved()
    await work()
    expect(await stateOf(made)).toBe('sending')
    await later()
    expect(await stateOf(made)).toBe('accepted')
    expect(partner.seen()).toEqual([`PUT ${made.order}`, `GET ${made.order}`])
    expect(partner.journal()).toMatchObject([{ again: false }])
  },
)

test("D3-PRV-05: a manager sees the partner's id of the order, when it was sent, the answer and that an answer was lost", async () => {
  partner.fault({ mode: 'lost', times: 1 })
  const made = await approved()
  const read = async (by: string) =>
    (await server.as(by)).get(`/api/v1/requestrefund/${made.request}/donDoiTac`)
  const orders = async () => ((await read('quanly')).data as { values: PartnerOrder[] }).values
  expect(await orders()).toMatchObject([
    { id: made.order, provider: name, state: 'queued', sent_at: null, lost: false },
  ])
  await work()
  const [lost] = await orders()
  expect(lost).toMatchObject({
    id: made.order,
    state: 'sending',
    sent_at: expect.stringMatching(/^20/),
    lost: true,
  })
  expect(lost?.said).toBe('')
  const text = 'Không đủ điều kiện'
  await push([partner.advance(made.order, { status: 'other', code: 417, text })])
  expect((await orders())[0]?.said).toBe(text)
  expect((await read('sale111')).status).toBe(403)
  expect((await read('leader11')).status).toBe(403)
})

test('D3-PRV-02: an order whose answer comes too late is queried; one that never arrived is sent again once it cannot be under way', async () => {
  partner.fault({ mode: 'slow', ms: timeoutMs + 300, times: 1 })
  const slow = await approved()
  await work()
  partner.fault({ mode: 'drop', times: 1 })
  const dropped = await approved()
  await work()
  // The answer 'no such order' while it may still be under way must not resend it.
  await server.pool.query(`UPDATE provider_orders SET next_at = now() - interval '1 second'`)
  await work()
  expect(await stateOf(dropped)).toBe('sending')
  await later()
  await later()
  expect([await stateOf(slow), await stateOf(dropped)]).toEqual(['accepted', 'accepted'])
  expect(partner.journal().map(({ order_id, again }) => [order_id, again])).toEqual([
    [slow.order, false],
    [dropped.order, false],
  ])
})

test('a busy or absent partner keeps the order in the queue; a refusing one gives its reason to the request (D2-Q-70)', async () => {
  partner.fault({ mode: 'status', status: 503, times: 1 })
  const busy = await approved()
  await work()
  expect(await stateOf(busy)).toBe('queued')
  await later()
  expect(await stateOf(busy)).toBe('accepted')
  partner.fault({ mode: 'refuse', code: 417, text: 'Thuê bao không hợp lệ', times: 1 })
  const refused = await approved()
  await work()
  expect([await stateOf(refused), await requestOf(refused)]).toEqual([
    'refused',
    { code: 417, text: 'Thuê bao không hợp lệ', da_nap: 0 },
  ])
  await later()
  expect(partner.journal()).toHaveLength(1)
})

test('D3-PRV-03: a push may arrive twice and in the wrong order, and the paid amount never decreases (D2-Q-69)', async () => {
  const made = await approved({ type: 5, amount: 100_000 })
  await work()
  const [processing, half, done] = [
    partner.advance(made.order),
    partner.advance(made.order),
    partner.advance(made.order),
  ]
  const answer = await push([half, half, processing])
  expect(answer.json()).toMatchObject({ data: { received: 3, changed: 1, unreadable: [] } })
  expect(await requestOf(made)).toEqual({ code: -10002, text: 'Đang xử lý', da_nap: 50_000 })
  await push([done])
  await push([half])
  expect([await stateOf(made), await requestOf(made)]).toEqual([
    'finished',
    { code: -9999, text: 'Hoàn thành', da_nap: 100_000 },
  ])
  // Returned money replaces a final state; a late 'in progress' does not.
  await push([partner.advance(made.order, { status: 'processing', paid: 0 })])
  expect(await requestOf(made)).toMatchObject({ code: -9999, da_nap: 100_000 })
  await push([partner.advance(made.order, { status: 'returned' })])
  expect(await requestOf(made)).toMatchObject({ code: -10000, text: 'Hoàn tiền' })
  const { rows } = await server.pool.query(sql`
    SELECT DISTINCT username FROM audit_log WHERE resource = 'requestrefund' AND resource_id = ${made.request}`)
  expect(rows).toEqual([{ username: name }])
})

test('the amount that a partner reports as paid is stored, and shown on the request when it differs from the order (D3-PRV-03, D2-Q-69)', async () => {
  const read = async (made: Made) => {
    const { data } = await (await server.as('admin')).get(`/api/v1/requestrefund/${made.request}`)
    const { tien_trinh_nap: progress, doi_tac_bao_tra: reported } = data as Record<string, unknown>
    const { rows } = await server.pool.query<{ paid: number }>(
      sql`SELECT paid FROM provider_orders WHERE id = ${made.order}`,
    )
    return [progress, reported, rows[0]?.paid]
  }
  const made = await approved({ type: 5, amount: 100_000 })
  await work()
  await push([partner.advance(made.order, { status: 'processing', paid: 40_000 })])
  expect(await read(made)).toEqual(['40000/100000', null, 40_000])
  await push([partner.advance(made.order, { status: 'processing', paid: 999_999_999 })])
  expect(await read(made)).toEqual(['100000/100000', 999_999_999, 999_999_999])
  await push([partner.advance(made.order, { status: 'completed', paid: 20_000 })])
  expect(await read(made)).toEqual(['100000/100000', 20_000, 20_000])
  const history = await (await server.as('sale111')).get(`/api/v1/requestrefund/${made.request}/history`)
  const { values } = history.data as { values: { changes: { field: string; after: unknown }[] }[] }
  const reports = values.flatMap(({ changes }) => changes.filter(({ field }) => field === 'doi_tac_bao_tra'))
  expect(reports.map(({ after }) => after)).toEqual([20_000, 999_999_999])
  await push([partner.advance(made.order, { status: 'completed', paid: 100_000 })])
  expect(await read(made)).toEqual(['100000/100000', null, 100_000])
  // A missing amount is not a different amount.
  const refund = await approved()
  await work()
  const { paid: _, ...silent } = partner.advance(refund.order, { status: 'completed' })
  await push([silent])
  expect([await read(refund), (await requestOf(refund)).code]).toEqual([['', null, 0], -9999])
})

test('the history hides the channel from users who may not see it (D2-REFUND-28)', async () => {
  const made = await approved()
  await work()
  await push([partner.advance(made.order, { status: 'completed' })])
  const writers = async (username: string): Promise<string[]> => {
    const answer = await (await server.as(username)).get(`/api/v1/requestrefund/${made.request}/history`)
    expect(answer.text.includes(name)).toBe(username === 'admin')
    return (answer.data as { values: { username: string }[] }).values.map(({ username }) => username)
  }
  expect(await writers('sale111')).toContain('Kênh đối tác')
  expect(await writers('admin')).toContain(name)
})

test('D3-PRV-03: a push is accepted only with the signature of the partner of its order', async () => {
  const made = await approved()
  await work()
  const done = partner.advance(made.order, { status: 'completed' })
  expect((await push([done], name, 'another-secret-16')).statusCode).toBe(401)
  expect((await push([done], 'unknown.example')).statusCode).toBe(401)
  expect((await push([done], 'doitac2.example', 'bi-mat-cua-doi-tac-2')).json()).toMatchObject({
    data: { changed: 0 },
  })
  expect((await push('x')).statusCode).toBe(400)
  expect((await push([{ order_id: 'x' }, done])).json()).toMatchObject({
    data: { changed: 1, unreadable: [0] },
  })
})

test('a partner that sends no push is queried for the state of its orders', async () => {
  const made = await approved()
  await work()
  partner.advance(made.order, { status: 'other', code: 7, text: 'Chờ nhà mạng' } satisfies Partial<WireState>)
  await later()
  expect(await requestOf(made)).toMatchObject({ code: 7, text: 'Chờ nhà mạng' })
})

test('D3-DEC-02: an order can be cancelled before it is sent, never afterwards; a new approval makes a new order', async () => {
  const made = await approved({ wait: 1 })
  const cancel = () => server.pool.query(sql`SELECT cancel_provider_order(${made.request}::uuid)`)
  await cancel()
  await server.pool.query(sql`SELECT queue_provider_order(${made.request}::uuid, ${name}, 'admin')`)
  await expect(
    server.pool.query(sql`SELECT queue_provider_order(${made.request}::uuid, ${name}, 'admin')`),
  ).rejects.toThrow(/provider_orders_one/)
  await server.pool.query(
    `UPDATE provider_orders SET due_at = now() - interval '1 second' WHERE state = 'queued'`,
  )
  await work()
  await expect(cancel()).rejects.toThrow('Đơn đã chuyển cho đối tác, không mở lại được')
  expect(partner.journal()).toHaveLength(1)
})

test.each([
  ['Hoàn thành', -9999],
  ['Hoàn tiền', -10000],
])(
  'D3-PRV-01: setting a request to %s by hand while its order waits cancels the sending (D2-Q-73)',
  async (_, code) => {
    const made = await approved({ wait: 1 })
    await server.pool.query(sql`
    UPDATE requestrefund SET ma_trang_thai_giao_dich_doi_tac = ${code} WHERE id = ${made.request}`)
    await server.pool.query(`UPDATE provider_orders SET due_at = now() - interval '1 second'`)
    await work()
    expect([await stateOf(made), partner.journal()]).toEqual(['cancelled', []])
  },
)

test('D2-Q-81: a partner without an adapter gets no order', async () => {
  const { request } = await approved()
  await server.pool.query('TRUNCATE provider_orders')
  const { rows } = await server.pool.query(sql`
    SELECT queue_provider_order(${request}::uuid, ${`${randomUUID()}.example`}, 'admin') AS queued`)
  expect(rows).toEqual([{ queued: false }])
})
