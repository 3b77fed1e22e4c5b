/** Explanations of random months: for every figure of everybody, the shown parts and rows add up (D3-PAY-03, D3-PAY-04). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payFigures, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import type { Comparison, Explanation, PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { addMonth, addPrices, seededRandom } from '#test/payroll-books.ts'
import { everyNth, rounds } from '#test/rounds.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
const people = ['sale111', 'sale112', 'leader11', 'sale211']
const months = rounds(2, 8)
const monthAt = (n: number) => `2021-0${n + 1}`
const wire = (month: string) => month.split('-').toReversed().join('/')
beforeAll(async () => {
  server = await startTestServer()
  await addPrices(server.pool)
  for (let n = 0; n < months; n += 1) await addMonth(server.pool, seededRandom(n + 500), monthAt(n), people)
}, 60_000)
afterAll(() => server.close())

const explain = async (username: string, month: string, cot: PayFigure, more = ''): Promise<Explanation> => {
  const caller = await server.as('admin')
  const answer = await caller.get(
    `/api/v1/tinhluong/giaithich?username=${username}&startDate=${wire(month)}&cot=${cot}${more}`,
  )
  expect([cot, answer.status]).toEqual([cot, 200])
  return answer.data as Explanation
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const rowsOf = async () => {
  const caller = await server.as('admin')
  const payRows: PayRow[] = []
  for (let n = 0; n < months; n += 1) {
    const { data } = await caller.get(`/api/v1/tinhluong?startDate=${wire(monthAt(n))}&count=200`)
    payRows.push(...(data as { values: PayRow[] }).values.filter(({ username }) => people.includes(username)))
  }
  return payRows
}

/** Components that the formula text does not name. A sum may name them together: its components are separate lines. */
const unnamedIn = ({ cong_thuc: words, la_tong, thanh_phan: parts }: Explanation): string[] => {
  if (words.trim() === '') return ['no words']
  if (la_tong) return []
  return parts.map(({ nhan }) => nhan).filter((name) => !words.toLowerCase().includes(name.toLowerCase()))
}

test('D3-PAY-03, D3-PAY-01: every figure is explained with the value of the list, and its rows or parts add up to it', async () => {
  let rowsSeen = 0
  const bare = new Set<string>()
  for (const [index, row] of (await rowsOf()).entries()) {
    const month = row.thangTinhLuong.split('/').toReversed().join('-')
    // Covers every figure in both months, for several people.
    for (const cot of everyNth(payFigures, index)) {
      const explanation = await explain(row.username, month, cot, '&count=500')
      expect({ of: row.id, cot, value: explanation.gia_tri }).toEqual({ of: row.id, cot, value: row[cot] })
      expect({ cot, unnamed: unnamedIn(explanation) }).toEqual({ cot, unnamed: [] })
      const parts = explanation.la_tong
        ? sum(explanation.thanh_phan.map(({ gia_tri, dau }) => gia_tri * dau))
        : row[cot]
      expect({ of: row.id, cot, parts }).toEqual({ of: row.id, cot, parts: row[cot] })
      // Figures with neither are parameters, or the fee, which is computed from one figure.
      const { nguon } = explanation
      if (!nguon) {
        bare.add(explanation.la_tong ? 'sum' : cot)
        continue
      }
      expect({
        of: row.id,
        cot,
        rows: sum(nguon.values.map(({ so }) => so)),
        all: nguon.tong,
        count: nguon.values.length,
      }).toEqual({ of: row.id, cot, rows: row[nguon.cua], all: row[nguon.cua], count: nguon.count })
      rowsSeen += nguon.count
    }
  }
  expect([...bare].toSorted()).toEqual(['luongCoBan', 'phiCongDoan', 'sum'])
  expect(rowsSeen).toBeGreaterThan(rounds(100, 200))
}, 120_000)

test('D3-PAY-03: a figure that is neither a sum nor typed is computed from the values shown', async () => {
  const [row] = (await rowsOf()).filter(
    ({ hoaHongThucTinh, ngayCongThucTe }) => hoaHongThucTinh > 0 && ngayCongThucTe > 0,
  )
  if (!row) throw new Error('nobody sold anything')
  const month = row.thangTinhLuong.split('/').toReversed().join('-')
  const explanation = await explain(row.username, month, 'hoaHongThucTinh')
  expect(explanation).toMatchObject({
    cong_thuc: 'Doanh thu tính lương × Hoa hồng (%)',
    thanh_phan: [
      { cot: 'tongDoanhThuVasTinhLuong', gia_tri: row.tongDoanhThuVasTinhLuong },
      { cot: 'hoaHongPhanTram', gia_tri: row.hoaHongPhanTram },
    ],
    tham_so: [{ key: 'tinh_luong_bac_hoa_hong', tu_ngay: null, username: null }],
  })
  const [revenue, percent] = explanation.thanh_phan.map(({ gia_tri }) => gia_tri)
  expect(Math.round(((revenue ?? 0) * (percent ?? 0)) / 100)).toBe(row.hoaHongThucTinh)
  await (
    await server.as('admin')
  ).put('/api/v1/setting/tinh_luong_phi_cong_doan', { value: 2, tu_ngay: '01/01/2021', ly_do: 'Nghị quyết' })
  const fee = await explain(row.username, month, 'phiCongDoan')
  expect(fee.tham_so[0]).toMatchObject({
    gia_tri: '2 %',
    tu_ngay: '2021-01-01',
    username: 'admin',
    ly_do: 'Nghị quyết',
  })
  await server.pool.query('DELETE FROM dated_setting')
})

