/** Files as spreadsheets and other programs write them: what is read, confirmed or refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookParts, zipOf } from '#platform/server/sheet/book.fixture.ts'
import { sample, startImportServer, type ImportServer } from '#test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

/** Preview of a sample file from the field: number, verdict, values and notes of each row. */
async function preview(target: string, name: string, bytes: Buffer = sample(`field/${name}`), query = '') {
  const read = await server.ready('admin', target, name, bytes, query)
  const { values } = await server.rows('admin', read.id, '?count=100')
  return { read, rows: values, row: (number: number) => values.find(({ row }) => row === number) }
}

const isRead = (label: string, cell: string): string => `${label}: đọc từ ${cell}, xem lại số 0 đầu`

test('D3-FILE-07: account numbers from number cells are reported, and refused when digits are lost', async () => {
  const { read, row } = await preview('users', 'nhan-vien-so-tai-khoan.xlsx')
  expect(row(2)).toMatchObject({
    verdict: 'repaired',
    values: { so_tai_khoan: '79990001341', phone: '0912558000' },
    notes: { so_tai_khoan: isRead('Số TK', 'ô số 79990001341') },
  })
  expect(row(3)).toMatchObject({
    verdict: 'bad',
    reason: expect.stringContaining('Số tài khoản là số quá 15 chữ số'),
  })
  expect(row(4)).toMatchObject({
    verdict: 'repaired',
    values: { so_tai_khoan: '19034567890' },
    notes: { so_tai_khoan: 'Số TK: 19034567890.0 → 19034567890' },
  })
  expect(row(5)).toMatchObject({ verdict: 'bad', reason: expect.stringContaining('Số tài khoản có phần lẻ') })
  expect(row(6)).toMatchObject({ values: { so_tai_khoan: '0079990001341' } })
  expect(row(6)?.notes.so_tai_khoan).toBeUndefined()
  await server.save('admin', read.id)
  const { rows } = await server.pool.query(
    `SELECT username, so_tai_khoan FROM users WHERE username LIKE 'giventk%' ORDER BY 1`,
  )
  expect(rows).toEqual([
    { username: 'giventk0', so_tai_khoan: '79990001341' },
    { username: 'giventk2', so_tai_khoan: '19034567890' },
    { username: 'giventk4', so_tai_khoan: '0079990001341' },
  ])
})

test('D3-FILE-07: a package name that a spreadsheet turned into a date or a power of ten is refused', async () => {
  const { row } = await preview('uploadchiadata', 'goi-cuoc-o-ngay.xlsx')
  expect(row(2)).toMatchObject({
    verdict: 'bad',
    reason: expect.stringMatching(/^Gói cước là ngày, bảng tính/),
  })
  expect(row(3)).toMatchObject({
    verdict: 'bad',
    reason: expect.stringMatching(/^Gói cước là số mũ, bảng tính/),
  })
})

test('D3-FILE-07: a repeated cell gets the same remark, and a cell of another type its own, however many cells are between', async () => {
  const cells = ['<c t="inlineStr"><is><t>90</t></is></c>', '<c><v>90</v></c>']
  const phones = Array.from({ length: 1300 }, (_, n) => texts(`0${913_000_000 + n}`))
  const rows = phones.map(
    (phone, n) => `${phone}${cells[n % 2]}${texts(n % 3 === 0 ? '31/02/2026' : '01/10/2026')}`,
  )
  const head = texts('Số điện thoại', 'Gói cước', 'Ngày đăng ký')
  const { read } = await preview('uploadchiadata', 'lap-lai.xlsx', book(head, ...rows))
  expect(read.counts).toMatchObject({ bad: 434, new: 433, repaired: 433 })
})

test('D3-FILE-07: ="…" is read as the text inside it in every column, heading and quoting', async () => {
  const { row } = await preview('uploadchiadata', 'dau-bang.csv')
  const values = { loai_thue_bao: 'MC', goi_cuoc: 'VD90', ngay_dang_ky: '2026-10-01', chu_ky_hien_tai: 1 }
  expect(row(2)).toMatchObject({ verdict: 'new', values: { ...values, so_dien_thoai: '912557701' } })
  expect(row(3)).toMatchObject({ verdict: 'new', values: { ...values, trang_thai: 'ok' } })
  const quoted = await preview(
    'uploadchiadata',
    'nhay.csv',
    Buffer.from('="Số điện thoại","=""Gói cước"""\n="0912557703","=""A""""B"""\n="0912557704",="A,B"'),
  )
  expect(quoted.rows.map(({ values: { so_dien_thoai, goi_cuoc } }) => [so_dien_thoai, goi_cuoc])).toEqual([
    ['912557703', 'A"B'],
    ['912557704', 'A,B'],
  ])
})

