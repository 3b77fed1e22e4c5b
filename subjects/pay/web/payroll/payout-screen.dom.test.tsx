/** Head and lists of 'Danh sách chi trả'. */
import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import {
  payoutList,
  type PayoutFile,
  type PayoutRow,
  type PayoutState,
} from '#subjects/pay/contract/calls/payouts.ts'
import { stubCalls, written, type Sent } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open, readOpen as read } from '#platform/app/web/shell/page.fixture.tsx'
import { answered, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import PayoutScreen from './payout-screen.tsx'

const row = (username: string, kieu: PayoutRow['kieu'], so: number, con = so): PayoutRow => ({
  id: username,
  username,
  fullname: username,
  ten: username.toUpperCase(),
  ngan_hang: 'VCB',
  so_tai_khoan: '…6789',
  so,
  con,
  kieu,
  noi_dung: 'LUONG',
  doi_boi: null,
  doi_luc: null,
  chung: [],
  lan: null,
  da_tai: null,
  nhac_luc: null,
  tien_mat_boi: null,
  tien_mat_luc: null,
  tien_mat: null,
})

const stateOf = (values: PayoutRow[], chot: PayoutState['chot'], files: PayoutFile[] = []): PayoutState => ({
  thang: '10/2026',
  chot,
  van_tay: 'x',
  values,
  chi_tra: values.reduce((sum, { so }) => sum + so, 0),
  mau: '',
  files,
})

function screen(values: PayoutRow[], chot: PayoutState['chot']): Reading {
  answered('tinhluong', payoutList, {}, stateOf(values, chot))
  return read(<PayoutScreen />)
}

const closed = { boi: 'ketoan', luc: '2026-11-02T02:00:00.000Z' }

beforeEach(() => queryClient.clear())

test('D3-ACC-04: the button says how many lines the file pays, and that it pays a remainder', () => {
  const first = screen([row('an', 'chi', 9), row('binh', 'chi', 8), row('chi', 'da_tai', 7)], closed)
  expect(first.buttons).toContain('Tải file ngân hàng 2 dòng')
  const again = screen([row('an', 'chi', 9), row('binh', 'bu', 8, 3)], closed)
  expect(again.buttons).toContain('Tạo lại file ngân hàng 2 dòng')
})

test('D3-ACC-04: without anybody to pay the button is off and says why', () => {
  const { off } = screen([row('an', 'da_tai', 9), row('binh', 'chua_co', 8)], closed)
  expect(off['Tải file ngân hàng 0 dòng']).toBe('Không còn ai để chuyển khoản')
})

test('D3-ACC-04: the list by transfer has only the people paid by transfer', () => {
  const kinds = ['chi', 'bu', 'da_tai', 'thua', 'chua_co', 'tien_mat', 'am', 'khong'] as const
  const { rows } = screen(
    kinds.map((kind) => row(kind, kind, 1)),
    closed,
  )
  const listed = rows.filter((cells) => cells.length === 8).map((cells) => cells[1])
  expect(listed).toEqual(['Tài khoản', 'chi', 'bu', 'da_tai'])
})

test('D3-ACC-04: an open month has neither a list nor a file', () => {
  const { text, buttons } = screen([row('an', 'chi', 9)], null)
  expect(text).toContain('Tháng này chưa chốt lương')
  expect(buttons.filter((name) => name.includes('file') || name.includes('Tải'))).toEqual([])
})

const file: PayoutFile = {
  id: 'f1',
  lan: 1,
  boi: 'ketoan',
  luc: '2026-11-02T02:00:00.000Z',
  so_dong: 3,
  tong: 24,
  mau: 'VCB',
  cung: 2,
  tra_lai: 0,
  truoc_mo_lai: false,
}

/** The screen of a closed month with these rows; `write` answers what is written. */
async function pressing(values: PayoutRow[], write: () => unknown = () => file) {
  const calls = stubCalls((_, { method }) => (method === 'GET' ? stateOf(values, closed, [file]) : write()))
  const user = open(<PayoutScreen />)
  await page.findByText('Đã chốt')
  return { calls, user }
}
const press = (name: RegExp | string) => page.findByRole('button', { name })
const confirm = async (name: string) => within(await page.findByRole('dialog')).getByRole('button', { name })
const paths = (calls: readonly Sent[], part: string): string[] =>
  calls.flatMap(({ path }) => (path.includes(part) ? [path] : []))

test('D3-ACC-04: a cash payment is noted after a question with person and amount; undoing it asks nothing', async () => {
  const { calls, user } = await pressing([row('an', 'chua_co', 9_000), row('binh', 'tien_mat', 8)])
  await user.click(await press('Đã trả tiền mặt'))
  expect((await page.findByRole('dialog')).textContent).toContain('an (an) nhận 9,000 đ tiền mặt')
  await user.click(await confirm('Huỷ'))
  expect(written(calls)).toEqual([])
  await user.click(await press('Đã trả tiền mặt'))
  await user.click(await confirm('Đã trả'))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  await user.click(await press('Bỏ ghi'))
  await waitFor(() => expect(written(calls)).toHaveLength(2))
  const month = { thangTinhLuong: '10/2026' }
  expect(written(calls)).toEqual([
    ['POST /api/v1/danhsachchitra/tienMat', { ...month, username: 'an', tra: true }],
    ['POST /api/v1/danhsachchitra/tienMat', { ...month, username: 'binh', tra: false }],
  ])
})

test('D3-ACC-04: a returned transfer is noted with the amount paid by the files, after a question', async () => {
  const { calls, user } = await pressing([{ ...row('an', 'da_tai', 9_000), lan: 2, da_tai: 7_000 }])
  await user.click(await press('Bị trả lại'))
  expect((await page.findByRole('dialog')).textContent).toContain('không chuyển được 7,000 đ cho an (an)')
  await user.click(await confirm('Bị trả lại'))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)).toEqual([
    ['POST /api/v1/danhsachchitra/traLai', { thangTinhLuong: '10/2026', username: 'an', so: 7_000 }],
  ])
})

