/**
 * Automatic approvals ('__AUTO'): one refund per registration, only when the registration proves it, and never against a person's decision.
 */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 1, kenh_hoan_tien: 'doitac1.example' })
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { id: string }

let phones = 912_500_000
const nextPhone = (): string => String((phones += 1))

/** Creates a request for `phone`. */
async function ask(phone: string, more: object = {}, by = 'sale111'): Promise<string> {
  const answer = await (
    await server.as(by)
  ).post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(phone, more))
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.data as Row).id
}
/** Inserts a registration of the phone, `minutes` from now. */
const register = (phone: string, { status = 'SUCCESS', minutes = 0 } = {}): Promise<unknown> =>
  server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username, set_status, set_at)
    VALUES ('9332', ${`${phone} ${Math.random()}`}, ${phone}, 'VD90', now() + make_interval(mins => ${minutes}),
      'sale111', ${status}, now())`)
const put = async (path: string, body: object): Promise<number> =>
  (await (await server.as('quanly')).put(`/api/v1/requestrefund/${path}`, body)).status
const now = async (id: string): Promise<Row> =>
  (await (await server.as('admin')).get(`/api/v1/requestrefund/${id}`)).data as Row
const decision = async (id: string): Promise<unknown> => (await now(id)).quyet_dinh
/** Number of the phone's orders at a partner or under way. */
const ordersOf = async (phone: string): Promise<number> =>
  (
    await server.pool.query<{ n: number }>(sql`
      SELECT count(*)::int AS n FROM provider_orders WHERE isdn = ${phone} AND state <> 'cancelled'`)
  ).rows[0]?.n ?? 0

test('with the setting on, a successful revenue line approves the request that waits for it; with it off nothing happens (D2-Q-76, D2-CFG-12)', async () => {
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 0 })
  const [off, failed, waits, registered] = [nextPhone(), nextPhone(), nextPhone(), nextPhone()]
  const quiet = await ask(off)
  await register(off)
  expect(await decision(quiet)).toBe('0')
  await setSettings(server.pool, { tu_dong_duyet_hoan_goi: 1 })
  const later = await ask(failed)
  await register(failed, { status: 'FAILD' })
  expect(await decision(later)).toBe('0')
  const waiting = await ask(waits, { request_type: 2 })
  await register(waits)
  expect(await now(waiting)).toMatchObject({
    trang_thai_duyet_hoan_goi: 1,
    username_duyet_trang_thai_duyet_hoan_goi: '__AUTO',
    kenh_doi_tac: 'doitac1.example',
    ma_trang_thai_giao_dich_doi_tac: -10004,
  })
  await register(registered)
  expect(await decision(await ask(registered))).toBe('1')
  // The line of a second request is taken.
  expect(await decision(await ask(registered))).toBe('0')
})

test('an automatic approval is marked as such in the audit trail, with the row before and after (D2-Q-76, D3-TRL-01)', async () => {
  const phone = nextPhone()
  const id = await ask(phone)
  await register(phone)
  const { rows } = await server.pool.query(sql`
    SELECT username, actor_id, action, before ->> 'quyet_dinh' AS was, after ->> 'quyet_dinh' AS is_now,
      after ->> 'username_duyet_trang_thai_duyet_hoan_goi' AS who, after ->> 'ma_trang_thai_giao_dich_doi_tac' AS code
    FROM audit_log WHERE resource = 'requestrefund' AND resource_id = ${id} AND action = 'approve'`)
  expect(rows).toEqual([
    {
      username: '__AUTO',
      actor_id: null,
      action: 'approve',
      was: '0',
      is_now: '1',
      who: '__AUTO',
      code: '-10004',
    },
  ])
  const history = await (await server.as('quanly')).get(`/api/v1/requestrefund/${id}/history`)
  expect((history.data as { values: unknown[] }).values[0]).toMatchObject({
    action: 'approve',
    username: '__AUTO',
  })
})

test('a line used by an approved refund stays with it, however near a later refund comes (D2-Q-76, D3-LINE-02)', async () => {
  const phone = nextPhone()
  const first = await ask(phone)
  // The registration is nearer to the second request.
  await register(phone, { minutes: 1 })
  expect(await decision(first)).toBe('1')
  const second = await ask(phone)
  expect([await decision(second), await ordersOf(phone)]).toEqual(['0', 1])
  // It stays so after another source reported the same registration, and the first source deleted its report.
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong, own_username)
    VALUES ('9084', ${phone}, ${phone}, 'VD90', now() + interval '2 minutes', 'sale111')`)
  await server.pool.query(sql`
    DELETE FROM revenue_line WHERE so_dien_thoai_cs = ${phone} AND track0 = '9332'`)
  expect([await decision(second), await ordersOf(phone)]).toEqual(['0', 1])
  const { rows } = await server.pool.query(sql`
    SELECT track0, request_id FROM revenue_line WHERE so_dien_thoai_cs = ${phone}`)
  expect(rows).toEqual([{ track0: '9084', request_id: first }])
  // The second request has its own registration, but needs a person so soon after the first.
  await register(phone, { minutes: 60 * 30 })
  expect([await decision(second), await ordersOf(phone)]).toEqual(['0', 1])
  const { rows: ofSecond } = await server.pool.query(sql`
    SELECT count(*)::int AS n FROM revenue_line WHERE so_dien_thoai_cs = ${phone} AND request_id = ${second}`)
  expect(ofSecond).toEqual([{ n: 1 }])
})

