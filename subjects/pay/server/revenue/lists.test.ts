/** The two lists over revenue lines: rows, figures and filters over one table (D2-RECON, D2-DREV, D2-REVF-10 to 22). */
import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { screenOf, screenOfTab } from '#platform/contract/screens.ts'
import { startTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query(`
    INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('VD90', 12000, 90000), ('VD120', 15000, 120000)`)
  await fill()
})
afterAll(() => server.close())

const recon = '/api/v1/dsdttinhluong'
const detail = '/api/v1/report90849332'
type Row = Record<string, unknown> & { id: string; doanh_thu: number; refund_price: number }
type Listed = { values: Row[]; count: number } & Record<string, unknown>

type Made = {
  track0: string
  phone: string
  package: string
  price: number
  at: string
  by: string | null
  channel: string
  status?: string
  ratio?: number
}
const lines: Made[] = [
  { track0: '9084', phone: '912000001', package: 'VD90', price: 90_000, at: '2026-10-03T03:00:00Z', by: 'sale111', channel: '9084' },
  { track0: '9084new', phone: '912000002', package: 'VD120', price: 120_000, at: '2026-10-03T04:00:00Z', by: 'sale112', channel: '9084 (2)', ratio: 80 },
  { track0: 'ketqua', phone: '912000003', package: 'VD90', price: 90_000, at: '2026-10-05T16:59:59.999Z', by: 'sale111', channel: 'd1', status: 'FAILD' },
  { track0: 'ketqua', phone: '912000004', package: 'VD90', price: 90_001, at: '2026-10-05T17:00:00Z', by: 'sale211', channel: 'd1', ratio: 50 },
  { track0: '9332', phone: '912000005', package: 'VD120', price: 10_000, at: '2026-10-20T03:00:00Z', by: 'sale111', channel: '9332' },
  { track0: 'mfy', phone: '912009084', package: 'VD120', price: 62_500, at: '2026-11-02T03:00:00Z', by: 'leader11', channel: 'MFY' },
  { track0: 'import', phone: '912000007', package: 'VD120', price: 1, at: '2026-11-02T03:00:00Z', by: null, channel: 'Kênh riêng', status: 'Chờ' },
] // prettier-ignore

/** The lines, and refunds of the first, the second and the fifth; that of the fifth exceeds its amount. */
async function fill(): Promise<void> {
  for (const [n, made] of lines.entries())
    await server.pool.query(sql`
      INSERT INTO revenue_line (track0, track1, kenh, so_dien_thoai_cs, goi_cuoc, doanh_thu, ngay_thanh_cong,
        username_he_thong, own_username, own_ti_le, set_status, set_at)
      VALUES (${made.track0}, ${`${9 - n}`}, ${made.channel}, ${made.phone}, ${made.package}, ${made.price}, ${made.at},
        ${made.by}, ${made.by}, ${made.ratio ?? 100}, ${made.status ?? null}, ${made.status ? made.at : null})`)
  for (const [at, by, other] of [
    [0, 'sale111', 500],
    [1, 'sale112', 0],
    [4, 'leader11', 0],
  ] as const)
    // prettier-ignore
    await server.pool.query(sql`
      INSERT INTO requestrefund (staff_username, staff_fullname, number_phone, package_code, request_type, request_method,
        other_refund, created_time)
      VALUES (${by}, '', ${lines[at]?.phone}, ${lines[at]?.package}, 2, 1, ${other}, ${lines[at]?.at})`)
}

