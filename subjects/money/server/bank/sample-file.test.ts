/** The bank sample: uploaded, saved, and parsed as its authors marked it. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, expected, sample, startImportServer, type ImportServer } from '#test/imports.ts'

const name = 'tin-nhan-ngan-hang.xlsx'
const file = expected[name]
if (!file) throw new Error(`${name} is not described`)

let server: ImportServer
beforeAll(async () => {
  server = await startImportServer()
  // The price list that the senders of these messages used.
  const prices = await server.ready(
    'admin',
    'giahoantien',
    'gia-hoan-tien.xlsx',
    sample('gia-hoan-tien.xlsx'),
  )
  await server.save('admin', prices.id)
})
afterAll(() => server.close())

type Row = Record<string, string | number | null>
const query = `SELECT sender, money, to_char(datetime AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD"T"HH24:MI:SS') AS datetime,
  str_mes FROM mesbank`

test('the sample of bank messages is saved as specified (D1-BANK-38, D1-Q-054, D1-IMP-05)', async () => {
  const read = await server.ready('quanly', 'mesbank', name, sample(name))
  expect(read.counts).toMatchObject({ blank: file.blank_rows, bad: file.invalid_rows, duplicate: 0 })
  const bad = (await server.rows('quanly', read.id, '?verdict=bad&count=100')).values
  expect(bad.map(({ row }) => row)).toEqual(file.invalid.map(({ row }) => row))
  const saved = await server.save('quanly', read.id)
  expect(saved).toMatchObject({
    saved: file.saved,
    msg: `Tải file thành công: "${name}" (${file.saved} bản ghi)`,
  })
  const { rows } = await server.pool.query<Row>(query)
  expect(rows).toHaveLength(file.saved)
  expect(digest(rows.map((row) => Object.values(row)))).toEqual(file.digest_of_rows)
})

test('importing the same file again stores nothing twice (D1-Q-054)', async () => {
  const again = await server.ready('quanly', 'mesbank', name, sample(name))
  expect(await server.save('quanly', again.id)).toMatchObject({ saved: file.saved })
  const { rowCount } = await server.pool.query('SELECT FROM mesbank')
  expect(rowCount).toBe(file.saved)
})

test('a message that occurs twice in a file is reported as a repetition (D1-Q-054, D3-FILE-03)', async () => {
  const row = (text: string) => ['VCB', '90000', '12/10/2026 10:00:00', text]
  const lines = [['Kênh', 'Số tiền', 'Thời gian', 'Nội dung'], row('một'), row('hai'), row('một')]
  const bytes = Buffer.from(lines.map((cells) => cells.join(',')).join('\n'))
  const read = await server.ready('quanly', 'mesbank', 'hai-lan.csv', bytes)
  expect(read.counts).toMatchObject({ new: 2, duplicate: 1 })
  const { values } = await server.rows('quanly', read.id, '?verdict=duplicate')
  expect(values.map(({ row: rowNumber, reason }) => [rowNumber, reason])).toEqual([[4, 'Trùng với dòng 2']])
})

test('list and export show the sample as specified, cell by cell (D1-BANK-07, D1-BANK-08, D1-BANK-50)', async () => {
  const quanly = await server.as('quanly')
  const list = await quanly.get('/api/v1/mesbank?page=0&count=1&startDate=01/01/2026&endDate=31/12/2026')
  expect(list.data).toMatchObject({
    tongChuyenKhoan: file.sums?.money,
    tongDonChuyen: file.saved,
    count: file.saved,
  })
  const sheet = await server.app.inject({
    url: '/api/v1/mesbank/export',
    headers: { authorization: `Bearer ${quanly.token}` },
  })
  const [, ...exported] =
    (await readXlsx(new Uint8Array(sheet.rawPayload), { readStyles: true })).sheets[0]?.rows ?? []
  const cells = exported.map(([sender, money, datetime, text]) => {
    // Real numbers and times, which a spreadsheet can sum and sort.
    if (typeof money !== 'number' || !(datetime instanceof Date))
      throw new Error(`${String(money)} ${String(datetime)}`)
    return [String(sender), money, datetime.toISOString().slice(0, 19), String(text)]
  })
  expect(digest(cells)).toBe(file.digest_of_rows)
})

test('every text with the agreed content is read, and no other text gets a phone', async () => {
  const { rows } = await server.pool.query<Row & { so_dien_thoai: string | null }>(
    'SELECT str_mes, so_dien_thoai, goi_cuoc, nhan_dang FROM mesbank',
  )
  const agreed = /(?<!\d)0(\d{9}) ([A-Z0-9]*[A-Z][A-Z0-9]*)/
  for (const row of rows) {
    const [, phone = null] = agreed.exec(String(row.str_mes)) ?? []
    expect([row.str_mes, row.so_dien_thoai]).toEqual([row.str_mes, phone])
  }
  const packages = new Set(
    (await server.pool.query<{ name: string }>('SELECT ten_goi_cuoc AS name FROM giahoantien')).rows.map(
      (row) => row.name,
    ),
  )
  const readable = rows.filter(({ str_mes }) => packages.has(agreed.exec(String(str_mes))?.[2] ?? ''))
  expect(readable.length).toBeGreaterThan(100)
  for (const row of readable)
    expect([row.str_mes, row.goi_cuoc, row.nhan_dang]).toEqual([
      row.str_mes,
      agreed.exec(String(row.str_mes))?.[2],
      'cao',
    ])
})
