/** Files as spreadsheets and other programs write them: what is read of them, and what is asked or refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookParts, zipOf } from '../../sheet/book.fixture.ts'
import { sample, startImportServer, type ImportServer } from '../../../test/imports.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

/** Preview of one of the sample files of the field: number, verdict, values and notes of each row. */
async function preview(target: string, name: string, bytes: Buffer = sample(`field/${name}`)) {
  const read = await server.ready('admin', target, name, bytes)
  const { values } = await server.rows('admin', read.id, '?count=100')
  return { read, rows: values, row: (at: number) => values.find(({ row }) => row === at) }
}

const isRead = (label: string, what: string): string => `${label}: đọc từ ${what}, xem lại số 0 đầu`

test('D3-FILE-07: account numbers out of number cells are told, and refused where digits are lost', async () => {
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

test('D3-FILE-07: ="…" is read as its text in every column, heading and quoting', async () => {
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
      sheets: [rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')],
      styles: dated,
    }),
  )

test('D3-FILE-07: numbers, dates, truths and errors in columns of texts are told or refused, secrets never named', async () => {
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
  const said = rows.map(({ verdict, notes, reason }) => [verdict, notes.password ?? null, reason])
  expect(said).toEqual([
    ['repaired', isRead('Mật khẩu', 'ô số'), null],
    ['bad', expect.stringMatching(/^Mật khẩu là ngày/), expect.any(String)],
    ['repaired', 'Mật khẩu: đọc từ ô đúng/sai', null],
    ['bad', 'Mật khẩu ô đang báo lỗi #N/A', 'Mật khẩu ô đang báo lỗi #N/A'],
    // A text is what was typed, also one that looks like a day.
    ['new', null, null],
    ['bad', expect.stringMatching(/^Mật khẩu là số/), expect.any(String)],
  ])
  expect(rows[2]?.notes.additional_content).toBe(isRead('Nội dung bổ sung', 'ô số 5'))
  const { rows: kept } = await server.pool.query(
    `SELECT r."values"::text || r.cells::text || coalesce(r.notes::text, '') AS said FROM import_rows r WHERE import_id = $1`,
    [read.id],
  )
  expect(kept.filter(({ said: text }) => /1234|01\/03\/2026/.test(text))).toEqual([])
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
  // A CSV has the day and the power as texts.
  expect(rows.slice(1).map(({ verdict }) => verdict)).toEqual(['bad', 'bad', 'bad', 'new'])
})
