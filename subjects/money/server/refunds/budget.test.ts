/** What a salesperson learns about numbers by creating refunds, and the limit of waiting requests per person. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { startTestServer, type Answer, type Caller, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
let sale: Caller
let manager: Caller
const most = 3
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(refundPrices)
  await server.pool.query(`
    INSERT INTO user_permissions (user_id, permission_id)
      SELECT u.id, p.id FROM users u, permissions p
      WHERE u.username = 'sale111' AND p.code = 'requestrefund.duyet-don-chuyen-khoan'`)
  sale = await server.as('sale111')
  manager = await server.as('quanly')
})
beforeEach(async () => {
  await server.pool.query('TRUNCATE phone_searches, requestrefund, revenue_line, mesbank CASCADE')
  await setSettings(server.pool, {
    'phone.searches': most,
    'refund.waitingLimit': 50,
    tu_dong_duyet_hoan_goi: 1,
    kenh_hoan_tien: 'doitac1.example',
  })
})
afterAll(() => server.close())

/** Numbers with equal endings, as the list shows the salesperson only these. */
const candidates = Array.from({ length: 8 }, (_, index) => String(900_045_678 + index * 1_000_000))
const ask = (phone: string, more: object = {}, username = sale): Promise<Answer> =>
  username.post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(phone, more))
const decide = (id: string, trang_thai_duyet_hoan_goi: 1 | 2): Promise<Answer> =>
  manager.put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${id}`, { trang_thai_duyet_hoan_goi })
const registered = (phones: readonly string[]) =>
  server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong, own_username)
    SELECT '9332', phone, phone, 'VD90', 90000, now(), 'sale111' FROM unnest(${[...phones]}::text[]) phone`)
type Row = Record<string, unknown> & { id: string }
const lines = async (username = sale): Promise<Row[]> =>
  ((await username.get('/api/v1/dsdttinhluong?count=100')).data as { values: Row[] }).values
const withRequest = async (username = sale): Promise<number> =>
  (await lines(username)).filter(({ co_yeu_cau }) => co_yeu_cau === 1).length
