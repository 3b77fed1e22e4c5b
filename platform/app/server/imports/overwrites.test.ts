/** The preview of a file with a key is a diff, and values far from the stored ones are confirmed (D3-FILE-06). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { farFromKind, uncompared } from '#kit/contract/import-words.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await server.pool.query<R>(text, values)).rows
const { sheet, fields } = giahoantien
/** A price list with the given prices of each package, the others 0. */
const prices = (rows: [name: string, prices: Record<string, number | string>][]): Buffer =>
  csv([
    sheet.columns.map((name) => fields[name].label),
    ...rows.map(([name, columnPrices]) =>
      sheet.columns.map((column, index) => (index === 0 ? name : (columnPrices[column] ?? 0))),
    ),
  ])
const list = (file: Buffer, who = 'admin') => server.ready(who, 'giahoantien', 'gia.csv', file)
const save = async ({ id }: ImportSummary, confirmations: object = {}, who = 'admin') =>
  (await server.as(who)).post(`/api/v1/imports/${id}/save`, { again: 1, ...confirmations })
const stored = async (name: string) =>
  (
    await query<{ gia_gia_han: number }>('SELECT gia_gia_han FROM giahoantien WHERE ten_goi_cuoc = $1', [
      name,
    ])
  )[0]?.gia_gia_han

test('the preview of a price file shows what it overwrites: old and new value of each changed cell, unchanged rows, new rows (D3-FILE-06)', async () => {
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi)
    VALUES ('GH1', 12000, 20000, 90000), ('GH2', 15000, 0, 120000), ('GH3', 9000, 0, 90000)`)
  const file = await list(
    prices([
      ['gh1', { gia_gia_han: 13_000, gia_nang_cap: 20_000, gia_goi: 90_000 }],
      ['GH2', { gia_gia_han: 15_000, gia_goi: 120_000 }],
      ['GH3', { gia_gia_han: '9.500', gia_goi: 90_000 }],
      ['GH4', { gia_gia_han: 9000, gia_goi: 90_000 }],
    ]),
  )
  expect(file.counts).toMatchObject({ new: 1, update: 2, same: 1, repaired: 0 })
  expect(file).toMatchObject({ far: 0, toSave: 4, closed: null })
  const { values } = await server.rows('admin', file.id)
  expect(values.map(({ row, verdict, former, far }) => [row, verdict, former, far])).toEqual([
    [2, 'update', { gia_gia_han: 12_000 }, []],
    [3, 'same', {}, []],
    [4, 'update', { gia_gia_han: 9000 }, []],
    [5, 'new', {}, []],
  ])
  const only = await server.rows('admin', file.id, '?verdict=update')
  expect([only.count, only.values.length]).toEqual([2, 2])
  // No value is far off: saved without a further question.
  expect((await save(file)).status).toBe(200)
  await server.run(file.id)
  expect([await stored('GH1'), await stored('GH3'), await stored('GH4')]).toEqual([13_000, 9500, 9000])
})

test('only overwriting rows are written to the preview again, on reading and on saving, because rewriting all took longer than reading the file', async () => {
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('CU1', 12000, 90000)`,
  )
  const file = await list(
    prices([
      ['CU1', { gia_gia_han: 13_000, gia_goi: 90_000 }],
      ['CU2', { gia_gia_han: 14_000, gia_goi: 90_000 }],
      ['CU3', { gia_gia_han: 15_000, gia_goi: 90_000 }],
    ]),
  )
  const places = () =>
    query<{ row: number }>('SELECT row, ctid::text AS place FROM import_rows WHERE import_id = $1', [file.id])
  const read = await places()
  expect(read.map(({ row }) => row)).toEqual([3, 4, 2])
  expect((await save(file)).status).toBe(200)
  expect(await places()).toEqual(read)
  // A row that was deleted after the preview is reported as new again.
  const again = await list(prices([['CU1', { gia_gia_han: 13_500, gia_goi: 90_000 }]]))
  expect(again.counts).toMatchObject({ new: 0, update: 1 })
  await server.run(file.id)
  await server.pool.query(`UPDATE giahoantien SET deleted_at = now() WHERE ten_goi_cuoc = 'CU1'`)
  expect((await save(again)).data).toMatchObject({ counts: { new: 1, update: 0 }, far: 0 })
  const { values } = await server.rows('admin', again.id)
  expect(values.map(({ verdict, former }) => [verdict, former])).toEqual([['new', {}]])
})

