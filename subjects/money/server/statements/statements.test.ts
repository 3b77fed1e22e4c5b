/** Orders by partner and day, and comparison with partners' statements (D3-ACC-05, subjects/money/decisions/partner-statements.md). */
import { readFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import type { Statement } from '#subjects/money/contract/calls/statements.ts'
import { monthDays } from '#kit/contract/earlier.ts'
import { addMonths, readMonth, thisMonth } from '#kit/contract/month.ts'
import { startProvider, type ProviderSimulator } from '#simulator/provider.ts'
import { bookParts, zipOf } from '#platform/server/sheet/book.fixture.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { refundBody, refundPrices } from '#test/refunds.ts'
import { seededRandom } from '#test/payroll-books.ts'
import { setSettings } from '#test/settings.ts'

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
/** Creates an order of 12,000 sent to the partner today, with a line for it. */
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
const between = (start: string, end = start): string =>
  `startDate=${toFilterDate(start)}&endDate=${toFilterDate(end)}`
const days = between(today)
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
async function upload(bytes: Buffer, of = query): Promise<void> {
  const { id } = await server.ready('quanly', 'saokedoitac', 'sao-ke.csv', bytes, of)
  await server.save('quanly', id)
}
const differences = async (of = days) =>
  new Set(
    (await read(`lechdoitac?${of}`)).values.map(({ kieu, ma_don }) => `${String(kieu)} ${String(ma_don)}`),
  )

test('D3-ACC-05: the overview shows by partner and day the orders sent, finished and returned, with sums', async () => {
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
  for (const username of ['chinhanh1', 'sale111'])
    expect((await (await server.as(username)).get('/api/v1/reportdoitac')).status).toBe(403)
})

test('D3-ACC-05: a matching statement has no difference, and days without one are not compared', async () => {
  expect(await differences()).toEqual(new Set())
  await upload(await statement())
  expect(await differences()).toEqual(new Set())
  const { values } = (await read('saokedoitac')) as unknown as { values: Statement[] }
  expect(values).toEqual([
    expect.objectContaining({ doi_tac: partner, so_dong: 3, da_tra: 12_000, tu_ngay: today }),
  ])
})

test('D3-ACC-05: differences are listed by kind and change nothing', async () => {
  const { rows } = await server.pool.query<{ id: string }>(sql`SELECT id FROM provider_orders ORDER BY id`)
  const [one, two, three] = rows.map(({ id }) => id)
  const [amount, state, missing, unsent] = [await order(), await order(), await order(), await order()]
  await server.pool.query(sql`
    UPDATE provider_orders SET state = 'queued', sent_at = NULL WHERE id = ${unsent}`)
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
      [unsent, day, 12_000, 'processing', 0],
    ]),
  )
  expect(await differences()).toEqual(
    new Set([
      `hai_lan ${three ?? ''}`,
      `so_tien ${amount}`,
      `thieu_ben_ho ${missing}`,
      `thieu_ben_minh ${foreign}`,
      `trang_thai ${state}`,
      `trang_thai ${unsent}`,
    ]),
  )
  expect((await read(`lechdoitac?${days}&kieu=thieu_ben_minh`)).values).toEqual([
    expect.objectContaining({ tien_ho: 50_000, tien_ta: null, trang_thai_ta: null }),
  ])
  expect((await server.pool.query('SELECT * FROM provider_orders ORDER BY id')).rows).toEqual(before.rows)
  // The newest statement of a day counts.
  await server.pool.query(sql`
    UPDATE provider_orders SET state = 'accepted', sent_at = now() WHERE id = ${unsent}`)
  await ours(amount, -9999, 12_000)
  simulator.advance(amount, { status: 'completed', paid: 12_000 })
  await upload(await statement())
  expect(await differences()).toEqual(new Set())
})