const list = async (path: string, query = '', by = 'quanly'): Promise<Listed> => {
  const answer = await (await server.as(by)).get(`${path}?${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data as Listed
}
const phones = async (query: string, by = 'quanly') =>
  (await list(recon, query, by)).values.map(({ so_dien_thoai_cs: phone }) => String(phone).slice(-1))
const october = 'startDate=01/10/2026&endDate=31/10/2026'

test('a line shows its refund and what it counts for pay (D2-RECON-14 to 26, D2-RECON-28, D2-RECON-29, D2-RECON-40, D2-REVF-10 to 15, D2-REVF-20, D2-Q-169, D2-Q-170, D2-Q-172 to 175, D2-Q-178)', async () => {
  const { values } = await list(recon, october)
  const of = (phone: string) => values.find(({ so_dien_thoai_cs: one }) => one === phone)
  expect(of('912000001')).toMatchObject({
    kenh: '9084', username_nv: 'sale111', ten_nv: expect.stringMatching(/\S/), goi_cuoc: 'VD90', doanh_thu: 90_000,
    status: 'SUCCESS', ket_qua: 'SUCCESS', staff_username: 'sale111', co_yeu_cau: 1, request_type: 2, request_method: 1,
    refund_price: 12_500, ti_le_doanh_thu: 100, doanh_thu_tinh_luong: 77_500, track0: '9084', track1: '9',
  }) // prettier-ignore
  expect(of('912000002')).toMatchObject({
    kenh: '9084 (2)',
    refund_price: 15_000,
    doanh_thu_tinh_luong: 81_000,
  })
  // A failed line counts 0, no amount is below 0; halves are rounded up.
  expect(of('912000003')).toMatchObject({
    ket_qua: 'FAILD', co_yeu_cau: 0, staff_username: null, request_type: null, refund_price: 0, doanh_thu_tinh_luong: 0,
  }) // prettier-ignore
  expect(of('912000004')).toMatchObject({ ti_le_doanh_thu: 50, doanh_thu_tinh_luong: 45_001 })
  expect(of('912000005')).toMatchObject({ refund_price: 15_000, doanh_thu_tinh_luong: 0 })
  const sold = await list(detail, october)
  expect(sold.values[0]).toMatchObject({ doanh_thu: 10_000, username_he_thong: 'sale111', track0: '9332' })
  expect(Object.keys(sold.values[0] ?? {})).toEqual(
    expect.arrayContaining([
      'kenh',
      'username_nv',
      'ten_nv',
      'username_he_thong',
      'so_dien_thoai_cs',
      'goi_cuoc',
      'doanh_thu',
      'ngay_thanh_cong',
      'track0',
      'track1',
    ]),
  )
})

const sumOf = (rows: Row[], name: string): number => rows.reduce((sum, row) => sum + Number(row[name]), 0)

test.each([
  '',
  october,
  'username=sale111',
  'username=leader11',
  'team=chinhanh1',
  'team=leader11',
  'status=SUCCESS',
  'status=FAILD',
  'co_yeu_cau=1',
  'co_yeu_cau=0',
  'da_doi_soat=0',
  'message=MFY',
  'message=912000003',
  'message=9084',
  `${october}&username=sale111&status=SUCCESS`,
  'startDate=05/10/2026&endDate=05/10/2026',
  'message=0999999999',
])(
  'every figure equals the sum of the filtered rows, whatever the page: %j (D2-RECON-08 to 12, D2-RECON-30, D2-DREV-08, D2-DREV-09, D2-REVF-16, D2-REVF-21, D2-Q-174, D2-RECON-34, D2-DREV-26)',
  async (query) => {
    const rows: Row[] = []
    for (let page = 0; ; page += 1) {
      const { values } = await list(recon, `${query}&page=${page}&count=2`)
      if (values.length === 0) break
      rows.push(...values)
    }
    expect(await list(recon, `${query}&count=1`)).toMatchObject({
      count: rows.length,
      tongGoi: rows.length,
      tongGiaTriGoi: sumOf(rows, 'doanh_thu'),
      tongSoTienHoan: sumOf(rows, 'refund_price'),
      tongDoanhThu: sumOf(rows, 'doanh_thu_tinh_luong'),
    })
    expect(await list(detail, `${query}&count=1`)).toMatchObject({
      count: rows.length,
      tongGoi: rows.length,
      tongDoanhThu: sumOf(rows, 'doanh_thu'),
    })
    // By day: the same rows, by Vietnamese day.
    const answer = await (await server.as('quanly')).get(`${recon}/theongay?${query}`)
    const days = (answer.data as { values: Row[] }).values
    expect({
    so_goi: sumOf(days, 'so_goi'), doanhThu: sumOf(days, 'doanhThu'), doanh_thu: sumOf(days, 'doanh_thu'), tien_hoan: sumOf(days, 'tien_hoan'), pay: sumOf(days, 'doanh_thu_tinh_luong'),
  }).toEqual({
    so_goi: rows.length, doanhThu: sumOf(rows, 'doanhThu'), doanh_thu: sumOf(rows, 'doanh_thu'), tien_hoan: sumOf(rows, 'refund_price'), pay: sumOf(rows, 'doanh_thu_tinh_luong'),
  }) // prettier-ignore
    for (const { ngay, so_goi } of days) {
      const [year, month, day] = String(ngay).split('-')
      const date = `${day}/${month}/${year}`
      const { count } = await list(
        recon,
        `${query.replace(/(start|end)Date=[^&]*&?/g, '')}&startDate=${date}&endDate=${date}`,
      )
      expect([ngay, count]).toEqual([ngay, so_goi])
    }
  },
)

test('lines are filtered by staff, phone or channel, days and result, newest first, then by source (D2-RECON-02 to 06, D2-DREV-02 to 05, D2-DREV-07, D2-REVF-22, D2-Q-21, D2-Q-42, D2-Q-176, D2-API-02, D2-API-08)', async () => {
  expect(await phones('')).toEqual(['7', '4', '5', '4', '3', '2', '1'])
  expect(await phones('username=sale111')).toEqual(['5', '3', '1'])
  expect(await phones(october)).toEqual(['5', '4', '3', '2', '1'])
  // The fifth ends at midnight in Vietnam.
  expect(await phones('startDate=05/10/2026&endDate=05/10/2026')).toEqual(['3'])
  expect(await phones('startDate=06/10/2026&endDate=06/10/2026')).toEqual(['4'])
  expect(await phones('message=mfy')).toEqual(['4'])
  expect(await phones('message=kenh rieng')).toEqual(['7'])
  expect(await phones('message=0912000003')).toEqual(['3'])
  // By the end of a number, or the channel.
  expect(await phones('message=9084')).toEqual(['4', '2', '1'])
  expect(await phones('message=9084 (2)')).toEqual(['2'])
  expect((await list(detail, 'message=9084')).count).toBe(3)
  expect((await list(detail, 'count=100')).count).toBe(lines.length)
  const lone = await (await server.as('quanly')).get(`${recon}?startDate=01/10/2026`)
  expect([lone.status, lone.body.msg]).toEqual([400, messages.bothDates])
})

test('everybody sees what happened in their unit, with masked numbers (D2-Q-04, D2-MAP-80, D2-MASK-01 to 03, D2-ROLE-24, D3-ORG-01)', async () => {
  expect(await phones('', 'sale111')).toEqual(['5', '3', '1'])
  expect(await phones('', 'leader11')).toEqual(['4', '5', '3', '2', '1'])
  expect(await phones('', 'chinhanh2')).toEqual(['4'])
  const ownLines = await list(recon, '', 'sale111')
  expect(ownLines.values[0]).toMatchObject({ so_dien_thoai_cs: '****00005' })
  expect(ownLines).toMatchObject({ count: 3, tongGiaTriGoi: 190_000 })
  const days = await (await server.as('sale111')).get(`${recon}/theongay`)
  expect((days.data as { values: unknown[] }).values).toHaveLength(3)
})

test('the exports have their names and the filtered rows; priority 5 exports nothing (D2-RECON-07, D2-RECON-27, D2-RECON-35, D2-DREV-06, D2-DREV-21, D2-DREV-27, D2-EXP-01 to 03, D2-Q-12, D2-Q-35)', async () => {
  const manager = await server.as('quanly')
  for (const [path, file] of [
    [recon, 'Doi-soat-doanh-thu-tinh-luong.xlsx'],
    [detail, 'Bao-cao-doanh_thu_chi_tiet.xlsx'],
  ]) {
    const { headers } = await manager.get(`${path}/export?${october}`)
    expect(headers['content-disposition']).toContain(file)
    const { values: _, ...figures } = await list(path ?? '', october)
    const all = (await manager.get(`${path}/listExport?${october}&page=2&count=1`)).data as Listed
    expect(all).toMatchObject(figures)
    expect(all.values).toHaveLength(5)
    const seller = await server.as('sale111')
    for (const call of ['export', 'listExport', '?count=9999999999']) {
      const answer = await seller.get(`${path}/${call}`.replace('/?', '?'))
      expect([answer.status, answer.body.msg]).toEqual([403, refusals.noExport])
    }
  }
  const sheet = await server.app.inject({
    method: 'GET',
    url: `${recon}/export?${october}`,
    headers: { authorization: `Bearer ${manager.token}` },
  })
  const { sheets } = await readXlsx(sheet.rawPayload)
  expect(sheets[0]?.name).toBe('Sheet 1')
  expect(sheets[0]?.rows[0]?.slice(0, 14)).toEqual([
    'Kênh', 'Nhân viên', 'Tên nhân viên', 'Số thuê bao', 'Gói cước', 'Giá gói', 'Ngày đăng ký', 'Kết quả đối soát',
    'Đã tạo yêu cầu hỗ trợ', 'Yêu cầu', 'Hình thức', 'Số tiền hoàn', 'Tỉ lệ doanh thu (%)', 'Doanh thu tính lương',
  ]) // prettier-ignore
  expect(sheets[0]?.rows).toHaveLength(6)
  expect(sheets[0]?.rows[5]?.slice(7, 12)).toEqual(['Thành công', 'Có', 'Hoàn sau', 'Gia hạn', 12_500])
})

test('lines without an owner are assigned by priority below 5, each once, hidden reports not counted (D2-RECON-36, D2-RECON-37, D2-RECON-39, D2-DREV-28, D2-DREV-29, D2-DREV-31, D2-Q-16)', async () => {
  // A second report of the unassigned line, from a source without a seller.
  await server.pool.query(sql`
    INSERT INTO revenue_line (track0, track1, so_dien_thoai_cs, goi_cuoc, ngay_thanh_cong)
    VALUES ('9332', ${randomUUID()}, '912000007', 'VD120', '2026-11-02T04:00:00Z')`)
  const manager = await server.as('quanly')
  for (const path of [recon, detail]) {
    expect((await manager.get(`${path}/count-assign`)).data).toEqual({ total: 1 })
    const waiting = (await manager.get(`${path}/assign`)).data as Listed
    expect(waiting.values.map(({ so_dien_thoai_cs: phone }) => phone)).toEqual(['912000007'])
    expect((await (await server.as('sale111')).post(`${path}/assign`, [])).status).toBe(403)
  }
  const leader = await server.as('leader11')
  expect((await leader.post(`${recon}/assign`, [{ user: 'sale211', count: 1 }])).status).toBe(403)
  // Unassigned lines belong to no group or branch.
  for (const name of ['leader11', 'chinhanh1']) {
    const below = await server.as(name)
    expect((await below.get(`${recon}/count-assign`)).data).toEqual({ total: 0 })
    expect((await below.get(`${detail}/assign`)).data).toEqual({ values: [], count: 0 })
    const taken = await below.post(`${recon}/assign`, [{ user: name, count: 5 }])
    expect(taken.data).toEqual({ saved: 0 })
  }
  expect((await manager.post(`${recon}/assign`, [null])).status).toBe(400)
  const saved = await manager.post(`${detail}/assign`, [{ user: 'sale112', count: 5 }])
  expect(saved.data).toEqual({ saved: 1 })
  expect((await manager.get(`${recon}/count-assign`)).data).toEqual({ total: 0 })
  // It stays assigned when the registration is recomputed.
  await server.pool.query(
    `UPDATE revenue_line SET ngay_thanh_cong = ngay_thanh_cong + interval '1 s' WHERE so_dien_thoai_cs = '912000007'`,
  )
  expect((await list(recon, 'username=sale112&message=912000007')).count).toBe(1)
})

test('a deleted line is gone from both lists and all figures; its id can also be {track0}:{track1} (D2-RECON-38, D2-DREV-30, D2-Q-26, D2-Q-170)', async () => {
  const { tongGiaTriGoi } = await list(recon)
  const manager = await server.as('quanly')
  expect((await (await server.as('sale111')).delete(`${recon}/9332:5`)).status).toBe(403)
  expect((await manager.get(`${recon}/9332:5`)).data).toMatchObject({ so_dien_thoai_cs: '912000005' })
  const noted = await manager.put(`${recon}/9332:5`, { note: 'gọi lại' })
  expect(noted.data).toMatchObject({ so_dien_thoai_cs: '912000005' })
  expect((await manager.get(`${recon}/findPackage/9332:5`)).data).toMatchObject({
    so_dien_thoai_cs: '912000005',
  })
  expect((await manager.put(`${recon}/9332:0`, { note: 'x' })).status).toBe(404)
  expect((await manager.delete(`${recon}/9332:5`)).status).toBe(200)
  expect((await manager.delete(`${recon}/9332:5`)).status).toBe(404)
  expect((await manager.delete(`${detail}/nowhere:1`)).status).toBe(404)
  expect((await list(recon)).tongGiaTriGoi).toBe(Number(tongGiaTriGoi) - 10_000)
  expect((await list(detail, 'message=912000005')).count).toBe(0)
})

test('both lists have their tabs, routes, titles, columns and page sizes (D2-RECON-01, D2-RECON-13, D2-DREV-01, D2-DREV-10 to 17, D2-DREV-22, D2-MAP-09, D2-MAP-10, D2-Q-179, D2-NAV-01, D2-NAV-02, D2-API-13)', async () => {
  expect(screenOfTab('DsdttinhluongList')).toBe('dsdttinhluong')
  expect(screenOf('dsdttinhluong')).toMatchObject({
    routes: ['/app/dsdttinhluong'],
    label: dsdttinhluong.title,
  })
  expect(dsdttinhluong.title).toBe('Đối soát doanh thu tính lương')
  expect(screenOfTab('Report90849332List')).toBe('report90849332')
  expect(screenOf('report90849332')).toMatchObject({
    routes: ['/app/report90849332'],
    label: 'Doanh thu chi tiết',
  })
  expect(report90849332.list.slice(0, 7)).toEqual([
    'kenh', 'username_nv', 'ten_nv', 'so_dien_thoai_cs', 'goi_cuoc', 'doanh_thu', 'ngay_thanh_cong',
  ]) // prettier-ignore
  expect(report90849332.paging.size).toBe(10)
})

test('a price above every package is refused, so that daily sums stay safe whole numbers (D2-RECON-31, D2-DREV-23)', async () => {
  const dear = {
    so_dien_thoai_cs: '0912345678',
    goi_cuoc: 'A',
    ngay_thanh_cong: '01/10/2026',
    doanh_thu: 1_000_000_001,
  }
  for (const [to, label] of [
    [recon, 'Giá gói'],
    [detail, 'Doanh thu'],
  ] as const) {
    const { status, body } = await (await server.as('quanly')).post(to, dear)
    expect([status, body.msg]).toEqual([400, `${label} lớn hơn 1,000,000,000 đ, là mức tối đa`])
  }
})
