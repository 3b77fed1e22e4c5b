/** The stock of SIM numbers: one price per level, types by hand or rule, import and export, and searches. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { choiceValues } from '#kit/contract/choices.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { simTypes, typesOf } from '#subjects/sims/contract/sim-types.ts'
import { unzip } from '#test/conformance/scan.ts'
import { digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { type Answer, type Caller } from '#test/server.ts'

const base = '/api/v1/simso'
type Row = Record<string, unknown> & { id: string; version: number }

/** Prices that occur nowhere else. */
const canary = {
  gia_goc: 811_111_007,
  gia_si_1: 822_222_007,
  gia_si_2: 833_333_007,
  gia_si_3: 844_444_007,
  gia_khach_hang: 855_555_007,
}
type Price = keyof typeof canary

let server: ImportServer
let id: string
let manager: Caller

const body = (so_dien_thoai: string, more: object = {}) => ({
  so_dien_thoai,
  nha_mang: 'VINAPHONE',
  number_type: 1,
  trang_thai: 'con_sim',
  loai_sim: ['sim_kep'],
  ...canary,
  ...more,
})

beforeAll(async () => {
  server = await startImportServer()
  manager = await server.as('quanly')
  id = ((await manager.post(base, body('0912.000.111'))).data as Row).id
  // A change of each price appears in the history.
  const other = Object.fromEntries(Object.entries(canary).map(([name, price]) => [name, price + 100]))
  await manager.put(`${base}/${id}`, other)
  await manager.put(`${base}/${id}`, canary)
})
afterAll(() => server.close())

const stored = async (which = id): Promise<Row> =>
  (await server.pool.query<Row>(sql`SELECT * FROM simso WHERE id = ${which}`)).rows[0]!
const sheetOf = async (username: string, query = ''): Promise<Map<string, Buffer>> => {
  const { token } = await server.as(username)
  const headers = { authorization: `Bearer ${token}` }
  return unzip((await server.app.inject({ url: `${base}/export${query}`, headers })).rawPayload)
}
const numbers = async (query: string, username = 'quanly'): Promise<string[]> => {
  const answer = await (await server.as(username)).get(`${base}?count=100&${query}`)
  expect([query, answer.status, answer.body.msg]).toEqual([query, 200, undefined])
  return (answer.data as { values: Row[] }).values.map((row) => String(row.so_dien_thoai)).toSorted()
}

/** Visible prices by account; a partner like a salesperson (D2-Q-124). */
const levels: [who: string, sees: Price[]][] = [
  ['admin', Object.keys(canary) as Price[]],
  ['quanly', Object.keys(canary) as Price[]],
  ['chinhanh1', ['gia_si_1']],
  ['leader11', ['gia_si_2']],
  ['sale111', ['gia_si_3']],
  ['doitac1', ['gia_si_3']],
]

