/** The bank file in the form of the paying bank (D3-PAY-15). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutFile, PayoutState } from '#subjects/pay/contract/calls/payouts.ts'
import { startImportServer, type ImportServer } from '#test/imports.ts'
import { closeMonth, nothingTyped, payrollCalls } from '#test/payroll-calls.ts'
import { userId } from '#test/pool.ts'

let server: ImportServer
const month = '03/2021'
const path = '/api/v1/danhsachchitra'

beforeAll(async () => {
  server = await startImportServer()
  for (const username of ['sale111', 'sale112', 'sale113'])
    await payrollCalls(server).put('quanly', {
      username,
      thangTinhLuong: month,
      ...nothingTyped,
      nhanKhac: 1_000_000,
    })
  await closeMonth(server, 'quanly', month, { ly_do: 'x' })
})
afterAll(() => server.close())

const account = async (of: string, ngan_hang: string, so_tai_khoan: string, chu_tai_khoan = '') =>
  (await server.as('quanly')).put(`/api/v1/users/${await userId(server.pool, of)}/bank-account`, {
    ngan_hang,
    so_tai_khoan,
    chu_tai_khoan,
  })
const set = async (key: string, value: unknown): Promise<void> => {
  const answer = await (await server.as('quanly')).put(`/api/v1/setting/${key}`, { value })
  expect([key, answer.status]).toEqual([key, 200])
}
const show = async (): Promise<PayoutState> =>
  (await (await server.as('quanly')).get(`${path}?startDate=${month}`)).data as PayoutState
async function make(): Promise<PayoutFile> {
  const { van_tay } = await show()
  const answer = await (await server.as('quanly')).post(`${path}/file`, { thangTinhLuong: month, van_tay })
  return answer.data as PayoutFile
}
const sheet = async ({ id }: PayoutFile, part = '') => {
  const { name, rows } = await server.download('quanly', `${path}/file/${id}${part}`)
  return { name, rows: rows.map(({ cells }) => cells) }
}

test("D3-PAY-15: a bank file has the columns, codes, running numbers and contents of the paying bank's form, with accounts at that bank separate", async () => {
  await set(
    'payout.forms',
    'VCB: STT, Số tài khoản = Account, Tên người nhận, Mã NAPAS, Số tiền, Nội dung = Remark; tách cùng ngân hàng; nội dung không dấu',
  )
  await set('payout.bank', 'Vietcombank')
  await account('sale111', 'Vietcombank', '0011004567890', 'Lê Thị Mẹ')
  await account('sale112', 'MB', '0990000111')
  const { values, mau } = await show()
  expect(mau).toBe('Vietcombank')
  expect(values.find(({ username }) => username === 'sale111')?.ten).toBe('LE THI ME')
  const made = await make()
  expect(made).toMatchObject({ so_dong: 2, mau: 'Vietcombank', cung: 1 })
  const heads = ['STT', 'Account', 'Tên người nhận', 'Mã NAPAS', 'Số tiền', 'Remark']
  expect(await sheet(made, '?phan=cung')).toEqual({
    name: 'Chi-tra-03-2021-lan-1-cung-ngan-hang.xlsx',
    rows: [heads, [1, '0011004567890', 'LE THI ME', '970436', 990_000, 'LUONG 03 2021 SALE111']],
  })
  const others = await sheet(made, '?phan=khac')
  expect(others.rows).toEqual([
    heads,
    [1, '0990000111', expect.stringMatching(/^[A-Z ]+$/), '970422', 990_000, 'LUONG 03 2021 SALE112'],
  ])
  // The file consists of both parts; any other part is refused.
  for (const part of ['', '?phan=x'])
    expect((await (await server.as('quanly')).get(`${path}/file/${made.id}${part}`)).status).toBe(400)
})

test('D3-PAY-15: a bank file keeps the form in which it was made, and without a chosen bank the next uses the common form', async () => {
  const [first] = (await show()).files
  await set('payout.bank', '')
  await set('payout.forms', '')
  await account('sale113', 'ACB', '55556666')
  const made = await make()
  expect(made).toMatchObject({ lan: 2, mau: '', cung: null })
  expect((await sheet(made)).rows).toEqual([
    ['Ngân hàng', 'Số tài khoản', 'Tên người nhận', 'Số tiền', 'Nội dung'],
    ['ACB', '55556666', expect.any(String), 990_000, 'LUONG 03/2021 sale113'],
  ])
  expect((await (await server.as('quanly')).get(`${path}/file/${made.id}?phan=cung`)).status).toBe(400)
  if (!first) throw new Error('a first file was made')
  expect((await sheet(first, '?phan=cung')).rows[0]).toContain('Remark')
})

test('D3-PAY-15: a user who does not manage pay neither reads nor sets the forms', async () => {
  const seller = await server.as('sale111')
  expect((await seller.put('/api/v1/setting/payout.bank', { value: 'ACB' })).status).toBe(403)
  const wrong = await (await server.as('quanly')).put('/api/v1/setting/payout.forms', { value: 'ACB: Lương' })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('không có cột')])
})