const dated = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
const texts = (...cells: string[]): string =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
const number = (value: string): string => `<c><v>${value}</v></c>`
const date = '<c s="1"><v>46082</v></c>'
const truth = '<c t="b"><v>1</v></c>'
const fault = '<c t="e"><v>#N/A</v></c>'
const book = (...rows: string[]): Buffer =>
  zipOf(
    bookParts({
      sheets: [rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')],
      styles: dated,
    }),
  )

test('D3-FILE-07: numbers, dates, booleans and errors in text columns are reported or refused, and secrets never quoted', async () => {
  const head = texts('Đăng nhập tại', 'Tài khoản', '="Mật khẩu"', 'API', 'Nội dung bổ sung')
  const line = (password: string, content = texts('{}')): string =>
    texts('Cổng', `nguoi${password.length}`) + password + texts('khoa') + content
  const { read, rows } = await preview(
    'systemaccount',
    'tai-khoan.xlsx',
    book(
      head,
      line(number('1234')),
      line(date),
      line(truth, number('5')),
      line(fault),
      line(texts('01/03/2026')),
      line(number('12345678901234567')),
    ),
  )
  expect(read.asks).toEqual([])
  const results = rows.map(({ verdict, notes, reason }) => [verdict, notes.password ?? null, reason])
  expect(results).toEqual([
    ['repaired', isRead('Mật khẩu', 'ô số'), null],
    ['bad', expect.stringMatching(/^Mật khẩu là ngày/), expect.any(String)],
    ['repaired', 'Mật khẩu: đọc từ ô đúng/sai', null],
    ['bad', 'Mật khẩu ô đang báo lỗi #N/A', 'Mật khẩu ô đang báo lỗi #N/A'],
    // A text cell contains what was typed, even if it looks like a date.
    ['new', null, null],
    ['bad', expect.stringMatching(/^Mật khẩu là số/), expect.any(String)],
  ])
  expect(rows[2]?.notes.additional_content).toBe(isRead('Nội dung bổ sung', 'ô số 5'))
  const { rows: stored } = await server.pool.query(
    `SELECT r."values"::text || r.cells::text || coalesce(r.notes::text, '') AS said FROM import_rows r WHERE import_id = $1`,
    [read.id],
  )
  expect(stored.filter(({ said: text }) => /1234|01\/03\/2026/.test(text))).toEqual([])
})

test('D3-FILE-07: a number or date in a note or a plain text is saved as seen, with a note', async () => {
  const { rows } = await preview(
    'chiphihoantien',
    'chi-phi.xlsx',
    book(
      texts('Kênh đăng ký', 'Gói cước', 'Đã thanh toán', 'Ghi chú'),
      number('9084') + number('90') + date + number('1.5'),
      texts('9084', '01/03/2026', 'rồi', 'x'),
      texts('9084', '3.00E+90', 'rồi', 'x'),
      texts('9084', '1-Thg3', 'rồi', 'x'),
      texts('9084', '3E90', 'rồi', 'x'),
    ),
  )
  expect(rows[0]).toMatchObject({
    verdict: 'repaired',
    values: { kenh_dang_ky: '9084', goi_cuoc: '90', da_thanh_toan: '01/03/2026', ghi_chu: '1.5' },
    notes: {
      goi_cuoc: isRead('Gói cước', 'ô số 90'),
      da_thanh_toan: 'Đã thanh toán: đọc từ ô ngày 01/03/2026',
    },
  })
  // In a CSV the date and the power are texts.
  expect(rows.slice(1).map(({ verdict }) => verdict)).toEqual(['bad', 'bad', 'bad', 'new'])
})

const head = 'Số điện thoại;Loại thuê bao;Gói cước;Ngày đăng ký;Ngày hết hạn'
const lines = (...rows: string[]): Buffer => Buffer.from(rows.join('\n'))

test('D3-FILE-08: a title line above the headings is skipped, in CSV and .xlsx, and does not disturb the delimiter', async () => {
  const { read, rows } = await preview('uploadchiadata', 'dong-tieu-de.csv')
  expect(read).toMatchObject({ total: 1, asks: [], counts: { new: 1, bad: 0, blank: 0 } })
  expect(rows).toMatchObject([{ row: 3, values: { so_dien_thoai: '912557601', goi_cuoc: 'VD90' } }])
  // A comma in the title, blank lines, and headings of a target that is otherwise read by position.
  const titled = await preview(
    'uploadchiadata',
    'tieu-de.csv',
    lines('DANH SÁCH, THÁNG 11', '', 'Chi nhánh 1', head, '0912557602;MC;VD90;01/10/2026;31/12/2026'),
  )
  expect(titled.rows.map(({ row, verdict }) => [row, verdict])).toEqual([[5, 'new']])
  const workbook = await preview(
    'blacklist',
    'so-den.xlsx',
    book(texts('SỔ ĐEN'), texts('Số điện thoại', 'Mô tả'), texts('0912557603', 'x')),
  )
  expect(workbook.rows.map(({ row, verdict }) => [row, verdict])).toEqual([[3, 'new']])
  const errors = await server.download('admin', `/api/v1/imports/${titled.read.id}/errors`)
  expect(errors.rows[0]?.cells).toEqual([...head.split(';'), 'Lỗi'])
  const { read: saved } = titled
  expect((await server.save('admin', saved.id)).saved).toBe(1)
})

test("D3-FILE-08: '.00' and ',00' after an amount change nothing, a fraction of a đồng is refused", async () => {
  const { row } = await preview('mesbank', 'sao-ke-thap-phan.csv')
  for (const rowNumber of [2, 3, 4]) expect(row(rowNumber)?.values.money).toBe(500_000)
  expect(row(5)).toMatchObject({ verdict: 'bad', reason: expect.stringContaining('không phải số tiền') })
})

test('D3-FILE-08: swapped days and months are asked about before saving, and an expiry before the registration is noted', async () => {
  const { read, rows } = await preview('uploadchiadata', 'thue-bao-ngay-dao.xlsx')
  expect(read.doubts).toEqual([
    { name: 'ngay_het_han', text: expect.stringMatching(/^Ngày hết hạn: .*Ngày và tháng có bị đảo\?$/) },
  ])
  expect(rows.map(({ row, verdict, notes }) => [row, verdict, notes.ngay_het_han ?? null])).toEqual([
    [2, 'odd', 'Ngày hết hạn 11-05-2026 trước ngày đăng ký 01-10-2026'],
    [3, 'odd', 'Ngày hết hạn 11-06-2026 trước ngày đăng ký 01-10-2026'],
    [4, 'odd', 'Ngày hết hạn 11-07-2026 trước ngày đăng ký 01-10-2026'],
    [5, 'odd', 'Ngày hết hạn 11-08-2026 trước ngày đăng ký 01-10-2026'],
    [6, 'new', null],
    [7, 'new', null],
    [8, 'new', null],
    [9, 'new', null],
  ])
  const admin = await server.as('admin')
  const unsure = await admin.post(`/api/v1/imports/${read.id}/save`, { again: 1 })
  expect([unsure.status, unsure.body.msg]).toEqual([409, read.doubts[0]?.text])
  expect((await admin.post(`/api/v1/imports/${read.id}/save`, { sure: 1 })).status).toBe(200)
  await server.run(read.id)
  const { rows: stored } = await server.pool.query(
    `SELECT FROM customer WHERE phone BETWEEN '912557100' AND '912557107'`,
  )
  expect(stored).toHaveLength(8)
})

const day = (serial: number): string => `<c s="1"><v>${serial}</v></c>`
test.each([
  ['a date cell after the twelfth', [day(46153), day(46156)], ['13/11/2026']],
  ['a text before it', [day(46153)], ['13/11/2026', '05/11/2026']],
  ['date cells alone', [day(46153)], []],
  ['texts alone', [], ['13/11/2026']],
])('D3-FILE-08: %s indicates that day and month are not swapped', async (_what, cells, days) => {
  const dates = [...cells, ...days.map((text) => texts(text))]
  const rows = dates.map((cell, index) => texts(`091255720${index}`, 'MC', 'VD90', '01/01/2026') + cell)
  const { read } = await preview('uploadchiadata', 'ngay.xlsx', book(texts(...head.split(';')), ...rows))
  expect(read.doubts).toEqual([])
})

test('D3-FILE-08: rows that sum others are reported, and left out unless chosen', async () => {
  const listed = async (): Promise<number> => {
    const { data } = await (await server.as('admin')).get('/api/v1/doanhthutinhluong?count=100')
    return Number((data as { tong_doanh_thu_tinh_luong: number }).tong_doanh_thu_tinh_luong)
  }
  const before = await listed()
  const { read, rows } = await preview('doanhthutinhluong', 'doanh-thu-co-dong-tong.csv')
  expect(rows.map(({ row, verdict }) => [row, verdict])).toEqual([
    [2, 'new'],
    [3, 'new'],
    [4, 'blank'],
    [5, 'total'],
  ])
  expect(rows[3]?.reason).toMatch(/^Dòng tổng\?/)
  expect(read.toSave).toBe(2)
  expect((await server.save('admin', read.id)).saved).toBe(2)
  expect((await listed()) - before).toBe(210_000)
  const chosen = await preview('doanhthutinhluong', 'doanh-thu-co-dong-tong.csv')
  const reply = await (
    await server.as('admin')
  ).post(`/api/v1/imports/${chosen.read.id}/save`, { again: 1, totals: 1 })
  expect(reply.data).toMatchObject({ toSave: 3, counts: { total: 0, odd: 1 } })
  await server.run(chosen.read.id)
  expect((await listed()) - before).toBe(630_000)
})

const revenue = 'Kênh;Mã nhân viên;SĐT chăm sóc;Gói cước;Ngày đăng ký;Giá gói cước;Doanh thu tính lương'
test('D3-FILE-08: total rows without a label, also subtotals, count as sums; rows with phone, person, package or day do not', async () => {
  const sold = (amount: number): string =>
    `9084;sale111;0912555911;VD90;02/11/2026 08:00:00;${amount};${amount}`
  const { rows } = await preview(
    'doanhthutinhluong',
    'tong.csv',
    lines(
      revenue,
      sold(10_000),
      sold(20_000),
      ';;;;;30000;30000',
      sold(5_000),
      sold(6_000),
      ';;;;;11000;11000',
      ';;;;;41000;41000',
      'Cộng: 4 dòng;;;;;1;1',
      'tong cong;;;;;;',
      // Amounts that are not totals, or whose row names a person or subject, are regular rows.
      ';;;;;41000;40999',
      ';sale111;;;;41000;41000',
      ';;;VD90;;123000;122999',
      'Công ty Tổng Hợp;;;;;9;9',
      'Tổng đài;sale111;;;;9;9',
    ),
  )
  const totals = rows.filter(({ verdict }) => verdict === 'total').map(({ row }) => row)
  expect(totals).toEqual([4, 7, 8, 9, 10])
})

test('D3-FILE-08: a cost of a future day is noted', async () => {
  const cost = (date: string): string => `An;${date};Điện;100000;1`
  const file = lines(
    'Người thực hiện;Ngày nhập;Nội dung;Đơn giá;Số lượng',
    cost('31/12/2199'),
    cost('01/11/2026'),
  )
  for (const target of ['chiphiquanly', 'chiphihotro', 'chiphikhac']) {
    const { rows } = await preview(target, 'chi-phi.csv', file)
    expect(rows.map(({ verdict, notes }) => [verdict, notes.ngay_nhap ?? null])).toEqual([
      ['odd', 'Ngày nhập 31-12-2199 chưa tới'],
      ['new', null],
    ])
  }
})

test('D3-FILE-08: of rows with one key the last is saved, even a doubtful one, and each is counted once', async () => {
  const line = (expiry: string): string => `0912557801;MC;VD90;01/10/2026;${expiry}`
  const { read, rows } = await preview(
    'uploadchiadata',
    'khoa.csv',
    lines(head, line('01/09/2026'), line('01/12/2026')),
  )
  expect(rows.map(({ verdict }) => verdict)).toEqual(['duplicate', 'new'])
  expect(read.counts).toMatchObject({ new: 1, odd: 0, repaired: 0, duplicate: 1 })
})

test('D3-FILE-07: date and time cells of the time clock are read by their own rules and not reported as changed texts', async () => {
  const clock = '<c s="1"><v>46328.3333333333</v></c>'
  const { rows } = await preview(
    'chamcong',
    'cham-cong.xlsx',
    book(
      texts('Tên đăng nhập', 'Ngày', 'Giờ vào', 'Giờ ra'),
      texts('sale111') + day(46328) + clock + number('46328.7'),
    ),
    '?thangTinhLuong=11/2026',
  )
  expect(rows).toMatchObject([{ verdict: 'new', notes: {} }])
})
