/** Bulk decisions at the desk: counts cover exactly the listed rows, by person too, and corrections by the partner. */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAsker, DeskBatch, DeskCount, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { startTestServer, type Answer, type TestServer } from '#test/server.ts'
import { setSettings } from '#test/settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000), ('VD150', 15000, 150000);
    INSERT INTO provider_adapters VALUES ('doitac1.example') ON CONFLICT DO NOTHING;
    INSERT INTO giagoimfy (ten_goi_cuoc, gia_t1) VALUES ('VD90', 45000)`)
})
beforeEach(() => server.pool.query('TRUNCATE requestrefund, khr, mesbank, mfy, provider_orders CASCADE'))
afterAll(() => server.close())

let phones = 911_500_000
type Made = { by?: string; type?: number; price?: number; extra?: number; reason?: string | null }
const request = async ({ by = 'sale111', type = 1, price = 0, extra = 0, reason = null }: Made = {}) => {
  const { rows } = await server.pool.query<{ id: string }>(sql`
    INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, refund_price, other_refund,
      other_reason)
    VALUES (${by}, '', ${String((phones += 1))}, 'VD90', ${type}, ${price}, ${extra}, ${reason}) RETURNING id`)
  return rows[0]?.id ?? ''
}
const read = async <T>(path: string, username = 'quanly'): Promise<T> => {
  const answer = await (await server.as(username)).get(`/api/v1/banduyet${path}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as T
}
const count = async (input: object, username = 'quanly'): Promise<DeskBatch[]> =>
  ((await (await server.as(username)).post('/api/v1/banduyet/loat', input)).data as { values: DeskBatch[] })
    .values
const only = <T>(values: readonly T[]): T => {
  expect(values).toHaveLength(1)
  return values[0] as T
}
const set = (row: string, values: string) =>
  server.pool.query(`UPDATE requestrefund SET ${values} WHERE id = '${row}'`)

test('the amount of a refund is what the customer gets, in row, count and question of the desk and in the list (D3-ONE-04)', async () => {
  const huge = await request({ extra: 900_000_000 })
  const { values } = await read<{ values: DeskRow[] }>('?kinds=hoan-goi')
  expect(only(values)).toMatchObject({
    fields: { refund_price: 12_000, other_refund: 900_000_000 },
    warnings: ['Hoàn thêm 900,000,000, nhiều hơn giá gói VD90 (90,000), không có lý do'],
  })
  const counted = await read<{ values: DeskCount[] }>('/dem')
  expect(counted.values.find(({ kind }) => kind === 'hoan-goi')).toMatchObject({
    sum: 900_012_000,
    warned: 1,
  })
  const [batch] = await count({ decision: 'reject', kinds: 'hoan-goi' })
  expect(batch).toMatchObject({ sum: 900_012_000, rows: [{ id: huge }] })
  const list = await (await server.as('quanly')).get('/api/v1/requestrefund')
  const { tongHoanTien, tongHoanThem } = list.data as { tongHoanTien: number; tongHoanThem: number }
  expect(tongHoanTien + tongHoanThem).toBe(900_012_000)
  // For a top-up only its amount counts, whatever the extra is.
  const top = await request({ type: 5, price: 50_000 })
  await set(top, 'other_refund = 7000')
  const all = await count({ decision: 'approve', kinds: 'nap-tien' })
  expect(only(all)).toMatchObject({ sum: 50_000 })
})

test.each([
  [0, null, null],
  [90_000, 'Khách quen', null],
  [90_001, 'Khách quen', 'Hoàn thêm 90,001, nhiều hơn giá gói VD90 (90,000)'],
  [5_000, ' ', 'Hoàn thêm 5,000 không có lý do'],
])(
  'an extra of %i with the reason %j is warned about with %j (D3-ONE-04)',
  async (extra, reason, warning) => {
    await request({ extra, reason })
    const { values } = await read<{ values: DeskRow[] }>('?kinds=hoan-goi')
    expect(only(values).warnings).toEqual(warning === null ? [] : [warning])
  },
)

test('an extra for a package without a price is warned about as above the price (D3-ONE-04)', async () => {
  await server.pool.query(`UPDATE giahoantien SET gia_goi = 0 WHERE ten_goi_cuoc = 'VD90'`)
  await request({ extra: 900_000_000, reason: 'Khách vip' })
  const { values } = await read<{ values: DeskRow[] }>('?kinds=hoan-goi')
  expect(only(values).warnings).toEqual(['Hoàn thêm 900,000,000, nhiều hơn giá gói VD90 (chưa có giá)'])
  await server.pool.query(`UPDATE giahoantien SET gia_goi = 90000 WHERE ten_goi_cuoc = 'VD90'`)
})

