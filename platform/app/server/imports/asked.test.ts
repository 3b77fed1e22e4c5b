/** Questions about an upload before it is saved, and the rows returned for correction. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { csv, startImportServer, type ImportServer } from '#test/imports.ts'
import { priceSheet } from '#test/prices.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const priceOf = async (name: string): Promise<unknown> =>
  (await server.pool.query('SELECT gia_goi FROM giahoantien WHERE ten_goi_cuoc = $1', [name])).rows[0]
    ?.gia_goi

test('a corrected error file that is uploaded again does not restore older values (D3-FILE-03)', async () => {
  const bytes = csv(
    priceSheet(
      ['ten_goi_cuoc', 'gia_goi'],
      [
        ['CU1', '1000'],
        ['CU1', 'một nghìn'],
        ['CU2', 'hai nghìn'],
        ['cu1 ', '3000'],
      ],
    ),
  )
  const { id, counts } = await server.ready('admin', 'giahoantien', 'gia.csv', bytes)
  expect(counts).toEqual({
    new: 1,
    update: 0,
    same: 0,
    repaired: 0,
    odd: 0,
    stored: 0,
    total: 0,
    joined: 0,
    duplicate: 2,
    bad: 1,
    blank: 0,
  })
  const { values } = await server.rows('admin', id, '?verdict=duplicate')
  expect(values.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'Trùng tên gói với dòng 5'],
    [3, 'Trùng tên gói với dòng 5'],
  ])
  await server.save('admin', id)
  const file = await server.download('admin', `/api/v1/imports/${id}/errors`)
  expect(file.rows.slice(1).map((row) => row.cells[0])).toEqual(['CU2'])
  const mended = csv(
    file.rows.map(({ cells }) => cells.map((cell) => (cell === 'hai nghìn' ? 2000 : String(cell)))),
  )
  await server.save('admin', (await server.ready('admin', 'giahoantien', file.name, mended)).id)
  expect([await priceOf('CU1'), await priceOf('CU2')]).toEqual([3000, 2000])
})

test('the error file of the blacklist, which has no headings, keeps the columns of its source (D3-FILE-03, D1-Q-139)', async () => {
  const send = (name: string, bytes: Buffer) => server.ready('admin', 'blacklist', name, bytes)
  const { id } = await send(
    'den.csv',
    csv([
      ['0912345678', 'Khách'],
      ['09123', 'Thiếu số'],
      ['0287', 'Bàn'],
    ]),
  )
  const file = await server.download('admin', `/api/v1/imports/${id}/errors`)
  expect(file.rows[0]?.cells).toEqual([
    'Số điện thoại',
    'Mô tả',
    'Nguồn',
    'Lý do',
    'Người yêu cầu',
    'Đến ngày',
    'Lỗi',
  ])
  const again = await send(file.name, file.bytes)
  expect(again.counts).toEqual({
    new: 0,
    update: 0,
    same: 0,
    repaired: 0,
    odd: 0,
    stored: 0,
    total: 0,
    joined: 0,
    duplicate: 0,
    bad: 2,
    blank: 0,
  })
  // Corrected in one row, with the columns in another order: headings identify them.
  const mended = csv(
    file.rows.map(({ cells: [phone, text, ...others] }) => [
      String(others.at(-1)),
      String(text),
      phone === '09123' ? '0912345679' : String(phone),
    ]),
  )
  const last = await send('mới.csv', mended)
  expect([last.total, last.counts]).toMatchObject([2, { new: 1, bad: 1 }])
  expect(await server.save('admin', last.id)).toMatchObject({ state: 'done', saved: 1 })
  const { rows } = await server.pool.query('SELECT phone_number, description FROM blacklist')
  expect(rows).toEqual([{ phone_number: '912345679', description: 'Thiếu số' }])
})

test('a content imported before is asked about, whoever uploads it and however it was saved (D3-FILE-02)', async () => {
  const rows = [
    ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng', 'Ghi chú'],
    ['An', '20/11/2026', 'Nước', '1500', '2', ''],
  ]
  const first = await server.ready('admin', 'chiphiquanly', 'nuoc.csv', csv(rows))
  expect(first.seenBefore).toBeNull()
  // Read before the first was saved: the state at the time of saving counts.
  const early = await server.ready('quanly', 'chiphiquanly', 'nuoc.csv', csv(rows))
  expect(early.seenBefore).toBeNull()
  await server.save('admin', first.id)
  const other = csv(rows.map((cells) => cells.toReversed()))
  const again = await server.ready('quanly', 'chiphiquanly', 'khác.csv', other)
  expect(again.seenBefore).toMatchObject({ by: 'admin', again: 'adds' })
  for (const { id } of [early, again]) {
    const refused = await (await server.as('quanly')).post(`/api/v1/imports/${id}/save`)
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      expect.stringMatching(/^Nội dung này đã được admin nhập lúc .*\. Lưu lần nữa sẽ thêm 1 dòng trùng$/),
    ])
  }
  const count = async () =>
    (await server.pool.query(`SELECT FROM chiphiquanly WHERE noi_dung = 'Nước'`)).rowCount
  expect(await count()).toBe(1)
  expect((await server.save('quanly', again.id)).state).toBe('done')
  expect(await count()).toBe(2)
})

test('stored rows of a corrected or longer file without a key are reported and left out, or stored twice on request (D3-FILE-02)', async () => {
  const head = ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng', 'Ghi chú']
  const tea = ['An', '20/11/2026', 'Trà', '1500', '2.5', '']
  const pens = ['An', '21/11/2026', 'Bút', '4000', '10', '0912 345 678']
  const first = await server.ready('admin', 'chiphihotro', 'a.csv', csv([head, tea, pens]))
  expect(first.counts).toMatchObject({ new: 2, stored: 0 })
  await server.save('admin', first.id)
  // The price of the pens is corrected, and a second tea of the same day is added.
  const longer = csv([head, tea, pens.with(3, '4500'), tea])
  const { id, counts, toSave, seenBefore } = await server.ready('quanly', 'chiphihotro', 'b.csv', longer)
  expect([counts, toSave, seenBefore]).toMatchObject([{ new: 2, stored: 1 }, 3, null])
  expect((await server.rows('quanly', id, '?verdict=stored')).values).toMatchObject([
    { row: 2, verdict: 'stored', reason: 'Đã có trong danh sách' },
  ])
  const save = async (confirmations: object) =>
    (await server.as('quanly')).post(`/api/v1/imports/${id}/save`, confirmations)
  const refused = await save({})
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    '1 dòng đã có trong danh sách với đúng nội dung này, lưu lại sẽ thành hai dòng',
  ])
  // The state at the time of saving counts: a row deleted meanwhile no longer exists.
  await server.pool.query(`UPDATE chiphihotro SET deleted_at = now() WHERE noi_dung = 'Trà'`)
  expect((await save({ leaveStored: 1 })).data).toMatchObject({ counts: { new: 3, stored: 0 }, toSave: 3 })
  await server.run(id)
  const read = async () =>
    (
      await server.pool.query<{ said: string }>(
        `SELECT noi_dung || ' ' || don_gia AS said FROM chiphihotro WHERE deleted_at IS NULL ORDER BY 1`,
      )
    ).rows.map(({ said }) => said)
  const now = ['Bút 4000', 'Bút 4500', 'Trà 1500', 'Trà 1500']
  expect(await read()).toEqual(now)
  const more = csv([head, tea, tea, tea, pens])
  const third = await server.ready('admin', 'chiphihotro', 'c.csv', more)
  expect(third.counts).toMatchObject({ new: 1, stored: 3 })
  const saved = await (await server.as('admin')).post(`/api/v1/imports/${third.id}/save`, { leaveStored: 1 })
  expect(saved.data).toMatchObject({ toSave: 1 })
  await server.run(third.id)
  expect(await read()).toEqual([...now, 'Trà 1500'])
  const fourth = await server.ready('admin', 'chiphihotro', 'd.csv', csv([head, pens, tea]))
  expect(fourth.counts).toMatchObject({ new: 0, stored: 2 })
  const none = await (await server.as('admin')).post(`/api/v1/imports/${fourth.id}/save`, { leaveStored: 1 })
  expect([none.status, none.body.msg]).toEqual([400, 'Mọi dòng của file đã có trong danh sách'])
  expect(await server.save('admin', fourth.id)).toMatchObject({ state: 'done', saved: 2 })
  expect(await read()).toHaveLength(7)
})

test('of two files that leave out stored rows the second waits for the first, so that no row is stored twice (D3-FILE-02)', async () => {
  const head = ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng', 'Ghi chú']
  const rows = ['Điện', 'Nước'].map((name) => ['An', '22/11/2026', name, '5000000', '1', ''])
  const files = [await server.ready('admin', 'chiphihotro', 'e.csv', csv([head, ...rows]))]
  files.push(
    await server.ready(
      'quanly',
      'chiphihotro',
      'f.csv',
      csv([head, ...rows, ['An', '22/11/2026', 'Mạng', '1', '1', '']]),
    ),
  )
  const save = async (who: string, id = '') =>
    (await server.as(who)).post(`/api/v1/imports/${id}/save`, { leaveStored: 1 })
  const [one, other] = [await save('admin', files[0]?.id), await save('quanly', files[1]?.id)]
  expect([one.status, other.status, other.body.msg]).toEqual([
    200,
    409,
    'Một file khác đang được lưu vào danh sách này, đợi xong rồi lưu file này',
  ])
  await server.run(files[0]?.id ?? '')
  expect((await save('quanly', files[1]?.id)).data).toMatchObject({
    toSave: 1,
    counts: { new: 1, stored: 2 },
  })
  await server.run(files[1]?.id ?? '')
  const { rowCount } = await server.pool.query(
    `SELECT FROM chiphihotro WHERE ngay_nhap = '2026-11-22' AND deleted_at IS NULL`,
  )
  expect(rowCount).toBe(3)
})

test('a masked role learns no number from the rows reported as stored already (D3-FILE-02, D3-SEC-03)', async () => {
  const { pool } = server
  await pool.query(`INSERT INTO doanhthutinhluong (goi_cuoc, so_dien_thoai_cs) VALUES ('D60', '912345678')`)
  await pool.query(`
    INSERT INTO user_permissions (user_id, permission_id) SELECT u.id, p.id FROM users u, permissions p
    WHERE u.username = 'leader11' AND (p.code = 'doanhthutinhluong.get' OR p.code LIKE 'doanhthutinhluong.column.%')`)
  const heads = ['Gói cước', 'SĐT chăm sóc']
  const storedOf = async (who: string) => {
    const rows = ['0912345678', '0987645678', '0912345679'].map((phone) => ['D60', phone])
    const { id } = await server.ready(who, 'doanhthutinhluong', 'd.csv', csv([heads, ...rows]))
    return (await server.rows(who, id)).values.map(({ verdict }) => verdict)
  }
  expect(await storedOf('admin')).toEqual(['stored', 'new', 'new'])
  // Both end like the stored one as masked for this user; only the first is stored, as the list has one.
  expect(await storedOf('leader11')).toEqual(['stored', 'new', 'new'])
  const other = csv([heads, ['D60', '0987645678']])
  const { counts } = await server.ready('leader11', 'doanhthutinhluong', 'e.csv', other)
  expect(counts).toMatchObject({ new: 0, stored: 1 })
})

test('an unknown heading is asked about before anything is saved (D3-FILE-04)', async () => {
  const knownNames = ['ten_goi_cuoc', 'gia_goi', 'gia_gia_han', 'gia_nang_cap_t2']
  const [head = [], row = []] = priceSheet(knownNames, [['HOI1', '90000', '27000', '45000']])
  const others = head.slice(knownNames.length)
  const bytes = csv([
    ['Tên gói cước', 'Giá bán lẻ', 'Giá gia hạn', 'Ghi chú', 'Nâng cấp hai', ...others],
    [...row.slice(0, 3), 'x', ...row.slice(3)],
  ])
  const preview = await server.ready('admin', 'giahoantien', 'gia.csv', bytes)
  // By position the second column would be the price of a renewal, which is in another column; nothing is guessed.
  expect(preview.asks).toEqual([
    { column: 1, heading: 'Giá bán lẻ', field: null },
    { column: 3, heading: 'Ghi chú', field: 'gia_nang_cap_t2' },
    { column: 4, heading: 'Nâng cấp hai', field: null },
  ])
  const admin = await server.as('admin')
  const refused = await admin.post(`/api/v1/imports/${preview.id}/save`, { again: 1 })
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'Chưa rõ cột B “Giá bán lẻ” là gì, hãy chọn cột rồi đọc lại file',
  ])
  for (const columns of ['x', 'ten_goi_cuoc,ten_goi_cuoc', 'id']) {
    const wrong = await server.upload('admin', 'giahoantien', 'gia.csv', bytes, `?columns=${columns}`)
    expect([columns, wrong.status]).toEqual([columns, 400])
  }
  const fields = giahoantien.form.filter((name) => !knownNames.includes(name))
  const query = `?columns=ten_goi_cuoc,gia_goi,gia_gia_han,,gia_nang_cap_t2,${fields.join()}`
  const answered = await server.ready('admin', 'giahoantien', 'gia.csv', bytes, query)
  expect(answered.asks).toEqual([])
  await server.save('admin', answered.id)
  const { rows } = await server.pool.query(
    `SELECT gia_goi, gia_gia_han, gia_nang_cap_t2 FROM giahoantien WHERE ten_goi_cuoc = 'HOI1'`,
  )
  expect(rows).toEqual([{ gia_goi: 90_000, gia_gia_han: 27_000, gia_nang_cap_t2: 45_000 }])
})

test('columns with an empty heading, or without one, are asked about (D3-FILE-04)', async () => {
  const asksOf = async (rows: string[][]) =>
    (await server.ready('admin', 'giahoantien', 'gia.csv', csv(rows))).asks.map(({ column, field }) => [
      column,
      field,
    ])
  expect(
    await asksOf([
      ['Tên gói cước', '', 'Giá gói'],
      ['A1', '5', '6'],
    ]),
  ).toEqual([[1, 'gia_gia_han']])
  expect(
    await asksOf([
      ['Tên gói cước', '', 'Giá gói'],
      ['A1', '', '6'],
    ]),
  ).toEqual([])
  expect(
    await asksOf([
      ['VD90', '27000'],
      ['A1', '5'],
    ]),
  ).toEqual([
    [0, 'ten_goi_cuoc'],
    [1, 'gia_gia_han'],
  ])
  // The blacklist has no headings: it is read by position.
  expect((await server.ready('admin', 'blacklist', 'den.csv', csv([['0912000777', 'x']]))).asks).toEqual([])
})

test('timekeeping and scan lists are read by position when their headings are unknown (D3-FILE-04)', async () => {
  const read = async (target: string, rows: string[][], query = '') => {
    const { id, asks } = await server.ready('admin', target, `${target}.csv`, csv(rows), query)
    const { values } = await server.rows('admin', id)
    return [asks.map(({ heading }) => heading), values.map(({ values: cells }) => cells)]
  }
  const october = '?thangTinhLuong=10/2026'
  const clock = ['sale111', 'Nguyễn Văn An', 'Thứ hai', 'Ca 1', '05/10/2026 08:00', '05/10/2026 17:30']
  const heads = ['Nhân sự', 'Tên', 'Thứ', 'Ca', 'Vào', 'Ra']
  // The day is not read by position: 'Thứ' is not a day.
  const times = { username: 'sale111', gioVao: '05/10/2026 08:00', gioRa: '05/10/2026 17:30' }
  expect(await read('chamcong', [heads, clock], october)).toEqual([[], [expect.objectContaining(times)]])
  expect(
    await read('uploadscannumber', [
      ['MSISDN', 'Ghi'],
      ['0912345678', 'x'],
    ]),
  ).toEqual([[], [expect.objectContaining({ PhoneNumber: '912345678' })]])
  const program = [
    ['STT', 'MSISDN', 'Gói'],
    ['1', '0912345678', 'vd90'],
  ]
  expect(await read('uploadquetdtct', program)).toEqual([
    [],
    [expect.objectContaining({ PhoneNumber: '912345678', goi_can_kiem_tra: 'VD90' })],
  ])
  // As before: a known heading in another place, a missing heading, and a first row with a number.
  const moved = [...heads.slice(0, 4), 'Giờ ra', 'Vào']
  expect((await read('chamcong', [moved, clock], october))[0]).toContain('Vào')
  expect((await read('chamcong', [heads.with(4, ''), clock], october))[0]).toContain('')
  expect((await read('uploadscannumber', [['0912345677'], ['0912345678']]))[0]).toEqual(['0912345677'])
})

test('spellings of one account name count as one account: its last row is saved, the others are reported (D1-Q-070, D2-COL-02)', async () => {
  const heads = ['Tên đăng nhập', 'Lương học việc']
  const bytes = csv([heads, ['leader11', '100000'], ['LEADER11', '700000']])
  const { counts } = await server.ready(
    'admin',
    'dulieunhaptay',
    'nhap.csv',
    bytes,
    '?thangTinhLuong=10/2026',
  )
  expect(counts).toMatchObject({ new: 1, duplicate: 1 })
})