test.each(levels)(
  '%s gets only the prices of their level, in every call (D2-SIM-11 to 15, D2-SIM-20 to 24, D2-ROLE-20, D2-Q-124, D2-Q-132, D2-MAP-76, D2-SIM-46 to 50, D2-SIM-52)',
  async (username, sees) => {
    const caller = await server.as(username)
    const hidden = (Object.keys(canary) as Price[]).filter((name) => !sees.includes(name))
    const paths = ['', '/listNoLimit', `/${id}`, `/findPackage/${id}`, `/${id}/history`]
    const texts: [string, Answer][] = []
    for (const path of paths) texts.push([path, await caller.get(base + path)])
    const may = username !== 'sale111' && username !== 'doitac1'
    for (const path of ['/assign', '/count-assign'])
      expect([path, (await caller.get(base + path)).status]).toEqual([path, may ? 200 : 403])
    for (const [path, { status, text }] of texts) {
      expect([path, status]).toEqual([path, 200])
      for (const name of hidden) {
        expect([path, name, text.includes(String(canary[name]))]).toEqual([path, name, false])
        expect([path, name, text.includes(`"${name}"`)]).toEqual([path, name, false])
      }
      for (const name of sees)
        expect([path, name, text.includes(String(canary[name]))]).toEqual([path, name, true])
    }
    for (const name of Object.keys(canary) as Price[]) {
      const answer = await caller.get(`${base}?sort=-${name}`)
      expect([name, answer.status]).toEqual([name, sees.includes(name) ? 200 : 403])
    }
    // Price ranges filter by the visible price, so that others cannot be probed.
    const price = sees.length === 5 ? canary.gia_khach_hang : canary[sees[0]!]
    expect(await numbers(`gia_tu=${price}&gia_den=${price}`, username)).toEqual(['0912000111'])
    for (const name of hidden)
      expect(await numbers(`gia_tu=${canary[name]}&gia_den=${canary[name]}`, username)).toEqual([])
    if (!may) return
    const sheet = [...(await sheetOf(username)).values()].join('')
    for (const name of hidden) {
      expect(sheet).not.toContain(String(canary[name]))
      expect(sheet).not.toContain(`>${simso.fields[name].label}<`)
    }
    expect(sheet.includes('>Giá<')).toBe(sees.length === 1)
  },
)

test('SIM numbers are shown in full and with dots to everybody; managing them is for P<3 (D2-Q-125, D2-Q-127, D2-SIM-18, D2-SIM-19, D2-SIM-26, D2-SIM-42 to 44, D2-SIM-51, D2-ROLE-19)', async () => {
  const seller = await server.as('sale111')
  expect((await seller.get(`${base}/${id}`)).data).toMatchObject({
    so_dien_thoai: '0912000111',
    so_dien_thoai_co_dau_cham: '0912.000.111',
    types: [{ loai_sim: 'sim_kep' }],
    trang_thai: 'con_sim',
    nguon_nhap: 'Nhập tay',
  })
  expect((await seller.get(`${base}/export`)).status).toBe(403)
  for (const username of ['chinhanh1', 'leader11', 'sale111', 'doitac1']) {
    const caller = await server.as(username)
    const answers = [
      await caller.post(base, body('0912000222')),
      await caller.put(`${base}/${id}`, { ghi_chu: 'x' }),
      await caller.delete(`${base}/${id}`),
      await caller.post(`${base}/import`, { data: [body('0912000222')] }),
    ]
    expect([username, answers.map(({ status }) => status)]).toEqual([username, [403, 403, 403, 403]])
  }
  const assigned = await (await server.as('leader11')).post(`${base}/assign`, [{ user: 'sale111', count: 1 }])
  expect([assigned.status, assigned.body.msg]).toEqual([400, 'Dữ liệu này không phân cho nhân viên'])
})

