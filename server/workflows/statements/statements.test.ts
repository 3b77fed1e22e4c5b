/** Orders by partner and day, and partners' statements held against them (D3-ACC-05, docs/decisions/partner-statements.md). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toFilterDate, todayVn } from '../../../contract/dates.ts'
import type { Statement } from '../../../contract/workflows/statements.ts'
import { startProvider, type ProviderSimulator } from '../../../simulator/provider.ts'
import { csv, startImportServer, type ImportServer } from '../../../test/imports.ts'
import { refundBody, refundPrices } from '../../../test/refunds.ts'
import { setSettings } from '../../../test/settings.ts'

const token = 'statement-token'
const partner = 'doitac1.example'
const today = todayVn()
let server: ImportServer
let simulator: ProviderSimulator
beforeAll(async () => {
  server = await startImportServer()
  simulator = await startProvider({ token })
  await server.pool.query(refundPrices)
  await setSettings(server.pool, { kenh_hoan_tien: partner, kenh_nap_chiet_khau: partner })
})
afterAll(async () => {
  await simulator.close()
  await server.close()
})

let phones = 912_800_000
/** An order that was sent to the partner today, there and here; its amount is 12,000. */
async function order(): Promise<string> {
  const made = await (
    await server.as('sale111')
  ).post('/api/v1/requestrefund/createHoanTienGoiCuoc', refundBody(String((phones += 1))))
  const { id } = made.data as { id: string }
  const quanly = await server.as('quanly')
  await quanly.put(`/api/v1/requestrefund/setTrangThaiDuyetHoanGoiStatus/${id}`, {
    trang_thai_duyet_hoan_goi: 1,
  })
  const { rows } = await server.pool.query<{ id: string }>(sql`
    UPDATE provider_orders SET state = 'accepted', sent_at = now() WHERE request_id = ${id} RETURNING id`)
  const sent = rows[0]?.id ?? ''
  const body = { kind: 'refund', isdn: String(phones), number_type: 1, package: 'VD90', amount: 12_000 }
  await fetch(`${simulator.url}/v1/orders/${sent}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return sent
}
const ours = (id: string, code: number, paid: number) =>
  server.pool.query(sql`
    UPDATE provider_orders SET state = 'finished', code = ${code}, paid = ${paid} WHERE id = ${id}`)
const days = `startDate=${toFilterDate(today)}&endDate=${toFilterDate(today)}`
const read = async (path: string, by = 'quanly') => {
  const reply = await (await server.as(by)).get(`/api/v1/${path}`)
  return reply.data as { values: Record<string, unknown>[] } & Record<string, unknown>
}
const statement = async (): Promise<Buffer> => {
  const answer = await fetch(`${simulator.url}/control/statement`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return Buffer.from(await answer.text())
}
const query = `?doi_tac=${partner}&tu_ngay=${today}&den_ngay=${today}`
async function upload(bytes: Buffer, by = 'quanly'): Promise<void> {
  const { id } = await server.ready(by, 'saokedoitac', 'sao-ke.csv', bytes, query)
  await server.save(by, id)
}
const differences = async () =>
  new Set(
    (await read(`lechdoitac?${days}`)).values.map(({ kieu, ma_don }) => `${String(kieu)} ${String(ma_don)}`),
  )

test('D3-ACC-05: by partner and day the orders sent, finished and returned, with sums', async () => {
  const [done, back, open] = [await order(), await order(), await order()]
  await ours(done, -9999, 12_000)
  await ours(back, -10_000, 0)
  expect((await read(`reportdoitac?${days}`)).values).toEqual([
    expect.objectContaining({
      doi_tac: partner,
      da_gui: 3,
      tien_gui: 36_000,
      hoan_thanh: 1,
      tien_hoan_thanh: 12_000,
      hoan_tien: 1,
      tien_hoan_tien: 12_000,
      dang_cho: 1,
      tien_dang_cho: 12_000,
    }),
  ])
  simulator.advance(done, { status: 'completed', paid: 12_000 })
  simulator.advance(back, { status: 'returned', paid: 0 })
  simulator.advance(open, { status: 'processing', paid: 0 })
  for (const who of ['chinhanh1', 'sale111'])
    expect((await (await server.as(who)).get('/api/v1/reportdoitac')).status).toBe(403)
})

test('D3-ACC-05: a statement that agrees has no difference, and days without one are not compared', async () => {
  expect(await differences()).toEqual(new Set())
  await upload(await statement())
  expect(await differences()).toEqual(new Set())
  const { values } = (await read('saokedoitac')) as unknown as { values: Statement[] }
  expect(values).toEqual([
    expect.objectContaining({ doi_tac: partner, so_dong: 3, da_tra: 12_000, tu_ngay: today }),
  ])
})

test('D3-ACC-05: differences are listed by kind, and nothing is changed by them', async () => {
  const { rows } = await server.pool.query<{ id: string }>(sql`SELECT id FROM provider_orders ORDER BY id`)
  const [one, two, three] = rows.map(({ id }) => id)
  const [amount, state, missing] = [await order(), await order(), await order()]
  const before = await server.pool.query('SELECT * FROM provider_orders ORDER BY id')
  const day = toFilterDate(today)
  const foreign = '019ad0c4-7c52-7b5e-9d53-2f6d1f0a4b11'
  await upload(
    csv([
      ['Mã đơn', 'Ngày', 'Số tiền', 'Trạng thái', 'Đã trả'],
      [one ?? '', day, 12_000, 'Hoàn thành', 12_000],
      [two ?? '', day, 12_000, 'returned', 0],
      [three ?? '', day, 12_000, 'processing', 0],
      [three ?? '', day, 12_000, 'processing', 0],
      [amount, day, 12_000, 'processing', 5_000],
      [state, day, 12_000, 'completed', 0],
      [foreign, day, 50_000, 'completed', 50_000],
    ]),
  )
  expect(await differences()).toEqual(
    new Set([
      `hai_lan ${three ?? ''}`,
      `so_tien ${amount}`,
      `thieu_ben_ho ${missing}`,
      `thieu_ben_minh ${foreign}`,
      `trang_thai ${state}`,
    ]),
  )
  expect((await read(`lechdoitac?${days}&kieu=thieu_ben_minh`)).values).toEqual([
    expect.objectContaining({ tien_ho: 50_000, tien_ta: null, trang_thai_ta: null }),
  ])
  expect((await server.pool.query('SELECT * FROM provider_orders ORDER BY id')).rows).toEqual(before.rows)
  // The newest statement of a day counts.
  await ours(amount, -9999, 12_000)
  simulator.advance(amount, { status: 'completed', paid: 12_000 })
  await upload(await statement())
  expect(await differences()).toEqual(new Set())
})

test('D3-ACC-05: a statement names its partner and its days', async () => {
  const send = async (sent: string, by = 'quanly') =>
    server.upload(by, 'saokedoitac', 'sao-ke.csv', csv([['Mã đơn'], ['x']]), sent)
  expect((await send(`?tu_ngay=${today}&den_ngay=${today}`)).body.msg).toBe('Chọn đối tác của sao kê')
  expect((await send(`?doi_tac=${partner}`)).body.msg).toBe('Nhập từ ngày và đến ngày của sao kê')
  const turned = `?doi_tac=${partner}&tu_ngay=${today}&den_ngay=${addDays(today, -1)}`
  expect((await send(turned)).status).toBe(400)
  expect((await send(query, 'chinhanh1')).status).toBe(403)
})