const { start: first, end: last } = monthDays(readMonth(addMonths(thisMonth(), -1)) ?? '')
const atNoon = async (id: string, day: string): Promise<void> => {
  await server.pool.query(sql`
    UPDATE provider_orders SET sent_at = ${`${day}T12:00:00+07:00`}::timestamptz WHERE id = ${id}`)
}
type Billed = [order: string, day: string, amount: number, state: string, paid: number]
/** Uploads a statement of the whole last month, or of its days up to `to`. */
const billed = (lines: readonly Billed[], to = last) =>
  upload(
    csv([
      ['Mã đơn', 'Ngày', 'Số tiền', 'Trạng thái', 'Đã trả'],
      ...lines.map(([order, day, ...rest]) => [order, toFilterDate(day), ...rest]),
    ]),
    `?doi_tac=${partner}&tu_ngay=${first}&den_ngay=${to}`,
  )

test('D3-ACC-05: a line on another day than its order is no difference; a second line is one on its own day, whatever days are requested', async () => {
  const [night, twice, missing, before] = [await order(), await order(), await order(), await order()]
  const day = (n: number): string => addDays(first, n)
  await Promise.all([night, twice, missing].map((id, n) => atNoon(id, day(9 + n))))
  await atNoon(before, addDays(first, -1))
  await billed([
    [night, day(10), 12_000, 'processing', 0],
    [twice, day(12), 12_000, 'processing', 0],
    // Earlier in the file, later in the month: lines come in any order.
    [twice.toUpperCase(), day(11), 12_000, 'processing', 0],
    // Sent in another month, and so in none of this month's sums.
    [before, day(1), 12_000, 'processing', 0],
  ])
  const each: Record<string, string[]> = {}
  for (const dayNumber of [1, 9, 10, 11, 12, 13])
    each[dayNumber] = [...(await differences(between(day(dayNumber))))].toSorted()
  expect(each).toEqual({
    1: [`thang_khac ${before}`],
    9: [],
    10: [],
    11: [`thieu_ben_ho ${missing}`],
    12: [`hai_lan ${twice}`],
    13: [],
  })
  const all = Object.values(each).flat().toSorted()
  expect([...(await differences(between(first, last)))].toSorted()).toEqual(all)
  expect([...(await differences(between(day(5), day(20))))].toSorted()).toEqual(
    all.filter((one) => !one.includes(before)),
  )
  // The previous month has no statement, so its order is not reported as missing.
  const eve = addDays(first, -1)
  expect(await differences(between(eve))).toEqual(new Set())
  // With a statement over both months each month keeps its own pairs.
  await upload(
    csv([
      ['Mã đơn', 'Ngày', 'Số tiền', 'Trạng thái', 'Đã trả'],
      [night, toFilterDate(eve), 12_000, 'processing', 0],
    ]),
    `?doi_tac=${partner}&tu_ngay=${eve}&den_ngay=${eve}`,
  )
  const both = [...all, `thang_khac ${night}`, `thieu_ben_ho ${before}`].toSorted()
  expect([...(await differences(between(eve, last)))].toSorted()).toEqual(both)
})

test('D3-ACC-05: the differences of a month are those between its statement and its orders, and equal the sum of its days', async () => {
  const pick = seededRandom(31)
  const states = ['processing', 'completed', 'returned', 'refused'] as const
  const month = Number(last.slice(8))
  const ids = await Promise.all(Array.from({ length: 12 }, order))
  for (const id of ids) {
    await atNoon(id, addDays(first, pick(month + 4) - 2))
    await ours(id, pick(2) === 0 ? -9999 : -10_000, pick(3) * 6_000)
  }
  const lines = Array.from({ length: 20 }, (): Billed => {
    const id = pick(8) === 0 ? crypto.randomUUID() : (ids[pick(ids.length)] ?? '')
    return [
      id,
      addDays(first, pick(month)),
      pick(3) === 0 ? 9_000 : 12_000,
      states[pick(4)] ?? '',
      pick(3) * 6_000,
    ]
  })
  await billed(lines)
  const { rows } = await server.pool.query<{ paid: number }>(sql`
    SELECT sum(paid)::int AS paid FROM provider_orders
    WHERE (sent_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date BETWEEN ${first} AND ${last}`)
  const theirs = lines.reduce((sum, [, , , , paid]) => sum + paid, 0)
  const apart = async (of: string): Promise<number> => {
    const { tongTraTa, tongTraHo } = await read(`lechdoitac?${of}`)
    return Number(tongTraHo) - Number(tongTraTa)
  }
  expect(await apart(between(first, last))).toBe(theirs - Number(rows[0]?.paid))
  const single = await Promise.all(
    Array.from({ length: month }, (_, index) => apart(between(addDays(first, index)))),
  )
  expect(single.reduce((sum, one) => sum + one, 0)).toBe(theirs - Number(rows[0]?.paid))
})