test('D3-ACC-04: people without an account are reminded; a refusal is shown and can be retried', async () => {
  const { calls, user } = await pressing([row('an', 'chua_co', 9)], () => {
    throw new AppError('CONFLICT', 'Đã nhắc hôm nay')
  })
  await user.click(await press('Nhắc'))
  await page.findByText(/Đã nhắc hôm nay/)
  expect(written(calls)).toEqual([
    ['POST /api/v1/danhsachchitra/nhac', { thangTinhLuong: '10/2026', username: 'an' }],
  ])
  expect(await press('Nhắc')).toHaveProperty('disabled', false)
})

test('D3-ACC-04: a file is made of exactly the list shown, and saved in its parts', async () => {
  const first = await pressing([row('an', 'chi', 9)])
  await first.user.click(await press(/Tải file ngân hàng/))
  await waitFor(() => expect(paths(first.calls, '/file/f1')).toHaveLength(2))
  const body = { thangTinhLuong: '10/2026', van_tay: 'x' }
  expect(written(first.calls)).toEqual([['POST /api/v1/danhsachchitra/file', { ...body, lai: false }]])
  // The form of this file has the paying bank's own accounts apart.
  expect(paths(first.calls, '/file/f1')).toEqual([
    '/api/v1/danhsachchitra/file/f1?phan=cung',
    '/api/v1/danhsachchitra/file/f1?phan=khac',
  ])
})

test('D3-ACC-04: the remainder of a partial payment goes into a file only after a question', async () => {
  const { calls, user } = await pressing([row('an', 'bu', 9, 3)])
  await user.click(await press(/Tạo lại file ngân hàng/))
  expect((await page.findByRole('dialog')).textContent).toContain('1 người đã được trả một phần')
  await user.click(await confirm('Huỷ'))
  expect(written(calls)).toEqual([])
  await user.click(await press(/Tạo lại file ngân hàng/))
  await user.click(await confirm('Tạo lại'))
  await waitFor(() => expect(written(calls)).toHaveLength(1))
  expect(written(calls)[0]?.[1]).toMatchObject({ lai: true })
})

test('D3-ACC-04: each part of a made file can be saved separately', async () => {
  const { calls, user } = await pressing([row('an', 'chi', 9)])
  await user.click(await press('Tải file lần 1, khác ngân hàng'))
  await waitFor(() => expect(paths(calls, '/file/')).toHaveLength(1))
  expect(paths(calls, '/file/')).toEqual(['/api/v1/danhsachchitra/file/f1?phan=khac'])
  expect(written(calls)).toEqual([])
})