const orders = async (): Promise<number> =>
  (await server.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM provider_orders')).rows[0]!.n

test('refund requests of a masked role beyond its daily searches are stored, but matched with no line, not approved automatically and not reported; a person decides them (D3-SEC-05, D3-SEC-03)', async () => {
  await registered(candidates)
  const answers: Answer[] = []
  for (const phone of candidates) answers.push(await ask(phone))
  expect(answers.map(({ status }) => status)).toEqual(candidates.map(() => 200))
  const decisions = answers.map(({ data }) => (data as Row).quyet_dinh)
  expect(decisions).toEqual(candidates.map((_, index) => (index < most ? '1' : '0')))
  expect([await withRequest(), await withRequest(manager), await orders()]).toEqual([most, most, most])
  const totals = (await sale.get('/api/v1/dsdttinhluong?count=1')).data as Row
  expect(totals.tongSoTienHoan).toBe(most * 12_000)
  const last = answers.at(-1)?.data as Row
  const history = (await sale.get(`/api/v1/requestrefund/${last.id}/history`)).data as { values: unknown[] }
  expect(history.values).toHaveLength(1)
  // Deciders see the registration, and the decision is notified as usual.
  const desk = (await manager.get('/api/v1/banduyet?kinds=hoan-goi')).data as {
    values: { warnings: string[] }[]
  }
  expect(desk.values.map(({ warnings }) => warnings)).toEqual(candidates.slice(most).map(() => []))
  await decide(last.id, 1)
  expect(await withRequest()).toBe(most + 1)
})

test('amounts marked by the extra refund reveal no more lines than the daily limit, even when the lines come after the requests (D3-SEC-05)', async () => {
  for (const [index, phone] of candidates.entries())
    await ask(phone, { other_refund: index + 1, request_type: 2 })
  await registered(candidates)
  const prices = (await lines()).map(({ refund_price }) => refund_price).filter((price) => price !== 0)
  expect(prices.toSorted((a, b) => Number(a) - Number(b))).toEqual([12_001, 12_002, 12_003])
})

test('a number shown in full within 31 days or counted today uses no daily search (D3-SEC-05)', async () => {
  const [known = '', old = '', ...rest] = candidates
  await server.pool.query(sql`
    WITH file AS (INSERT INTO data_files (kind, "FileName", nguoi_upload, owner_id)
      SELECT 'list', 'Đã gọi', username, id FROM users WHERE username = 'leader11' RETURNING id),
    made AS (INSERT INTO customer (file_id, phone, rank)
      SELECT file.id, phone, 1 FROM file, unnest(${[known, old]}::text[]) phone RETURNING id, phone)
    INSERT INTO disclosures (customer_id, user_id, reason, at)
    SELECT made.id, u.id, 'claim', now() - CASE made.phone::text WHEN ${known} THEN interval '30 days' ELSE interval '32 days' END
    FROM made, users u WHERE u.username = 'sale111'`)
  await setSettings(server.pool, { 'phone.searches': 1 })
  await registered(candidates)
  const decided = async (phone: string): Promise<unknown> => ((await ask(phone)).data as Row).quyet_dinh
  expect([await decided(known), await decided(rest[0]!), await decided(old)]).toEqual(['1', '1', '0'])
  // A number already counted: its line is taken, so it waits, but with its usual status.
  expect((await ask(rest[0]!, { request_method: 2 })).status).toBe(200)
  const { rows } = await server.pool.query(`SELECT untold FROM requestrefund ORDER BY millisecond_created_at`)
  expect(rows.map(({ untold }) => untold)).toEqual([false, false, true, false])
})

test('on the desk a masked role sees neither warnings nor evidence of a top-up beyond the daily limit (D3-SEC-05, D3-APR-03)', async () => {
  await setSettings(server.pool, { 'phone.searches': 1 })
  for (const phone of candidates.slice(-2)) {
    for (const username of [manager, sale])
      await username.post('/api/v1/requestrefund/createNapTienChietKhau', {
        ...refundBody(phone, { request_type: undefined, request_method: undefined }),
        refund_price: 100_000,
      })
  }
  const seen = (await sale.get('/api/v1/banduyet?kinds=nap-tien')).data as {
    values: { id: string; username: string; warnings: string[] }[]
  }
  expect(
    seen.values.filter(({ username }) => username === 'sale111').map(({ warnings }) => warnings.length),
  ).toEqual([1, 0])
  await registered(candidates)
  const evidence = async (index: number) =>
    (
      await sale.get(
        `/api/v1/banduyet/nap-tien/${seen.values.filter(({ username }) => username === 'sale111')[index]?.id}`,
      )
    ).data
  expect(await evidence(0)).toMatchObject({ lines: [{ package: 'VD90' }] })
  expect(await evidence(1)).toMatchObject({ lines: [], past: [], messages: [] })
})

const waiting = async (): Promise<number> =>
  (await server.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM requestrefund WHERE duyet = '0'`))
    .rows[0]!.n

test('a person has a limited number of undecided requests: the next gets 409, also many at once, by import, by reassignment and by a change of type; a decision makes room (D3-SEC-11)', async () => {
  await setSettings(server.pool, { 'refund.waitingLimit': 3, tu_dong_duyet_hoan_goi: 0 })
  const answers = await Promise.all(candidates.map((phone) => ask(phone)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 409, 409, 409, 409, 409,
  ])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'CONFLICT',
    msg: 'sale111 đã có 3 đơn chờ duyệt, chờ duyệt bớt rồi tạo tiếp',
  })
  expect(await waiting()).toBe(3)
  const data = candidates.slice(0, 4).map((number_phone, index) => {
    const { cho_len_don: _, ...row } = refundBody(number_phone)
    return { ...row, staff_username: index === 3 ? 'SALE111' : 'sale112' }
  })
  const saved = await (
    await server.as('admin')
  ).post('/api/v1/requestrefund/import', { data: [...data, ...data] })
  expect(saved.data).toMatchObject({ saved: 3 })
  expect((saved.data as { errors: { row: number }[] }).errors.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8])
  const [{ id } = { id: '' }] = answers
    .filter(({ status }) => status === 200)
    .map(({ data: row }) => row as Row)
  expect((await manager.post('/api/v1/requestrefund/updateUser', { id, username: 'sale112' })).status).toBe(
    409,
  )
  // Extra refunds need no decision, until changed to a type that does.
  const extra = await ask(candidates[0]!, { request_type: 4, other_refund: 1000 })
  expect(extra.status).toBe(200)
  const become = () =>
    manager.put(`/api/v1/requestrefund/setYeuCau/${(extra.data as Row).id}`, { request_type: 1 })
  const refusal = await become()
  expect([refusal.status, refusal.body.msg]).toEqual([409, refused?.body.msg])
  await decide(id, 2)
  expect((await ask(candidates[7]!)).status).toBe(200)
  expect((await ask(candidates[7]!)).status).toBe(409)
})