test("missing values are reported in the operation's words, the first as msg, and a number is unique (D2-Q-22, D2-SIM-27 to 31, D2-SIM-33 to 41)", async () => {
  const empty = await manager.post(base, {})
  expect([empty.status, empty.body.code, empty.body.msg]).toEqual([
    400,
    'VALIDATION',
    'Vui lòng nhập số điện thoại!',
  ])
  expect(empty.body.fields).toMatchObject({
    so_dien_thoai: 'Vui lòng nhập số điện thoại!',
    nha_mang: 'Vui lòng chọn nhà mạng!',
    number_type: 'Vui lòng chọn loại thuê bao!',
    trang_thai: 'Vui lòng chọn trạng thái!',
    types: 'Vui lòng chọn ít nhất 1 loại số!',
    gia_goc: 'Chưa nhập giá gốc',
    gia_khach_hang: 'Chưa nhập giá khách hàng',
    gia_si_1: 'Chưa nhập giá sỉ 1',
    gia_si_2: 'Chưa nhập giá sỉ 2',
    gia_si_3: 'Chưa nhập giá sỉ 3',
  })
  const none = await manager.post(base, body('0912000222', { loai_sim: [] }))
  const types = 'Vui lòng chọn ít nhất 1 loại số!'
  expect([none.status, none.body.msg, none.body.fields]).toEqual([400, types, { loai_sim: types }])
  const unknown = await manager.post(base, body('0912000222', { loai_sim: ['x'] }))
  expect(unknown.body.fields).toEqual({ loai_sim: 'Loại số không có “x” trong danh sách' })
  for (const more of [{ nha_mang: 'VNPAY' }, { number_type: 3 }, { trang_thai: 'x' }, { loai_sim: ['x'] }])
    expect((await manager.post(base, body('0912000222', more))).status).toBe(400)
  for (const spelled of ['0912000111', '+84 912.000.111', '84912000111']) {
    const twice = await manager.post(base, body(spelled))
    expect([twice.status, twice.body.msg]).toEqual([409, 'Không thể tạo, có thể do trùng số điện thoại!'])
  }
  const made = (await manager.post(base, body('0912000222', { nguon_nhap: 'Kho Hà Nội' }))).data as Row
  expect(made).toMatchObject({ so_dien_thoai_co_dau_cham: '0912.000.222', nguon_nhap: 'Kho Hà Nội' })
  const taken = await manager.put(`${base}/${made.id}`, { so_dien_thoai: '0912000111' })
  expect([taken.status, taken.body.msg]).toEqual([409, 'Không thể cập nhật, có thể do trùng số điện thoại!'])
  expect((await manager.delete(`${base}/${made.id}`)).status).toBe(200)
  // A deleted number can be entered again.
  const again = (await manager.post(base, body('09.12000.222'))).data as Row
  expect(again.so_dien_thoai_co_dau_cham).toBe('09.12000.222')
  expect((await manager.delete(`${base}/${again.id}`)).status).toBe(200)
})

test('types set by rules follow the number, types set by hand stay (D2-Q-128, D3-SIM-03)', async () => {
  const rule = typesOf({ number: '0912341368', carrier: 'VINAPHONE', kind: 1 })
  const { id: one } = (await manager.post(base, body('0912341368', { loai_sim: rule }))).data as Row
  expect(await stored(one)).toMatchObject({ types: rule.join(','), loai_chon_tay: 0 })
  await manager.put(`${base}/${one}`, { number_type: 2 })
  expect((await stored(one)).types).toBe('sim_tra_sau_vinaphone_so_dep,sim_loc_phat,sinh_tai_loc_phat')
  await manager.put(`${base}/${one}`, { loai_sim: [{ loai_sim: 'sim_taxi' }] })
  expect(await stored(one)).toMatchObject({ types: 'sim_taxi', loai_chon_tay: 1 })
  await manager.put(`${base}/${one}`, { number_type: 1 })
  expect((await stored(one)).types).toBe('sim_taxi')
  const stale = await manager.put(`${base}/${one}`, { ghi_chu: 'cũ', version: 1 })
  expect([stale.status, (stale.body.current as Row).types]).toEqual([409, [{ loai_sim: 'sim_taxi' }]])
  await manager.delete(`${base}/${one}`)
})

test('a number with an order or a hold is neither deleted nor set to another state by hand', async () => {
  const { id: one } = (await manager.post(base, body('0912000333'))).data as Row
  await server.pool.query(sql`
    INSERT INTO sim_order (sim_id, phone, name, address, ordered_so_dien_thoai_co_dau_cham, ordered_gia_khach_hang,
      ordered_nha_mang, ordered_number_type) VALUES (${one}, '962000001', 'Anh Nam', 'Hà Nội', '0912.000.333', 1, 'VINAPHONE', 1)`)
  const reason = expect.stringMatching(/^Sim đang có đơn DH\d+, trạng thái theo đơn đó$/)
  const freed = await manager.put(`${base}/${one}`, { trang_thai: 'con_sim' })
  expect([freed.status, freed.body.fields]).toEqual([409, { trang_thai: reason }])
  expect((await manager.delete(`${base}/${one}`)).status).toBe(409)
  expect((await manager.put(`${base}/${one}`, { trang_thai: 'giu_so', ghi_chu: 'Khách quen' })).status).toBe(
    200,
  )
  const sent = await manager.post(`${base}/import`, { data: [body('0912000333'), body('0912000444')] })
  expect(sent.data).toEqual({ saved: 1, inserted: 1, errors: [{ row: 1, msg: reason }] })
  expect((await stored(one)).trang_thai).toBe('giu_so')
  await server.pool.query('DELETE FROM sim_order')
  await server.pool.query(sql`DELETE FROM simso WHERE id <> ${id}`)
})

