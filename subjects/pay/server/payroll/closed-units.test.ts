/** Pay of a closed month stays with the branch and leader of the month's last day, whoever moves later (D3-ONE-05). */
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Slip, Standing } from '#subjects/pay/contract/calls/payslip.ts'
import type { Clocking, Comparison } from '#subjects/pay/contract/calls/payroll.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { addClockings, addLine, vn } from '#test/payroll-books.ts'
import { closeMonth, nothingTyped, payrollCalls, type PayrollCalls } from '#test/payroll-calls.ts'
import { userId } from '#test/pool.ts'

const closed = '03/2026'
const open = '04/2026'
const heads = ['chinhanh1', 'chinhanh2', 'leader11', 'leader21'] as const

let server: ImportServer
let calls: PayrollCalls
beforeAll(async () => {
  server = await startImportServer()
  calls = payrollCalls(server)
  for (const [owner, price] of [
    ['sale111', 20_000_000],
    ['sale112', 3_000_000],
    ['sale211', 5_000_000],
  ] as const)
    await addLine(server.pool, { at: vn('2026-03-03 10:00'), owner, price })
  await addLine(server.pool, { at: vn('2026-04-03 10:00'), owner: 'sale111', price: 1_000_000 })
  await addClockings(server.pool, '2026-03', [
    { username: 'sale111', day: '2026-03-02', in: 28_800, out: null, decision: null },
  ])
  const close = await closeMonth(server, 'quanly', closed, { ly_do: 'Thử' })
  if (close.status !== 200) throw new Error(close.text)
})
afterAll(() => server.close())

/** Sums, rows and sheet of a month as seen by the heads of all units. */
async function asHeads(month: string) {
  const lists = await Promise.all(
    heads.map(async (user) => {
      const { values, ...sums } = await calls.list(user, month)
      return [user, { names: values.map(({ username }) => username), sums, values }] as const
    }),
  )
  return Object.fromEntries(lists)
}

async function move(username: string, brand: string, leader: string): Promise<void> {
  const admin = await server.as('admin')
  const url = `/api/v1/users/${await userId(server.pool, username)}`
  const { permissions: _, ...account } = (await admin.get(url)).data as { permissions: unknown }
  const place = { brand_id: await userId(server.pool, brand), group_id: await userId(server.pool, leader) }
  expect((await admin.put(url, { ...account, ...place })).status).toBe(200)
}
const names = async (user: string, month: string): Promise<string[]> =>
  (await calls.list(user, month)).values.map(({ username }) => username)
const slip = async (user: string, month: string, username = 'sale111') =>
  (await server.as(user)).get(`/api/v1/phieuluong?startDate=${month}&username=${username}`)
const odd = async (user: string): Promise<Clocking[]> =>
  ((await calls.get(user, `/batthuong?startDate=${closed}`)).data as { values: Clocking[] }).values
const sheet = async (user: string) =>
  (await server.download(user, `/api/v1/tinhluong/export?startDate=${closed}`)).rows.map(({ cells }) => cells)

test('moving a person changes no row or sum of a closed month in any unit, while those of the open month follow (D3-ONE-05, D3-ORG-01)', async () => {
  const before = await asHeads(closed)
  const file = await sheet('chinhanh1')
  expect([before.chinhanh1?.names, before.leader11?.names]).toEqual([
    expect.arrayContaining(['sale111', 'sale112']),
    expect.arrayContaining(['sale111']),
  ])
  await move('sale111', 'chinhanh2', 'leader21')
  expect(await asHeads(closed)).toEqual(before)
  expect(await sheet('chinhanh1')).toEqual(file)
  const now = await asHeads(open)
  expect(heads.filter((user) => now[user]?.names.includes('sale111'))).toEqual(['chinhanh2', 'leader21'])
  expect(await names('sale111', closed)).toEqual(['sale111'])
})

test('the head of the former unit reads, explains, corrects and answers a closed month; the head of the current unit cannot, and gets no comparison (D3-ONE-05, D3-PAY-09)', async () => {
  const sale = await server.as('sale111')
  const words = { username: 'sale111', thangTinhLuong: closed, cot: 'luongTheoNgayCong' }
  expect((await sale.post('/api/v1/phieuluong/thacMac', { ...words, noi_dung: 'Sao 0 công?' })).status).toBe(
    200,
  )
  for (const [user, status] of [
    ['chinhanh1', 200],
    ['chinhanh2', 404],
    ['leader21', 404],
  ] as const) {
    const answer = (await server.as(user)).post('/api/v1/phieuluong/thacMac', {
      ...words,
      noi_dung: `Của ${user}`,
    })
    const explainPath = `/giaithich?username=sale111&startDate=${closed}&cot=hoaHongThucTinh`
    const unit = user === 'leader21' ? 404 : status
    expect([
      user,
      (await slip(user, closed)).status,
      (await answer).status,
      (await calls.get(user, explainPath)).status,
    ]).toEqual([user, status, status, unit])
  }
  const waiting = async (user: string) =>
    (
      (await (await server.as(user)).get(`/api/v1/phieuluong/tinhHinh?startDate=${closed}`)).data as {
        values: Standing[]
      }
    ).values.find(({ username }) => username === 'sale111')
  expect([await waiting('chinhanh1'), await waiting('chinhanh2')]).toMatchObject([{ tra_loi: 1 }, undefined])
  const compared = async (user: string) =>
    (await calls.get(user, `/sosanh?username=sale111&startDate=${open}`)).data as Comparison
  expect(await compared('chinhanh2')).toMatchObject({ truoc: null, buoc: [] })
  expect((await compared('sale111')).truoc?.thangTinhLuong).toBe(closed)
  const former = async (user: string) => ((await slip(user, open)).data as Slip).truoc
  expect([await former('chinhanh2'), await former('sale111')]).toEqual([null, expect.any(Number)])
  // Anomalies and typed amounts of the closed month belong to that unit, too.
  expect([(await odd('chinhanh1')).length, (await odd('chinhanh2')).length]).toEqual([1, 0])
  const [row] = await odd('chinhanh1')
  const decide = { dong: [{ id: row?.id, version: row?.version }], quyet_dinh: 'ca_ngay' }
  expect((await calls.post('chinhanh2', '/batthuong', decide)).status).toBe(404)
  expect((await calls.post('chinhanh1', '/batthuong', decide)).status).toBe(200)
  const typed = {
    ...nothingTyped,
    ngayCongThucTe: 1,
    nhanKhac: 70_000,
    username: 'sale111',
    thangTinhLuong: closed,
  }
  expect((await calls.put('chinhanh2', typed)).status).toBe(404)
  expect((await calls.put('chinhanh1', typed)).status).toBe(200)
  expect((await calls.rowOf('sale111', open))?.dieuChinh).toBeGreaterThan(70_000)
})

test('the unit on the last day of the month counts, also for months closed before (D3-ONE-05)', async () => {
  await server.pool.query(sql`
    INSERT INTO user_places (user_id, since, brand_id, group_id, priority, works)
    SELECT u.id, v.since, b.id, l.id, 5, true
    FROM (VALUES (${vn('2026-03-31 23:59')}::timestamptz, 'chinhanh2', 'leader21'),
      (${vn('2026-04-01 00:00')}, 'chinhanh1', 'leader12')) v (since, brand, leader)
    JOIN users u ON u.username = 'sale112' JOIN users b ON b.username = v.brand JOIN users l ON l.username = v.leader`)
  const byHead = await asHeads(closed)
  expect(heads.filter((user) => byHead[user]?.names.includes('sale112'))).toEqual(['chinhanh2', 'leader21'])
})