test('a bulk decision counts exactly what is listed: the filter, the named rows, one person; approving leaves out rows with a warning (D3-DEC-04, D3-APR-05)', async () => {
  const [clean, warned, other] = [
    await request(),
    await request({ extra: 5_000 }),
    await request({ by: 'sale121' }),
  ]
  const ids = (batch: DeskBatch) => batch.rows.map(({ id }) => id).toSorted()
  const approve = only(await count({ decision: 'approve', kinds: 'hoan-goi' }))
  expect([ids(approve), approve.leftOut, approve.sum]).toEqual([[clean, other].toSorted(), 1, 24_000])
  const reject = only(await count({ decision: 'reject', kinds: 'hoan-goi', username: 'sale111' }))
  expect([ids(reject), reject.leftOut]).toEqual([[clean, warned].toSorted(), 0])
  expect(ids(only(await count({ decision: 'reject', ids: { 'hoan-goi': [other] } })))).toEqual([other])
  expect(ids(only(await count({ decision: 'reject', kinds: 'hoan-goi', warned: '1' })))).toEqual([warned])
  // Rows decided meanwhile are left out, as are kinds without this decision; kinds that others decide are refused.
  await set(other, `trang_thai_duyet_hoan_goi = 2, username_duyet_trang_thai_duyet_hoan_goi = 'admin'`)
  expect(ids(only(await count({ decision: 'reject', ids: { 'hoan-goi': [other] } })))).toEqual([])
  expect(await count({ decision: 'reject', kinds: 'mfy-cho-duyet' })).toEqual([])
  const leader = await server.as('leader11')
  expect((await leader.post('/api/v1/banduyet/loat', { decision: 'reject', kinds: 'hoan-goi' })).status).toBe(
    403,
  )
})

test('waiting rows are grouped by requester, and all of one person are rejected with one reason (D3-SEC-11)', async () => {
  for (const extra of [0, 1_000, 2_000]) await request({ extra })
  await request({ type: 5, price: 50_000 })
  await request({ by: 'sale121' })
  const askers = async () => (await read<{ values: DeskAsker[] }>('/nguoi?kinds=nap-tien,hoan-goi')).values
  expect(await askers()).toMatchObject([
    { username: 'sale111', count: 4, sum: 89_000 },
    { username: 'sale121', count: 1, sum: 12_000 },
  ])
  const { values } = await read<{ values: DeskRow[] }>('?username=sale121')
  expect(only(values).username).toBe('sale121')
  const manager = await server.as('quanly')
  for (const { kind, rows } of await count({ decision: 'reject', username: 'sale111' })) {
    const [path, field] =
      kind === 'nap-tien'
        ? ['approve', 'status_duyet_don']
        : ['setTrangThaiDuyetHoanGoiStatus', 'trang_thai_duyet_hoan_goi']
    if (rows.length === 0) continue
    const done = await manager.post('/api/v1/bulk', {
      method: 'PUT',
      path: `/api/v1/requestrefund/${path}/:id`,
      ids: rows.map(({ id }) => id),
      versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])),
      input: { [field]: 2, ly_do_tu_choi: 'Dò số' },
    })
    expect(done.data).toMatchObject({ done: rows.length, refused: [] })
  }
  expect((await askers()).map(({ username }) => username)).toEqual(['sale121'])
  const { rows } = await server.pool.query(
    `SELECT DISTINCT ly_do_tu_choi AS why FROM requestrefund WHERE staff_username = 'sale111'`,
  )
  expect(rows).toEqual([{ why: 'Dò số' }])
})

test('approving says where the order went, for one and for many (D2-Q-81, D3-APR-05)', async () => {
  const approve = async (id: string): Promise<Answer> =>
    (await server.as('quanly')).put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${id}`, {
      trang_thai_duyet_hoan_goi: 1,
    })
  await setSettings(server.pool, { kenh_hoan_tien: 'khong_qua_api' })
  expect((await approve(await request())).body.message).toBe(refundTexts.byHand)
  await setSettings(server.pool, { kenh_hoan_tien: 'doitac1.example' })
  expect((await approve(await request())).body.message).toBe(refundTexts.handedOver)
  const ids = [await request(), await request()]
  const done = await (
    await server.as('quanly')
  ).post('/api/v1/bulk', {
    method: 'PUT',
    path: '/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/:id',
    ids,
    input: { trang_thai_duyet_hoan_goi: 1 },
  })
  expect(done.data).toMatchObject({ done: 2, said: [{ words: refundTexts.handedOver, rows: 2 }] })
  await setSettings(server.pool, { kenh_hoan_tien: 'khong_qua_api' })
})

test('bulk approval takes the rows without a warning and says which stay, for Mfy and requests too (D3-APR-05)', async () => {
  const [warned, clean] = [await request({ type: 2 }), await request({ type: 1 })]
  const call = {
    method: 'PUT',
    path: '/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/:id',
    input: { trang_thai_duyet_hoan_goi: 1 },
  }
  const manager = await server.as('quanly')
  const counted = (await manager.post('/api/v1/bulk/count', { ...call, ids: [warned, clean] })).data as {
    rows: { id: string }[]
    leftOut: number
    sum: number
  }
  expect([counted.rows.map(({ id }) => id), counted.leftOut, counted.sum]).toEqual([[clean], 1, 12_000])
  const done = (await manager.post('/api/v1/bulk', { ...call, ids: [warned, clean] })).data as {
    done: number
    refused: { id: string }[]
  }
  expect([done.done, done.refused.map(({ id }) => id)]).toEqual([1, [warned]])
  const mfy = async (by: string, phone: string): Promise<string> => {
    const { rows } = await server.pool.query<{ id: string }>(sql`
      INSERT INTO mfy (so_dien_thoai, username_nv, ten_nv, ma_goi, gia_ban_goi) VALUES (${phone}, ${by}, '', 'VD90', 1) RETURNING id`)
    return rows[0]?.id ?? ''
  }
  const [lone, doubled] = [await mfy('sale111', '912000033'), await mfy('sale111', '912000034')]
  await mfy('sale121', '912000034')
  const mfyCall = { method: 'PUT', path: '/api/v1/mfy/duyet/:id', ids: [lone, doubled] }
  expect((await manager.post('/api/v1/bulk', mfyCall)).data).toMatchObject({
    done: 1,
    refused: [{ id: doubled }],
  })
})