test('a price of 0 counts as none, by form, cell and import; of a number twice in one call the first is saved (D2-SIM-11 to 15, D2-Q-124, D2-SIM-43)', async () => {
  const so = '0912.000.222'
  for (const name of Object.keys(canary)) {
    const fields = { [name]: expect.stringContaining('nhỏ hơn 1 đ') as string }
    expect((await manager.post(base, body(so, { [name]: 0 }))).body.fields).toEqual(fields)
    expect((await manager.put(`${base}/${id}`, { [name]: '0' })).body.fields).toEqual(fields)
  }
  const free = body(so, { gia_khach_hang: 0 })
  const other = body('0912.000.333')
  const { data } = await manager.post(`${base}/import`, {
    data: [free, null, body(so), other, body('0912000222')],
  })
  expect(data).toEqual({
    saved: 2,
    inserted: 2,
    errors: [
      { row: 1, msg: 'Giá khách hàng nhỏ hơn 1 đ, là mức tối thiểu' },
      { row: 2, msg: expect.stringContaining('Dòng không đọc được') as string },
      { row: 5, msg: 'Trùng số điện thoại với dòng 3' },
    ],
  })
  await server.pool.query(sql`DELETE FROM simso WHERE id <> ${id}`)
})

test('buyers search numbers by pattern, type, price, birthday and digits to leave out (D3-SIM-02, D2-SIM-02, D2-SIM-45, D2-Q-126)', async () => {
  const stock = [
    '0909123686',
    '0912345678',
    '0986866868',
    '0966150890',
    '0315081990',
    '0888812345',
    '0979799797',
  ]
  const carriers = ['MOBIFONE', 'VINAPHONE', 'VIETTEL', 'VIETTEL', 'VIETTEL', 'VINAPHONE', 'VIETTEL']
  const rows = stock.map((so, n) => {
    const nha_mang = carriers[n]
    const types = typesOf({ number: so, carrier: nha_mang ?? '', kind: 1 })
    const loai_sim = types.length > 0 ? types : ['sim_kep']
    return { ...body(so), nha_mang, loai_sim, gia_khach_hang: (n + 1) * 100_000, gia_si_3: (n + 1) * 10 }
  })
  expect((await manager.post(`${base}/import`, { data: rows })).data).toMatchObject({
    inserted: 7,
    errors: [],
  })
  const otherNumbers = async (query: string, username?: string) =>
    (await numbers(query, username)).filter((one) => one !== '0912000111')
  const by = (text: string) => otherNumbers(`so_dien_thoai=${encodeURIComponent(text)}`)
  expect(await by('*6868')).toEqual(['0986866868'])
  expect(await by('686')).toEqual(['0909123686', '0986866868'])
  expect(await by('09?.123')).toEqual([])
  expect(await by('09?9.123')).toEqual(['0909123686'])
  expect(await by('09*78')).toEqual(['0912345678'])
  expect(await by('*123?8?')).toEqual(['0909123686'])
  expect(await by('912*86')).toEqual([])
  expect(await by('0912 345 678')).toEqual(['0912345678'])
  expect(await by('+84912345678')).toEqual(['0912345678'])
  expect(await otherNumbers('ten_goi_cuoc=5678')).toEqual(['0912345678'])
  expect(await by('8?8?6?6')).toEqual(['0986866868'])
  expect(await by('*8?8?6?6*')).toEqual(['0986866868'])
  expect(await by('0*7?7?7?7')).toEqual([])
  expect(await by('09?9*9?9?')).toEqual(['0979799797'])
  expect(await by('01234567890')).toEqual([])
  expect(await otherNumbers('bo_so=4')).toEqual([
    '0315081990',
    '0909123686',
    '0966150890',
    '0979799797',
    '0986866868',
  ])
  expect(await otherNumbers('bo_so=4,7')).toEqual(['0315081990', '0909123686', '0966150890', '0986866868'])
  expect(await otherNumbers('bo_so=0,4')).toEqual(['0979799797', '0986866868'])
  expect(await otherNumbers('ngay_sinh=150890')).toEqual(['0966150890'])
  expect(await otherNumbers('ngay_sinh=15/08/1990')).toEqual(['0315081990', '0966150890'])
  expect(await otherNumbers('loai_sim=sim_lap')).toEqual(['0979799797', '0986866868'])
  expect(await otherNumbers('loai_sim=sim_nam_sinh,sim_loc_phat')).toEqual([
    '0315081990',
    '0909123686',
    '0986866868',
  ])
  expect(await otherNumbers('nha_mang=MOBIFONE&number_type=1')).toEqual(['0909123686'])
  expect(await otherNumbers('gia_tu=150000&gia_den=300,000')).toEqual(['0912345678', '0986866868'])
  expect(await otherNumbers('gia_tu=25&gia_den=40', 'sale111')).toEqual(['0966150890', '0986866868'])
  expect(await otherNumbers('trang_thai=da_ban')).toEqual([])
  // A two-digit ending suffices, in any spelling.
  for (const text of ['*68', '* 68', '**6.8'])
    expect(await otherNumbers(`so_dien_thoai=${encodeURIComponent(text)}`)).toEqual(['0986866868'])
  // Too short: fewer than four digits without three adjacent ones.
  for (const text of ['8?1?1', '?68', '*6?', '*6', '68*', '6', '68', '*6*8*6', '09????????', '*']) {
    for (const name of ['so_dien_thoai', 'ten_goi_cuoc']) {
      const { status, body } = await manager.get(`${base}?${name}=${encodeURIComponent(text)}`)
      expect([text, status, body.msg, body.fields]).toEqual([
        text,
        400,
        'Nhập thêm số',
        { [name]: 'Nhập thêm số' },
      ])
    }
    expect((await server.outsider.post(`${base}/homepageList`, { so_dien_thoai: text })).body.msg).toBe(
      'Nhập thêm số',
    )
  }
  for (const query of [
    'so_dien_thoai=abc',
    'bo_so=x',
    'ngay_sinh=1990',
    'ngay_sinh=321390',
    'ngay_sinh=310290',
    'ngay_sinh=29/02/1991',
    'loai_sim=x',
    'gia_tu=x',
  ]) {
    const refused = await manager.get(`${base}?${query}`)
    expect([query, refused.status]).toEqual([query, 400])
    expect(Object.keys(refused.body.fields as object)).toEqual([query.split('=')[0]])
  }
  const sheet =
    (await sheetOf('quanly', '?so_dien_thoai=*6868')).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row /g)).toHaveLength(2)
  await server.pool.query(sql`DELETE FROM simso WHERE id <> ${id}`)
})