test('a refund approved by a person keeps its line from later requests (D2-Q-76, D3-LINE-02)', async () => {
  const phone = nextPhone()
  const first = await ask(phone, { other_refund: 500 })
  await register(phone, { minutes: 1 })
  await put(`setTrangThaiDuyetHoanGoiStatus/${first}`, { trang_thai_duyet_hoan_goi: 1 })
  expect(await decision(await ask(phone))).toBe('0')
  expect(await ordersOf(phone)).toBe(1)
})

test('of requests and a registration that arrive at the same moment one request is paid (D2-Q-76, D3-DEC-06)', async () => {
  for (let n = 0; n < rounds(20, 200); n += 1) {
    const phone = nextPhone()
    const before = n % 2 === 0
    if (before) await register(phone)
    await Promise.all([
      ask(phone),
      ask(phone, {}, 'sale112'),
      ...(n % 10 === 0 ? [ask(phone), ask(phone, {}, 'sale112'), ask(phone)] : []),
      ...(before ? [] : [register(phone)]),
    ])
    expect([n, await ordersOf(phone)]).toEqual([n, 1])
  }
}, 120_000)

test('a refund that the registration does not prove waits for a person: an extra, another method (D2-Q-76)', async () => {
  for (const more of [
    { other_refund: 9_000_000 },
    { request_method: 2 },
    { request_type: 4, other_refund: 0 },
  ]) {
    const phone = nextPhone()
    await register(phone)
    expect([await decision(await ask(phone, more)), await ordersOf(phone)]).toEqual(['0', 0])
  }
  const phone = nextPhone()
  const id = await ask(phone, { other_refund: 500 })
  await register(phone)
  expect(await decision(id)).toBe('0')
})

test('a refund with a desk warning waits for a person in spite of its registration: above its package price, different from the list, of an unknown package, soon after another (D3-FILE-06, D3-APR-03)', async () => {
  const { rows } = await server.pool.query<{ gia_gia_han: string }>(
    sql`SELECT gia_gia_han FROM giahoantien WHERE ten_goi_cuoc = 'VD90'`,
  )
  const usual = Number(rows[0]?.gia_gia_han)
  const setPrice = (price: number) =>
    server.pool.query(sql`UPDATE giahoantien SET gia_gia_han = ${price} WHERE ten_goi_cuoc = 'VD90'`)
  const warned = async (phone: string) =>
    (
      await server.pool.query<{
        cao_hon_gia: string | null
        lech_tien: string | null
        goi_la: string | null
      }>(sql`SELECT cao_hon_gia, lech_tien, goi_la FROM requestrefund_list WHERE number_phone = ${phone}`)
    ).rows[0]
  // A wrong price list: the request has the wrong amount.
  const above = nextPhone()
  await register(above)
  await setPrice(2_200_000)
  expect([await decision(await ask(above)), await ordersOf(above)]).toEqual(['0', 0])
  expect(await warned(above)).toMatchObject({
    cao_hon_gia: 'Tiền hoàn 2,200,000, cao hơn giá gói VD90 (90,000)',
    lech_tien: null,
  })
  // The full package price is not above it.
  await setPrice(90_000)
  const full = nextPhone()
  await register(full)
  expect(await decision(await ask(full))).toBe('1')
  // The price list changed between request and registration.
  const other = nextPhone()
  const before = await ask(other)
  await setPrice(usual)
  await register(other)
  expect([await decision(before), await ordersOf(other)]).toEqual(['0', 0])
  expect((await warned(other))?.lech_tien).toContain('Tiền hoàn lệch')
  const gone = nextPhone()
  const unknown = await ask(gone)
  await server.pool.query(sql`UPDATE giahoantien SET deleted_at = now() WHERE ten_goi_cuoc = 'VD90'`)
  await register(gone)
  expect([await decision(unknown), await ordersOf(gone)]).toEqual(['0', 0])
  expect((await warned(gone))?.goi_la).toContain('VD90')
  await server.pool.query(sql`UPDATE giahoantien SET deleted_at = NULL WHERE ten_goi_cuoc = 'VD90'`)
  const twice = nextPhone()
  await register(twice)
  expect(await decision(await ask(twice))).toBe('1')
  await register(twice, { minutes: 60 * 30 })
  expect([await decision(await ask(twice)), await ordersOf(twice)]).toEqual(['0', 1])
})

