/** The payslip of a person: groups that open, lines that are confirmed at once, and when they cannot be (D3-PAY-09). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { type Slip as SlipData, type SlipRow } from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import { stubCalls, written } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { payRowOf } from './pay-row.fixture.ts'
import { Slip } from './slip.tsx'

type Lines = Partial<Record<SlipLine, Partial<SlipRow>>>
const slipOf = (lines: Lines, overrides: Partial<SlipData> = {}): SlipData => ({
  hang: payRowOf('an', { daChot: 1, chiTra: 5_000_000 }),
  tam_tinh: false,
  truoc: null,
  cua_minh: true,
  dong: slipLines.map((cot) => ({
    cot,
    gia_tri: 100,
    trang_thai: 'chua',
    xac_nhan_luc: null,
    trao_doi: [],
    ...lines[cot],
  })),
  ...overrides,
})
const linesIn = (state: SlipRow['trang_thai']): Lines =>
  Object.fromEntries(slipLines.map((cot) => [cot, { trang_thai: state }]))

function slip(data: SlipData, write: () => unknown = () => data) {
  const explained: string[] = []
  const calls = stubCalls(write)
  const user = open(<Slip slip={data} explain={(figure) => void explained.push(figure)} />)
  return { calls, explained, user }
}
const group = (name: string) => within(screen.getByRole('region', { name }))
const isOpen = (name: string) => group(name).getAllByRole('button')[0]?.getAttribute('aria-expanded')
const confirmAll = () => screen.queryByRole('button', { name: /^Xác nhận \S+ ?\d+ dòng|^Xác nhận cả/ })

beforeEach(() => queryClient.clear())

test('D3-PAY-09: one click confirms every open line with the value shown, but none that waits or is confirmed', async () => {
  const { calls, user } = slip(
    slipOf({
      ...linesIn('xac_nhan'),
      chuyenCan: { trang_thai: 'chua', gia_tri: 7 },
      hoaHongSim: { trang_thai: 'da_doi', gia_tri: 0 },
      nhanKhac: { trang_thai: 'tra_loi' },
      phiCongDoan: { trang_thai: 'thac_mac' },
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Xác nhận 3 dòng còn lại' }))
  await screen.findByText('Đã xác nhận', { selector: '[role=status] *, [data-toasts] *' })
  expect(written(calls)).toEqual([
    [
      'POST /api/v1/phieuluong/xacNhan',
      {
        thangTinhLuong: '10/2026',
        dong: [
          { cot: 'chuyenCan', gia_tri: 7 },
          { cot: 'hoaHongSim', gia_tri: 0 },
          { cot: 'nhanKhac', gia_tri: 100 },
        ],
      },
    ],
  ])
})

test('D3-PAY-09: values changed meanwhile are refused, reported and reloaded; the button works again', async () => {
  const { user } = slip(slipOf({}), () => {
    throw new AppError('CONFLICT', 'Số vừa thay đổi, hãy xem lại phiếu lương')
  })
  let reads = 0
  queryClient.getQueryCache().build(queryClient, { queryKey: ['phieuluong'], queryFn: () => ++reads })
  await user.click(screen.getByRole('button', { name: `Xác nhận cả ${slipLines.length} dòng` }))
  await screen.findByText(/Số vừa thay đổi/)
  expect(queryClient.getQueryState(['phieuluong'])?.isInvalidated).toBe(true)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Xác nhận cả/ })).toHaveProperty('disabled', false),
  )
})

test('D3-PAY-09: nothing can be confirmed for somebody else, in a running month, or when all is confirmed', () => {
  slip(slipOf({}, { cua_minh: false }))
  expect(confirmAll()).toBeNull()
  document.body.innerHTML = ''
  slip(slipOf({}, { tam_tinh: true }))
  expect(confirmAll()).toBeNull()
  expect(screen.getByText(/^Xác nhận khi hết tháng 10\/2026/)).toBeTruthy()
  document.body.innerHTML = ''
  slip(slipOf(linesIn('xac_nhan')))
  expect(confirmAll()).toBeNull()
  expect(screen.getByText(`${slipLines.length} / ${slipLines.length} dòng đã xác nhận`)).toBeTruthy()
})

test('D3-PAY-09: deductions and lines that need an answer are open at first; a click opens and closes a group', async () => {
  const { user } = slip(slipOf({ hoaHongSim: { trang_thai: 'tra_loi' } }))
  expect(['Lương cơ bản', 'Hoa hồng', 'Khấu trừ'].map(isOpen)).toEqual(['false', 'true', 'true'])
  const head = group('Lương cơ bản').getAllByRole('button')[0]
  if (head) await user.click(head)
  expect(isOpen('Lương cơ bản')).toBe('true')
  expect(head?.textContent).toContain('300')
  expect(head?.textContent).toContain('còn 3 dòng')
  expect(group('Khấu trừ').getAllByRole('button')[0]?.textContent).toContain('−500')
})

test('D3-PAY-09: lines of 0 are hidden behind their count, unless they have messages', async () => {
  const messagesOfLine = [
    {
      id: 'm',
      nguoi_gui: 'an',
      ten: 'An',
      hoi: true,
      noi_dung: 'Sao bằng 0',
      luc: '2026-11-02T02:00:00.000Z',
    },
  ]
  const { user } = slip(
    slipOf({ hoaHongDichVu: { gia_tri: 0 }, hoaHongSim: { gia_tri: 0, trao_doi: messagesOfLine } }),
  )
  const zeros = group('Hoa hồng').getByRole('button', { name: '1 dòng bằng 0' })
  expect(zeros.getAttribute('aria-expanded')).toBe('false')
  expect(group('Hoa hồng').getByText('Sao bằng 0')).toBeTruthy()
  await user.click(zeros)
  expect(zeros.getAttribute('aria-expanded')).toBe('true')
})

test('D3-PAY-03: each line is explained by its own figure', async () => {
  const { explained, user } = slip(slipOf({}))
  await user.click(
    within(screen.getByRole('listitem', { name: /hiệu suất sim|SIM/i })).getByRole('button', {
      name: 'Cách tính',
    }),
  )
  expect(explained).toEqual(['hoaHongSim'])
})

test('D3-PAY-07: an adjustment is part of the payment, and named only when there is one', () => {
  slip(
    slipOf(
      {},
      { hang: payRowOf('an', { daChot: 1, chiTra: -5, dieuChinh: -20, luongThucNhan: 15 }), truoc: 10 },
    ),
  )
  expect(screen.getByText('Chi trả, gồm điều chỉnh')).toBeTruthy()
  expect(screen.getByText('−15 so với tháng 9')).toBeTruthy()
  document.body.innerHTML = ''
  slip(slipOf({}, { hang: payRowOf('an', { daChot: 1, chiTra: 15, thangTinhLuong: '01/2027' }), truoc: 10 }))
  expect(screen.queryByText('Chi trả, gồm điều chỉnh')).toBeNull()
  expect(screen.getByText('+5 so với tháng 12')).toBeTruthy()
})

test('D3-PAY-09: while the slip is open, printing prints it alone', () => {
  slip(slipOf({}))
  expect(document.documentElement.dataset.prints).toBe('slip')
})
