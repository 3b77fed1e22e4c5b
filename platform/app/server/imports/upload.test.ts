/** Uploading and previewing: refusals, visibility, leftovers, and the returned files. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { punchSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import type { ImportSummary, PreviewRow } from '#platform/contract/calls/imports.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import { setSettings } from '#test/settings.ts'
import { csv, sample, startImportServer, type ImportServer } from '#test/imports.ts'
import { priceSheet } from '#test/prices.ts'
import { targets } from './targets.ts'

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
})
afterAll(() => server.close())

const one = csv([['0912000456', 'Khách đề nghị']])

test.each([
  ['nothing', Buffer.alloc(0), 400, /^File rỗng/],
  ['a heading alone', csv([['Tên gói cước']]), 400, /^File chỉ có dòng tiêu đề/],
  ['blank rows', csv([['Tên gói cước'], [' '], ['']]), 400, /^File chỉ có dòng tiêu đề/],
  ['spaces', Buffer.from('   \n \n'), 400, /không có dữ liệu/],
  ['a PDF', Buffer.from('%PDF-1.7 ...'), 415, /là tài liệu PDF/],
  ['a web page', Buffer.from('<!doctype html><table></table>'), 415, /là trang web/],
  ['half a workbook', sample('gia-hoan-tien.xlsx').subarray(0, 9000), 400, /^File bị hỏng/],
  [
    'a workbook with bytes changed',
    sample('gia-hoan-tien.xlsx').fill(0x41, 3000, 3400),
    400,
    /^File bị hỏng/,
  ],
  ['binary rubbish', Buffer.from([0, 1, 2, 3, 0, 255, 254]), 415, /không rõ định dạng/],
  ['JSON', Buffer.from('[{"a":1}]'), 415, /là dữ liệu JSON/],
  ['a cell without end', csv([['a'], ['x'.repeat(40_000)]]), 400, /có ô dài quá/],
])(
  '%s is refused with a message and leaves nothing behind (threats F4)',
  async (_what, bytes, status, msg) => {
    const before = await server.leftOver()
    const answer = await server.upload('admin', 'giahoantien', 'bang-gia.xlsx', bytes)
    expect([answer.status, answer.body.msg]).toEqual([status, expect.stringMatching(msg)])
    expect(await server.leftOver()).toEqual(before)
  },
)

test('a file beyond the limit is refused while it streams and leaves nothing behind (threats F4)', async () => {
  const before = await server.leftOver()
  const answer = await server.upload('admin', 'blacklist', 'to.csv', Buffer.alloc(limits.file + 1, 0x30))
  expect([answer.status, answer.body.msg]).toEqual([
    413,
    expect.stringMatching(/^File nặng 65 MB, tối đa 64 MB/),
  ])
  expect(await server.leftOver()).toEqual(before)
})

test('a body that is no file is refused, a compressed one too', async () => {
  const admin = await server.as('admin')
  const name = { 'x-file-name': 'a.xlsx' }
  expect((await admin.post('/api/v1/imports/blacklist', { data: [] }, name)).status).toBe(415)
  const form = { ...name, 'content-type': 'multipart/form-data; boundary=x' }
  expect((await admin.post('/api/v1/imports/blacklist', one, form)).status).toBe(415)
  const packed = { ...name, 'content-type': 'text/csv', 'content-encoding': 'gzip' }
  expect((await admin.post('/api/v1/imports/blacklist', one, packed)).status).toBe(415)
})

test.each([undefined, '', '%', '%E0%A4%A', '..%2F..', '%0D%0A', '%2F'])(
  'a file named %s is refused',
  async (header) => {
    const answer = await (
      await server.as('admin')
    ).post('/api/v1/imports/blacklist', one, {
      'content-type': 'application/octet-stream',
      ...(header !== undefined && { 'x-file-name': header }),
    })
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      expect.stringMatching(/^(Thiếu tên file|Tên file không hợp lệ)$/),
    ])
  },
)

test.each([
  ['../../etc/passwd.xlsx', 'passwd.xlsx'],
  ['C:\\fakepath\\Số đen (tháng 11) [2].xlsx', 'Số đen (tháng 11) [2].xlsx'],
  ['a\r\nset-cookie: x=1.xlsx', 'a  set-cookie: x=1.xlsx'],
  ['Tê\u0301n \u202Excod.xlsx', 'Tến  xcod.xlsx'],
  [`${'ă'.repeat(300)}.xlsx`, `${'ă'.repeat(250)}.xlsx`],
  [`${'😀'.repeat(200)}.xlsx`, `${'😀'.repeat(125)}.xlsx`],
  ["<img src=x onerror='1'>.xlsx", "<img src=x onerror='1'>.xlsx"],
])('a file name is cleaned to a label: %s', async (sentName, label) => {
  const { id, filename } = await server.ready('admin', 'blacklist', sentName, csv([['12']]))
  expect(filename).toBe(label)
  const errors = await server.download('admin', `/api/v1/imports/${id}/errors`)
  expect(errors.name).toBe(`LOI-${label}`)
})

test('without a session or the right to import the file is not read', async () => {
  const before = await server.leftOver()
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'a.csv' }
  expect((await server.outsider.post('/api/v1/imports/blacklist', one, headers)).status).toBe(401)
  for (const [who, target] of [
    ['sale111', 'blacklist'],
    ['doitac1', 'customer'],
    ['chinhanh1', 'uploadchiadata'],
    ['leader11', 'giahoantien'],
    ['chinhanh1', 'chiphiquanly'],
  ] as const) {
    const answer = await server.upload(who, target, 'a.csv', one)
    expect([who, answer.status, answer.body.msg]).toEqual([
      who,
      403,
      'Bạn không có quyền thực hiện thao tác này',
    ])
  }
  expect((await server.upload('admin', 'roles', 'a.csv', one)).status).toBe(404)
  expect(await server.leftOver()).toEqual(before)
})

test('an import is not found for other users; managers see it, but only its owner saves it', async () => {
  const { id } = await server.ready('leader11', 'blacklist', 'a.csv', one)
  for (const path of ['', '/rows', '/errors']) {
    expect((await (await server.as('leader12')).get(`/api/v1/imports/${id}${path}`)).status).toBe(404)
    expect((await (await server.as('chinhanh1')).get(`/api/v1/imports/${id}${path}`)).status).toBe(404)
    expect((await (await server.as('quanly')).get(`/api/v1/imports/${id}${path}`)).status).toBe(200)
  }
  expect((await (await server.as('leader12')).post(`/api/v1/imports/${id}/cancel`)).status).toBe(404)
  expect((await (await server.as('quanly')).post(`/api/v1/imports/${id}/save`)).status).toBe(403)
  expect((await (await server.as('leader11')).get('/api/v1/imports/not-an-id')).status).toBe(404)
})

test('a masked role sees the numbers of its own file, and duplicates only within that file (threats A6)', async () => {
  await (await server.as('admin')).post('/api/v1/blacklist', { phone_number: '0977000111' })
  const { id, counts } = await server.ready(
    'leader11',
    'blacklist',
    'a.csv',
    csv([['0977000111'], ['0977 000 112']]),
  )
  expect(counts).toMatchObject({ new: 2, update: 0, same: 0, repaired: 0, duplicate: 0 })
  const { values } = await server.rows('leader11', id)
  expect(values.map((row) => row.values.phone_number)).toEqual(['977000111', '977000112'])
})

test('of three rows with one key the last is saved, and the others name it (D1-Q-070, D2-IMP-09)', async () => {
  const bytes = csv(
    priceSheet(
      ['ten_goi_cuoc', 'gia_gia_han'],
      [
        ['VD90', 1],
        ['VD90 ', '2.000'],
        ['VD120', 5],
        ['VD90', 3],
      ],
    ),
  )
  const { id, counts } = await server.ready('admin', 'giahoantien', 'a.csv', bytes)
  expect(counts).toEqual({
    new: 2,
    update: 0,
    same: 0,
    repaired: 0,
    odd: 0,
    stored: 0,
    total: 0,
    joined: 0,
    duplicate: 2,
    bad: 0,
    blank: 0,
  })
  const { values } = await server.rows('admin', id, '?verdict=duplicate')
  expect(values.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'Trùng tên gói với dòng 5'],
    [3, 'Trùng tên gói với dòng 5'],
  ])
  await server.save('admin', id)
  const { rows } = await server.pool.query(`SELECT gia_gia_han FROM giahoantien WHERE ten_goi_cuoc = 'VD90'`)
  expect(rows).toEqual([{ gia_gia_han: 3 }])
})

test('columns of running numbers and computed sums are dropped before columns are read by position (D2-IMP-07)', async () => {
  const bytes = csv([
    ['Người thực hiện', 'Ngày nhập', 'Nội dung', 'Đơn giá', 'Số lượng', 'THÀNH  TIỀN', 'Ghi chú'],
    ['An', '20/11/2026', 'Điện', '1.500', '2', '3.000', 'tháng 11'],
  ])
  const { id } = await server.ready('admin', 'chiphiquanly', 'a.csv', bytes)
  expect((await server.rows('admin', id)).values[0]).toMatchObject({
    verdict: 'repaired',
    values: { nguoi_thuc_hien: 'An', ngay_nhap: '2026-11-20', don_gia: 1500, so_luong: 2, note: 'tháng 11' },
    notes: { don_gia: 'Đơn giá: chữ “1.500” → số 1,500' },
  })
})

test('a heading above the blacklist is not a row; any other text there is a faulty row, as is a phone with too few digits (D1-Q-069, D1-Q-139)', async () => {
  const { id } = await server.ready(
    'admin',
    'blacklist',
    'a.csv',
    csv([
      ['Số điện thoại', 'Mô tả'],
      ['91500066', 'x'],
      ['0912000457', ''],
    ]),
  )
  const { values } = await server.rows('admin', id, '?verdict=bad')
  expect(values).toEqual([
    {
      row: 2,
      verdict: 'bad',
      values: {
        phone_number: '91500066',
        description: 'x',
        nguon: 'noi_bo',
        ly_do: null,
        nguoi_yeu_cau: null,
        den_ngay: null,
      },
      notes: { phone_number: 'Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0' },
      former: {},
      far: [],
      reason: 'Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0',
    },
  ])
  const other = csv([
    ['Số cần chặn', 'Vì sao'],
    ['0912000457', ''],
  ])
  const { counts } = await server.ready('admin', 'blacklist', 'b.csv', other)
  expect(counts).toMatchObject({ bad: 1, new: 1 })
})

test('a phone cell with anything besides one mobile number is a faulty row and never read as another number (D3-FILE-01)', async () => {
  const wrong = [
    '0905550358 MC C90N',
    '0912345678 (2)',
    '09123456789',
    '028 38555791',
    '0912345678/0987654321',
  ]
  const alone = 'Số điện thoại không hợp lệ, ô chỉ được có một số di động'
  const cells = csv([...wrong.map((cell) => [cell]), ['01681234567'], ['84 912 000 458']])
  const { id, counts } = await server.ready('admin', 'blacklist', 'a.csv', cells)
  // Only the number from before 2018 differs from the cell's text.
  expect(counts).toMatchObject({ bad: wrong.length, repaired: 1, new: 1 })
  const { values } = await server.rows('admin', id)
  expect(values.map(({ reason, notes }) => reason ?? notes)).toEqual([
    ...wrong.map(() => alone),
    { phone_number: 'SĐT: 01681234567 → 0381234567' },
    {},
  ])
  const called = await (
    await server.as('admin')
  ).post('/api/v1/blacklist/import', { data: wrong.map((phone_number) => ({ phone_number })) })
  expect(called.data).toEqual({
    saved: 0,
    inserted: 0,
    errors: wrong.map((_, index) => ({ row: index + 1, msg: alone })),
  })
})

test('pages hold 20, 50 or 100 rows; another size gives 20', async () => {
  const { id } = await server.ready(
    'admin',
    'blacklist',
    'a.csv',
    csv(Array.from({ length: 120 }, (_, n) => [`09130000${10 + n}`])),
  )
  const rowsOf = async (query: string) => (await server.rows('admin', id, query)).values.map(({ row }) => row)
  expect(await rowsOf('')).toHaveLength(20)
  expect(await rowsOf('?count=100&page=1')).toEqual(Array.from({ length: 20 }, (_, n) => 101 + n))
  expect(await rowsOf('?count=7')).toHaveLength(20)
  expect(await rowsOf('?count=50&page=999999999')).toEqual([])
  expect((await (await server.as('admin')).get(`/api/v1/imports/${id}/rows?verdict=x`)).status).toBe(400)
})

test('a data file is read from column A, or from B behind a running number headed STT or #; the headings are shown first (D1-Q-068)', async () => {
  const line = ['0912000456', 'MC', 'VD90', '01/11/2026', '01/12/2026', '3', 'Đang hoạt động', 'VD120', '2']
  const heads = [
    'SĐT',
    'Loại',
    'Gói',
    'Đăng ký',
    'Hết hạn',
    'Chu kỳ',
    'Trạng thái',
    'Gói có thể ĐK',
    'CK miễn phí',
  ]
  const read = async (name: string, rows: string[][]) => {
    const { id, columns } = await server.ready('admin', 'uploadchiadata', name, csv(rows))
    const answer = await (await server.as('admin')).get(`/api/v1/imports/${id}/rows`)
    return {
      columns: columns.map(({ name }) => name),
      values: (answer.data as { values: PreviewRow[] }).values.map((row) => row.values),
    }
  }
  const plain = await read('a.csv', [heads, line])
  expect(plain.values).toEqual([expect.objectContaining({ so_dien_thoai: '912000456', goi_cuoc: 'VD90' })])
  expect(plain.columns).toEqual(
    expect.arrayContaining(['so_dien_thoai', 'goi_cuoc', 'so_chu_ky_mien_phi_con_lai']),
  )
  for (const first of ['STT', '#'])
    expect(
      await read(`${first}.csv`, [
        [first, ...heads],
        ['1', ...line],
      ]),
    ).toEqual(plain)
})

test('the error file has the faulty rows unchanged with a reason, and can be uploaded again (D3-FILE-03)', async () => {
  const bytes = csv([
    ['STT', 'SĐT', 'Loại', 'Gói'],
    [1, '84912000456', 'MC', 'VD90'],
    [2, '91500066', 'MC', '=1+1'],
    [3, '0912000456', 'MG', 'VD90'],
  ])
  const { id } = await server.ready('leader11', 'customer', 'khách.csv', bytes)
  await server.save('leader11', id)
  const file = await server.download('leader11', `/api/v1/imports/${id}/errors`)
  expect(file.name).toBe('LOI-khách.xlsx')
  expect(file.rows.map((row) => row.cells)).toEqual([
    ['STT', 'SĐT', 'Loại', 'Gói', 'Lỗi'],
    ['2', '91500066', 'MC', '=1+1', 'Dòng 3: Số điện thoại không hợp lệ, cần đủ 9 chữ số sau số 0'],
  ])
  const again = await server.ready('leader11', 'customer', file.name, file.bytes)
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
    bad: 1,
    blank: 0,
  })
  expect(again.asks).toEqual([])
})

test("customers are imported into the named list of the scope, or into the uploader's own list (D1-Q-109)", async () => {
  const rows = csv([
    ['STT', 'SĐT'],
    [1, '0945000111'],
  ])
  const { id: upload } = (
    await (await server.as('leader12')).post('/api/v1/upload', { filename: 'Tháng 11' })
  ).data as { id: string }
  expect((await server.upload('leader11', 'customer', 'a.csv', rows, `?upload=${upload}`)).status).toBe(404)
  expect((await server.upload('leader11', 'customer', 'a.csv', rows, '?upload=abc')).status).toBe(404)
  for (const query of [`?upload=${upload}`, '', '?upload=00000000-0000-0000-0000-000000000000']) {
    const { id } = await server.ready('leader12', 'customer', 'a.csv', rows, query)
    expect(await server.save('leader12', id)).toMatchObject({ state: 'done', saved: 1 })
  }
  const found = await server.pool.query(`
    SELECT f."FileName" FROM customer c JOIN data_files f ON f.id = c.file_id WHERE phone = '945000111' ORDER BY 1`)
  expect(found.rows).toEqual([{ FileName: 'Nhập trực tiếp' }, { FileName: 'Tháng 11' }])
})

test('every sample form is public and gives rows that can be saved (D1-Q-161, D2-Q-37)', async () => {
  await setSettings(server.pool, { kenh_hoan_tien: 'doitac1.example' })
  const queries: Record<string, string> = {
    saokedoitac: '?doi_tac=doitac1.example&tu_ngay=01/01/2026&den_ngay=31/12/2026',
  }
  for (const [name, { sheet }] of targets) {
    const form = await server.download(null, `/mau/${name}.xlsx`)
    expect(form.name).toBe(`BIEU-MAU-${name}.xlsx`)
    const examples = form.rows.length - 1
    expect(examples).toBeGreaterThanOrEqual(2)
    expect(form.rows[0]?.cells).toHaveLength(sheet.sheet.columns.length)
    const answer = await server.upload('admin', name, 'mau.xlsx', form.bytes, queries[name])
    const { counts } = answer.data as ImportSummary
    // Both punches belong to one day.
    const joined = name === punchSheet.path ? 1 : 0
    expect([name, counts]).toEqual([
      name,
      {
        new: examples - joined,
        update: 0,
        same: 0,
        repaired: 0,
        odd: 0,
        stored: 0,
        total: 0,
        joined,
        duplicate: 0,
        bad: 0,
        blank: 0,
      },
    ])
  }
  expect((await server.outsider.get('/mau/roles.xlsx')).status).toBe(404)
})

test('the upload folder is empty after all files are read', async () => {
  expect(await readdir(join(server.api.services.dataDir, 'uploads'))).toEqual([])
})