test("'Hoàn tiền' by hand frees the line when nothing was sent or the partner confirms it (D2-Q-76, D2-Q-73)", async () => {
  const paidBack = { ma_trang_thai_giao_dich_doi_tac: -10000 }
  const round = async (state: string, returned = false): Promise<unknown> => {
    const phone = nextPhone()
    await register(phone)
    const first = await ask(phone)
    const { rows } = await server.pool.query<{ id: string }>(sql`
      UPDATE provider_orders SET state = ${state} WHERE request_id = ${first} RETURNING id`)
    expect(await put(`setTrangThaiGiaoDich/${first}`, paidBack)).toBe(200)
    if (returned)
      await server.pool.query(sql`
        SELECT note_provider_state('doitac1.example', ${rows[0]?.id}::uuid, 9, -10000, 'Hoàn tiền', 12000, 'finished')`)
    return decision(await ask(phone))
  }
  const answers = [
    await round('queued'),
    await round('sending'),
    await round('accepted'),
    await round('accepted', true),
  ]
  expect(answers).toEqual(['1', '0', '0', '1'])
})

test("a request waiting for another request's line is approved when the partner says that the money is back or was never paid; the other one is not sent any more (D2-Q-76, D2-Q-73)", async () => {
  const say = (order: string, code: number, final: string) => sql`
    SELECT note_provider_state('doitac1.example', ${order}::uuid, 9, ${code}, 'x', 12000, ${final})`
  for (const [state, answer] of [
    ['accepted', (order: string) => say(order, -10000, 'finished')],
    // The partner does not know it: the order to be resent is cancelled.
    ['sending', (order: string) => sql`UPDATE provider_orders SET state = 'queued' WHERE id = ${order}`],
    ['sending', (order: string) => say(order, -10001, 'refused')],
  ] as const) {
    const phone = nextPhone()
    await register(phone)
    const first = await ask(phone)
    const { rows } = await server.pool.query<{ id: string }>(sql`
      UPDATE provider_orders SET state = ${state} WHERE request_id = ${first} RETURNING id`)
    await put(`setTrangThaiGiaoDich/${first}`, { ma_trang_thai_giao_dich_doi_tac: -10000 })
    const second = await ask(phone)
    expect([state, await decision(second), await ordersOf(phone)]).toEqual([state, '0', 1])
    await server.pool.query(answer(rows[0]?.id ?? ''))
    expect([state, await decision(second)]).toEqual([state, '1'])
    const { rows: orders } = await server.pool.query<{ state: string }>(sql`
      SELECT state FROM provider_orders WHERE isdn = ${phone} ORDER BY id`)
    expect(orders.filter(({ state: now }) => now === 'queued')).toHaveLength(1)
  }
})

test('a request decided or reopened by a person is not approved automatically (D2-Q-76, D3-DEC-02)', async () => {
  const phone = nextPhone()
  const rejected = await ask(phone)
  await put(`setTrangThaiDuyetHoanGoiStatus/${rejected}`, { trang_thai_duyet_hoan_goi: 2 })
  await register(phone)
  expect(await decision(rejected)).toBe('2')
  await put(`reopen/${rejected}`, { ly_do_mo_lai: 'Từ chối nhầm' })
  expect(await decision(rejected)).toBe('0')
  await register(phone)
  expect(await decision(rejected)).toBe('0')
})