test('the sample file gives 410 rows, two of them with types set by rules (D2-SIM-04, D2-SIM-43, D2-COL-05, D2-Q-128, D2-Q-129, D2-Q-130)', async () => {
  const name = 'sim-so.xlsx'
  const file = expected[name]!
  const read = await server.ready('admin', 'simso', name, sample(name))
  expect(read.asks).toEqual([])
  expect(read.counts).toMatchObject({ blank: 3, bad: 2, duplicate: 5 })
  const marked = async (verdict: string) =>
    (await server.rows('admin', read.id, `?verdict=${verdict}&count=100`)).values
  // Rows 112 and 396 have no types; the rules determine them.
  const ruled = [112, 396]
  expect((await marked('bad')).map(({ row }) => row)).toEqual(
    file.invalid.map(({ row }) => row).filter((row) => !ruled.includes(row)),
  )
  expect((await marked('duplicate')).map(({ row }) => row)).toHaveLength(file.duplicate_rows)
  const saved = await server.save('admin', read.id)
  expect(saved).toMatchObject({ state: 'done', saved: 410, msg: `Tải file thành công: "${name}" (410 số)` })
  const { rows } = await server.pool.query<Row>(sql`SELECT * FROM simso WHERE id <> ${id}`)
  expect(rows).toHaveLength(410)
  expect(
    rows.every((row) => choiceValues(row.types).every((key) => simTypes.some((type) => type.key === key))),
  ).toBe(true)
  const { rows: cells } = await server.pool.query<{ so: string }>(sql`
    SELECT values->>'so_dien_thoai' AS so FROM import_rows WHERE import_id = ${read.id} AND row = ANY (${ruled})`)
  const byRule = new Set(cells.map(({ so }) => so.replaceAll('.', '')))
  const [given, added] = [true, false].map((isOwn) =>
    rows.filter((row) => byRule.has(String(row.so_dien_thoai)) !== isOwn),
  )
  expect(added?.map((row) => [row.loai_chon_tay, choiceValues(row.types).includes('ngu_quy_giua')])).toEqual([
    [0, true],
    [0, true],
  ])
  expect(digest((given ?? []).map((row) => [String(row.so_dien_thoai).slice(1)]))).toBe(file.digest_of_keys)
})