test('prices above three times the old one, below a third, or above the package price are counted, and saving waits for confirmation (D3-FILE-06, D3-GRID-10)', async () => {
  await server.pool.query(`INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_nang_cap, gia_goi)
    VALUES ('XA1', 22000, 30000, 900000), ('XA2', 30000, 0, 90000), ('XA3', 10000, 0, 90000), ('XA4', 95000, 0, 90000)`)
  const file = await list(
    prices([
      // More than three times; exactly a third is not far off.
      ['XA1', { gia_gia_han: 66_001, gia_nang_cap: 10_000, gia_goi: 900_000 }],
      // Below a third.
      ['XA2', { gia_gia_han: 9_999, gia_goi: 90_000 }],
      // Above the package's price.
      ['XA3', { gia_gia_han: 29_000, gia_goi: 28_000 + 62_000 }],
      // Already above it, and unchanged.
      ['XA4', { gia_gia_han: 95_000, gia_goi: 90_000 }],
      ['XA5', { gia_gia_han: 2_200_000, gia_goi: 90_000 }],
    ]),
  )
  const { values } = await server.rows('admin', file.id)
  expect(values.map(({ row, verdict, far }) => [row, verdict, far])).toEqual([
    [2, 'update', ['gia_gia_han']],
    [3, 'update', ['gia_gia_han']],
    [4, 'update', []],
    [5, 'same', []],
    [6, 'new', ['gia_gia_han']],
  ])
  expect(file.far).toBe(3)
  const refused = await save(file)
  expect([refused.status, refused.body.msg]).toEqual([409, farFromKind(3)])
  expect(await query(`SELECT state FROM imports WHERE id = $1`, [file.id])).toEqual([{ state: 'ready' }])
  expect(await stored('XA1')).toBe(22_000)
  expect((await save(file, { far: 1 })).status).toBe(200)
  await server.run(file.id)
  expect([await stored('XA1'), await stored('XA5')]).toEqual([66_001, 2_200_000])
})