test('D3-PAY-03: a reader of their own row does not see the base pay of others', async () => {
  await (
    await server.as('admin')
  ).put('/api/v1/setting/tinh_luong_luong_co_ban_nv', {
    value: { sale112: 7_654_321 },
    tu_ngay: '01/01/2021',
  })
  const { text } = await (
    await server.as('sale111')
  ).get('/api/v1/tinhluong/giaithich?username=sale111&startDate=01/2021&cot=luongCoBan')
  expect(text).not.toMatch(/7,?654,?321/)
  expect((await explain('sale112', '2021-01', 'luongCoBan')).gia_tri).toBe(7_654_321)
  await server.pool.query('DELETE FROM dated_setting')
})

test('D3-PAY-03: day, author and reason of an individual base pay are those of the change that concerned the person', async () => {
  const key = '/api/v1/setting/tinh_luong_luong_co_ban_nv'
  const write = async (username: string, tu_ngay: string, value: object, ly_do: string) =>
    expect((await (await server.as(username)).put(key, { value, tu_ngay, ly_do })).status).toBe(200)
  const origin = async (username: string) => {
    const { tham_so } = await explain(username, '2021-01', 'luongCoBan')
    const parameter = tham_so.find((one) => one.key === 'tinh_luong_luong_co_ban_nv')
    return [
      parameter?.gia_tri,
      parameter?.tu_ngay,
      parameter?.username,
      parameter?.at === null,
      parameter?.ly_do,
    ]
  }
  await write('quanly', '01/12/2020', { sale112: 7_000_000 }, 'Tăng sale112')
  await write('admin', '01/12/2020', { sale112: 7_000_000, leader11: 9_000_000 }, 'Tăng leader11')
  await write('quanly', '02/01/2021', { sale112: 7_000_000, leader11: 9_000_000, sale211: 1 }, 'Giảm sale211')
  expect(await origin('sale111')).toEqual(['không có', null, null, true, null])
  // Ignores a later write on the same day, and a later day that does not change the own base.
  expect(await origin('sale112')).toEqual(['7,000,000 đồng', '2020-12-01', 'quanly', false, 'Tăng sale112'])
  expect(await origin('leader11')).toEqual(['9,000,000 đồng', '2020-12-01', 'admin', false, 'Tăng leader11'])
  expect(await origin('sale211')).toEqual(['1 đồng', '2021-01-02', 'quanly', false, 'Giảm sale211'])
  await server.pool.query('DELETE FROM dated_setting')
})

test("D3-PAY-04: the steps of 'Vì sao khác tháng trước' add up to the difference of net pay", async () => {
  const caller = await server.as('admin')
  let steps = 0
  for (const username of people) {
    for (let n = 0; n <= months; n += 1) {
      const { data } = await caller.get(
        `/api/v1/tinhluong/sosanh?username=${username}&startDate=${wire(monthAt(n))}`,
      )
      const comparison = data as Comparison
      const difference = comparison.nay.luongThucNhan - (comparison.truoc?.luongThucNhan ?? 0)
      expect({ username, n, steps: sum(comparison.buoc.map(({ so }) => so)) }).toEqual({
        username,
        n,
        steps: difference,
      })
      steps += comparison.buoc.length
    }
  }
  expect(steps).toBeGreaterThan(40)
  expect((await (await server.as('sale112')).get('/api/v1/tinhluong/sosanh?username=sale111')).status).toBe(
    404,
  )
})

test('D3-PAY-03: a source row links to its list, filtered to it, but only to lists that the reader may open', async () => {
  const [row] = (await rowsOf()).filter(
    ({ tongDoanhThuVasTinhLuong, truyThuSauChietKhau, username }) =>
      tongDoanhThuVasTinhLuong > 0 && truyThuSauChietKhau > 0 && username !== 'leader11',
  )
  if (!row) throw new Error('nobody sold and owes')
  const routes: Readonly<Record<string, string>> = {
    report90849332: 'report90849332',
    requestrefundreport: 'requestrefundreport',
    mfy: 'mfy',
  }
  const month = row.thangTinhLuong.split('/').toReversed().join('-')
  for (const cot of ['tongDoanhThuVasTinhLuong', 'truyThuSauChietKhau'] as const) {
    const { nguon } = await explain(row.username, month, cot, '&count=500')
    for (const { mo, nhan } of nguon?.values ?? []) {
      if (!mo) throw new Error(`no list has ${nhan}`)
      const query = new URLSearchParams(mo.loc).toString()
      const list = await (await server.as('admin')).get(`/api/v1/${routes[mo.man_hinh]}?${query}`)
      expect([nhan, (list.data as { count: number }).count]).toEqual([nhan, 1])
    }
  }
  // A masked reader gets only the day, and no links it may not open.
  const ownAnswer = await (
    await server.as(row.username)
  ).get(
    `/api/v1/tinhluong/giaithich?username=${row.username}&startDate=${row.thangTinhLuong}&cot=tongDoanhThuVasTinhLuong`,
  )
  const [first] = (ownAnswer.data as Explanation).nguon?.values ?? []
  expect(Object.keys(first?.mo?.loc ?? {})).toEqual(['startDate', 'endDate'])
})
