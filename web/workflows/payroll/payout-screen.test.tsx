/** Head and lists of 'Danh sách chi trả'. */
import { beforeEach, expect, test } from 'vitest'
import { payoutList, type PayoutRow, type PayoutState } from '../../../contract/workflows/payouts.ts'
import { queryClient } from '../../kit/query.ts'
import { answered, read, type Reading } from '../../shell/reading.fixture.tsx'
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

function screen(values: PayoutRow[], chot: PayoutState['chot']): Reading {
  const chi_tra = values.reduce((sum, { so }) => sum + so, 0)
  const state = { thang: '10/2026', chot, van_tay: 'x', values, chi_tra, mau: '', files: [] }
  answered('tinhluong', payoutList, {}, state)
  return read(<PayoutScreen />)
}

const closed = { boi: 'ketoan', luc: '2026-11-02T02:00:00.000Z' }

beforeEach(() => queryClient.clear())

test('D3-ACC-04: the button of the file says how many lines it pays, and that it is made again for a rest', () => {
  const first = screen([row('an', 'chi', 9), row('binh', 'chi', 8), row('chi', 'da_tai', 7)], closed)
  expect(first.buttons).toContain('Tải file ngân hàng 2 dòng')
  const again = screen([row('an', 'chi', 9), row('binh', 'bu', 8, 3)], closed)
  expect(again.buttons).toContain('Tạo lại file ngân hàng 2 dòng')
})

test('D3-ACC-04: without anybody to pay no file is made, and the button says why', () => {
  const { off } = screen([row('an', 'da_tai', 9), row('binh', 'chua_co', 8)], closed)
  expect(off['Tải file ngân hàng 0 dòng']).toBe('Không còn ai để chuyển khoản')
})

test('D3-ACC-04: the list by transfer has who is paid so and nobody else', () => {
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