test('prices that became far from the old ones since the file was read need confirmation too: saving compares again (D3-FILE-06)', async () => {
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('SAU1', 20000, 90000)`,
  )
  const file = await list(prices([['SAU1', { gia_gia_han: 25_000, gia_goi: 90_000 }]]))
  expect(file.far).toBe(0)
  await server.pool.query(`UPDATE giahoantien SET gia_gia_han = 5000 WHERE ten_goi_cuoc = 'SAU1'`)
  const refused = await save(file)
  expect([refused.status, refused.body.msg]).toEqual([409, farFromKind(1)])
  await server.pool.query(`UPDATE giahoantien SET deleted_at = now() WHERE ten_goi_cuoc = 'SAU1'`)
  expect((await save(file)).status).toBe(200)
})

test('an API import saves its rows without a preview and asks nothing (D2-IMP-10, D3-FILE-06)', async () => {
  await server.pool.query(
    `INSERT INTO giahoantien (ten_goi_cuoc, gia_gia_han, gia_goi) VALUES ('GOI1', 20000, 90000)`,
  )
  const all = Object.fromEntries(sheet.columns.map((name) => [name, 0]))
  const body = { data: [{ ...all, ten_goi_cuoc: 'GOI1', gia_gia_han: 2_200_000, gia_goi: 90_000 }] }
  expect((await (await server.as('admin')).post('/api/v1/giahoantien/import', body)).status).toBe(200)
  expect(await stored('GOI1')).toBe(2_200_000)
})

test('files of Mfy prices, numbers for sale and typed pay show their differences too, for their month and the own list only (D3-FILE-06)', async () => {
  await server.pool.query(
    `INSERT INTO giagoimfy (ten_goi_cuoc, phi_thu_hoi, gia_t1) VALUES ('MF1', 1000, 50000)`,
  )
  const mfy = await server.ready(
    'admin',
    'giagoimfy',
    'mfy.csv',
    csv([
      ['Tên gói cước', 'Phí thu hồi', 'Giá T1', 'Giá T2', 'Giá T3'],
      ['MF1', 1000, 500_000, 0, 0],
    ]),
  )
  expect([mfy.counts.update, mfy.far]).toEqual([1, 1])
  expect((await server.rows('admin', mfy.id)).values[0]).toMatchObject({
    former: { gia_t1: 50_000 },
    far: ['gia_t1'],
  })
  const pay = (amount: number) =>
    csv([
      ['Tài khoản', 'Thi đua tháng'],
      ['SALE111', amount],
      ['sale112', amount],
    ])
  const month = '?thangTinhLuong=10/2026'
  const first = await server.ready('admin', 'dulieunhaptay', 'luong.csv', pay(200_000), month)
  expect([first.counts.new, first.far]).toEqual([2, 0])
  expect(await server.save('admin', first.id)).toMatchObject({ state: 'done' })
  await server.pool.query(`UPDATE payroll_input SET "canCuCheTai" = 'Biên bản 12' WHERE username = 'sale111'`)
  const second = await server.ready('admin', 'dulieunhaptay', 'luong.csv', pay(20_000_000), month)
  expect([second.counts.update, second.far]).toEqual([2, 2])
  expect((await server.rows('admin', second.id)).values[0]).toMatchObject({
    former: { thiDuaThang: 200_000 },
  })
  expect((await save(second)).status).toBe(409)
  const other = await server.ready(
    'admin',
    'dulieunhaptay',
    'luong.csv',
    pay(20_000_000),
    '?thangTinhLuong=11/2026',
  )
  expect([other.counts.new, other.far]).toEqual([2, 0])
})

test('a file for a closed month says that it becomes an adjustment of the next month (D3-FILE-06, D3-PAY-07)', async () => {
  await server.pool.query(
    `INSERT INTO payroll_closing (thang, chot_boi, tham_so, viec) VALUES ('2026-09-01', 'admin', '{}', '[]')`,
  )
  const pay = csv([
    ['Tài khoản', 'Thi đua tháng'],
    ['sale111', 1000],
  ])
  const closed = await server.ready('admin', 'dulieunhaptay', 'luong.csv', pay, '?thangTinhLuong=09/2026')
  expect(closed.closed).toBe('Tháng 09/2026 đã chốt: thành điều chỉnh của tháng 10/2026')
  const open = await server.ready('admin', 'dulieunhaptay', 'luong.csv', pay, '?thangTinhLuong=10/2026')
  expect(open.closed).toBeNull()
  const times = csv([
    ['Tài khoản', 'Họ và tên', 'Ngày', 'Ca', 'Giờ vào', 'Giờ ra'],
    ['sale111', '', '02/09/2026', '', '08:00', '17:00'],
  ])
  const clocked = await server.ready('admin', 'chamcong', 'cong.csv', times, '?thangTinhLuong=09/2026')
  expect(clocked.closed).toContain('Tháng 09/2026 đã chốt')
})

const subscribersOf = (name: string, rows: (string | number)[][]) =>
  server.ready(
    'admin',
    'uploadchiadata',
    name,
    csv([
      ['Số điện thoại', 'Loại thuê bao', 'Gói cước', 'Ngày đăng ký', 'Chu kỳ hiện tại', 'Trạng thái'],
      ...rows,
    ]),
  )
const previewed = async (id: string, who = 'admin') =>
  (await server.rows(who, id)).values.map(({ verdict, former }) => [verdict, former])

test('a subscriber file shows what it overwrites in the pool file of the same name only (D3-FILE-06)', async () => {
  const rows = [
    ['0917000001', 'TT', 'VD90', '01/10/2026', 3, 'Đang dùng'],
    ['0917000002', 'TT', 'VD90', '02/10/2026', 1, ''],
    ['0917000003', 'TT', 'VD90', '', 1, ''],
  ]
  const first = await subscribersOf('thue-bao.csv', rows)
  expect(first.counts).toMatchObject({ new: 3, update: 0, same: 0 })
  await server.save('admin', first.id)
  const changed = [
    ['84917000001', 'TT', 'VD90', '05/10/2026', 3, 'Hết hạn'],
    rows[1]!,
    // Another package with the same number is another customer.
    ['0917000003', 'TT', 'VD120', '', 1, ''],
  ]
  const second = await subscribersOf('thue-bao.csv', changed)
  expect(second.counts).toMatchObject({ new: 1, update: 1, same: 1 })
  expect(await previewed(second.id)).toEqual([
    ['update', { ngay_dang_ky: '2026-10-01', trang_thai: 'Đang dùng' }],
    ['same', {}],
    ['new', {}],
  ])
  expect((await subscribersOf('khac.csv', changed)).counts).toMatchObject({ new: 3, update: 0, same: 0 })
  // A row that was deleted since is not overwritten.
  await query(`WITH m AS MATERIALIZED (SELECT set_config('vas.movement', 'delete', true))
    UPDATE customer SET stage = 'gone' FROM m WHERE phone = '917000002' AND package = 'VD90'`)
  expect((await subscribersOf('thue-bao.csv', changed)).counts).toMatchObject({ new: 2, update: 1, same: 0 })
})

test('a pool file created or deleted since the file was read is compared again on saving (D3-FILE-06)', async () => {
  const row = (state: string) => [['0917000021', 'TT', 'VD90', '01/10/2026', 3, state]]
  const early = await subscribersOf('sau.csv', row('Mới'))
  expect(early.counts).toMatchObject({ new: 1, update: 0 })
  await server.save('admin', (await subscribersOf('sau.csv', row('Cũ'))).id)
  expect((await save(early)).data).toMatchObject({ counts: { new: 0, update: 1 } })
  expect(await previewed(early.id)).toEqual([['update', { trang_thai: 'Cũ' }]])
  await server.run(early.id)
  const late = await subscribersOf('sau.csv', row('Hết hạn'))
  expect(late.counts).toMatchObject({ new: 0, update: 1 })
  await query(`UPDATE data_files SET deleted_at = now() WHERE "FileName" = 'sau.csv'`)
  expect((await save(late)).data).toMatchObject({ counts: { new: 1, update: 0 } })
  expect(await previewed(late.id)).toEqual([['new', {}]])
})

test('comparing a file again may take longer than the statement timeout of other requests', async () => {
  const row = (state: string) => [['0917000031', 'TT', 'VD90', '01/10/2026', 3, state]]
  await server.save('admin', (await subscribersOf('lon.csv', row('Cũ'))).id)
  const file = await subscribersOf('lon.csv', row('Mới'))
  await query(`UPDATE customer SET state = 'Khác' WHERE phone = '917000031'`)
  await query(`CREATE FUNCTION note_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.reason := current_setting('statement_timeout'); RETURN NEW; END $$`)
  await query(
    `CREATE TRIGGER note_time BEFORE UPDATE ON import_rows FOR EACH ROW EXECUTE FUNCTION note_time()`,
  )
  expect((await save(file)).status).toBe(200)
  await query(`DROP FUNCTION note_time CASCADE`)
  expect((await server.rows('admin', file.id)).values[0]?.reason).toBe('1min')
})

test('overwritten customers of the own list are shown with values to roles that see phones, and to others as overwritten rows, where they exist (D3-FILE-06, D3-SEC-03)', async () => {
  const file = (who: string, state: string) =>
    server.ready(
      who,
      'customer',
      'khach.csv',
      csv([
        ['STT', 'Số điện thoại', 'Loại', 'Gói cước', 'Trạng thái'],
        [1, '0918000001', 'TT', 'VD90', state],
      ]),
    )
  for (const who of ['admin', 'leader11']) {
    expect((await file(who, 'Mới')).counts).toMatchObject({ new: 1, update: 0 })
    await server.save(who, (await file(who, 'Mới')).id)
  }
  const summary = await file('admin', 'Cũ')
  expect(await previewed(summary.id)).toEqual([['update', { state: 'Mới' }]])
  expect(summary.uncompared).toBeNull()
  const masked = await file('leader11', 'Cũ')
  expect(await previewed(masked.id, 'leader11')).toEqual([['new', {}]])
  expect(masked.uncompared).toBe(uncompared)
})

test('a doubtful row is compared too (D3-FILE-06)', async () => {
  await query(`INSERT INTO blacklist (phone_number) VALUES ('917000009')`)
  const rows = [['0917000009', 'TT', 'VD90', '01/10/2026', 3, 'Đang dùng']]
  await server.save('admin', (await subscribersOf('chan.csv', rows)).id)
  const again = await subscribersOf('chan.csv', [['0917000009', 'TT', 'VD90', '01/10/2026', 4, 'Đang dùng']])
  expect(await previewed(again.id)).toEqual([['odd', { chu_ky_hien_tai: 3 }]])
})