/** Column headings documented for partners. */
async function documentedHeads(): Promise<string[]> {
  const page = await readFile(`${import.meta.dirname}/../../../../docs/providers.md`, 'utf8')
  const table = page.split('### A statement')[1]?.split('###')[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, head = '']) => head)
}
const workbook = (rows: readonly (string | number)[][]): Buffer => {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  return zipOf(bookParts({ sheets: [rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')] }))
}

test("D3-ACC-05: orders count for the Vietnamese day of their sending, and a partner's .xlsx with the columns of docs/providers.md is compared with them", async () => {
  const [eve, day] = [addDays(today, -400), addDays(today, -399)]
  const [late, early, other] = [await order(), await order(), await order()]
  const sent = (id: string, instant: string) =>
    server.pool.query(
      sql`UPDATE provider_orders SET sent_at = ${`${instant}+07:00`}::timestamptz WHERE id = ${id}`,
    )
  await sent(late, `${eve}T23:59:59`)
  await sent(early, `${day}T00:00:00`)
  await sent(other, `${day}T09:00:00`)
  await ours(late, -9999, 12_000)
  const days = between(eve, day)
  const { values } = await read(`reportdoitac?${days}`)
  expect(
    Object.fromEntries(values.map((row) => [String(row.ngay), [row.da_gui, row.hoan_thanh, row.dang_cho]])),
  ).toEqual({ [eve]: [1, 1, 0], [day]: [2, 0, 2] })
  const heads = await documentedHeads()
  expect(heads).toHaveLength(5)
  const rows = [
    heads,
    [late, toFilterDate(eve), 12_000, 'Hoàn thành', 12_000],
    [early, toFilterDate(day), 12_000, 'Đang xử lý', 0],
    [other, toFilterDate(day), 12_000, 'Không nhận', 0],
  ]
  const of = `?doi_tac=${partner}&tu_ngay=${eve}&den_ngay=${day}`
  const { id, counts, asks } = await server.ready('quanly', 'saokedoitac', 'sao-ke.xlsx', workbook(rows), of)
  expect([counts.new, counts.bad, asks]).toEqual([3, 0, []])
  await server.save('quanly', id)
  expect(await differences(days)).toEqual(new Set([`trang_thai ${other}`]))
})

test('D3-ACC-05: a statement requires its partner and its days', async () => {
  const send = async (sent: string, by = 'quanly') =>
    server.upload(by, 'saokedoitac', 'sao-ke.csv', csv([['Mã đơn'], ['x']]), sent)
  expect((await send(`?tu_ngay=${today}&den_ngay=${today}`)).body.msg).toBe('Chọn đối tác của sao kê')
  expect((await send(`?doi_tac=${partner}`)).body.msg).toBe('Nhập từ ngày và đến ngày của sao kê')
  const turned = `?doi_tac=${partner}&tu_ngay=${today}&den_ngay=${addDays(today, -1)}`
  expect((await send(turned)).status).toBe(400)
  expect((await send(query, 'chinhanh1')).status).toBe(403)
})