test('an export has the sheet of types, and importing it gives the same stock (D2-SIM-05, D2-SIM-25, D2-COL-12, D2-EXP-03, D2-Q-34)', async () => {
  const facts = `SELECT so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, trang_thai, nguon_nhap, ghi_chu, gia_goc,
    gia_khach_hang, gia_si_1, gia_si_2, gia_si_3, types, loai_chon_tay FROM simso WHERE deleted_at IS NULL ORDER BY 1`
  const before = (await server.pool.query<Row>(facts)).rows
  expect(before.length).toBe(411)
  const { bytes, name } = await server.download('admin', `${base}/export`)
  expect(name).toBe('Quan-ly-sim-so.xlsx')
  const parts = unzip(bytes)
  expect(parts.get('xl/workbook.xml')?.toString()).toContain('<sheet name="Loại sim" sheetId="2"')
  const second = parts.get('xl/worksheets/sheet2.xml')?.toString() ?? ''
  for (const { key, label, rule } of simTypes)
    for (const text of [key, label, rule]) expect(second).toContain(`>${text}<`)
  await server.pool.query('DELETE FROM simso')
  const read = await server.ready('admin', 'simso', 'kho.xlsx', bytes)
  expect([read.asks, read.counts.bad, read.counts.duplicate]).toEqual([[], 0, 0])
  await server.save('admin', read.id)
  expect((await server.pool.query<Row>(facts)).rows).toEqual(before)
  // Imported again: existing numbers are updated, none is new.
  const twice = await server.save('admin', (await server.ready('admin', 'simso', 'kho 2.xlsx', bytes)).id)
  expect(twice.saved).toBe(411)
  expect((await server.pool.query<Row>(facts)).rows).toEqual(before)
  expect(new Set(server.published)).toContain('simso')
})

test('a filter sent twice, and a boolean where a choice is required, are refused by name (D2-SIM-03, D1-Q-151)', async () => {
  const twice = await manager.get(`${base}?nha_mang=VIETTEL&nha_mang=MOBIFONE`)
  expect([twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([400, ['nha_mang']])
  const wrong = await manager.post(base, body('0912000333', { number_type: true }))
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['number_type']])
  const unread = await manager.get(`${base}/%F0%9F`)
  expect([unread.status, unread.body.code]).toEqual([400, 'VALIDATION'])
})
