/** 'Kết quả tháng': the month of the address, its figures as ways to their rows, and costs that are looked into (D3-PAY-13). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { thisMonth } from '#kit/contract/month.ts'
import type { ResultAmount, ResultItem } from '#subjects/pay/contract/calls/month-result.ts'
import { stubCalls } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { actorOf } from '#platform/app/web/shell/actor.fixture.ts'
import { open, reading } from '#platform/app/web/shell/page.fixture.tsx'
import { signIn } from '#platform/app/web/shell/reading.fixture.tsx'
import MonthResultScreen from './month-result-screen.tsx'

const amount = (
  ma: ResultItem,
  nay: number,
  truoc: number | null = 0,
  so: number | null = null,
): ResultAmount => ({
  ma,
  nay,
  truoc,
  so,
  so_truoc: null,
})
const khoan = [
  amount('doanh_thu', 1_000_000, 800_000, 1_200),
  amount('doanh_thu_thuc_te', 1_000_000, 800_000),
  amount('luong', 300_000, 300_000, 4),
  amount('chiphiquanly', 50_000, 40_000, 3),
  amount('chiphihotro', 0),
  amount('chiphikhac', 0),
  amount('ket_qua', 650_000, 460_000),
]
const month = {
  thang: '10/2026',
  thang_truoc: '09/2026',
  tam_tinh: false,
  so_voi: { start: '2026-09-01', end: '2026-09-30' },
  khoan,
}

function result(answer: () => unknown = () => month, search = 'startDate=10%2F2026') {
  const calls = stubCalls((path) => {
    if (path.includes('/cacthang')) return { values: [] }
    if (path.includes('/chiphilon')) return { values: [], so: 0, tong: 0 }
    return path.startsWith('/api/v1/ketquathang') ? answer() : { thang: null }
  })
  const user = open(
    <TabProvider tab={{ screen: 'ketquathang', active: true, search, keep: () => undefined }}>
      <MonthResultScreen />
    </TabProvider>,
  )
  const requests = (of: RegExp) =>
    calls.flatMap(({ path }) => (of.test(path) ? [decodeURIComponent(path)] : []))
  return { user, months: () => requests(/ketquathang\?/), costs: () => requests(/chiphilon/) }
}
const line = (name: string) => reading().rows.find(([first]) => first?.includes(name))

beforeEach(() => {
  queryClient.clear()
  signIn(actorOf(1))
})

test('D3-PAY-13: the month in the address is shown, an invalid one becomes this month', async () => {
  const { months } = result()
  await screen.findByRole('table')
  expect(months()).toEqual(['/api/v1/ketquathang?startDate=10/2026'])
  document.body.innerHTML = ''
  const bad = result(undefined, 'startDate=13/2026')
  await waitFor(() => expect(bad.months()).toEqual([`/api/v1/ketquathang?startDate=${thisMonth()}`]))
})

test('D3-PAY-13: each amount is beside that of the previous month, with their difference', async () => {
  result()
  await screen.findByRole('table')
  expect(line('Doanh thu')?.slice(-4)).toEqual(['1,000,000', '800,000', '+200,000', '+25%'])
  expect(line('Doanh thu')?.join(' ')).toContain('1,200 dòng')
  expect(line('Lương')?.join(' ')).toContain('trừ Lương')
})

test('D3-PAY-13: a figure opens its rows for its own days', async () => {
  result()
  const now = await screen.findByRole('link', { name: /^Doanh thu \D*10\/2026: 1,000,000$/ })
  expect(decodeURIComponent(now.getAttribute('href') ?? '')).toContain(
    'startDate=01/10/2026&endDate=31/10/2026',
  )
  const before = screen.getByRole('link', { name: /^Doanh thu \D*09\/2026: 800,000$/ })
  expect(decodeURIComponent(before.getAttribute('href') ?? '')).toContain(
    'startDate=01/09/2026&endDate=30/09/2026',
  )
})

test('D3-ONE-02: before the first data nothing is compared', async () => {
  result(() => ({ ...month, so_voi: null, khoan: khoan.map((one) => ({ ...one, truoc: null })) }))
  await screen.findByRole('table')
  expect(line('Doanh thu')?.slice(-4)).toEqual(['1,000,000', '', '', ''])
})

test('D3-PAY-13: figures of a running month that a further day changes are marked', async () => {
  result(() => ({ ...month, tam_tinh: true }))
  expect(await screen.findByText(/^Tạm tính đến/)).toBeTruthy()
  expect(line('Lương')?.join(' ')).toContain('tạm tính, 4 nhân viên')
  expect(line('Doanh thu')?.join(' ')).not.toContain('tạm tính')
})

test('D3-PAY-13: costs hidden from the reader are named, because there is no result without them', async () => {
  result(() => ({ ...month, khoan: khoan.filter(({ ma }) => ma !== 'chiphikhac' && ma !== 'ket_qua') }))
  expect((await screen.findByText(/^Bạn không có quyền xem/)).textContent).toContain('Chi phí khác, vì vậy')
  document.body.innerHTML = ''
  queryClient.clear()
  result()
  await screen.findByRole('table')
  expect(screen.queryByText(/^Bạn không có quyền xem/)).toBeNull()
})

test('D3-PAY-13: clicking a cost shows its largest records, clicking again shows those of all costs', async () => {
  const { costs, user } = result()
  const cost = await screen.findByRole('button', { name: 'Chi phí quản lý' })
  await user.click(cost)
  expect(cost.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(costs().at(-1)).toContain('ma=chiphiquanly'))
  const side = within(screen.getByRole('region', { name: 'Chi phí lớn nhất' }))
  expect(side.getByText('+10,000')).toBeTruthy()
  await user.click(cost)
  expect(cost.getAttribute('aria-pressed')).toBe('false')
  expect(side.queryByText('+10,000')).toBeNull()
})

test('D3-PAY-13: another month is loaded; a failure is shown and can be retried', async () => {
  let broken = false
  const { months, user } = result(() => {
    if (broken) throw new AppError('CONFLICT', 'Đang tính lại')
    return month
  })
  await screen.findByRole('table')
  broken = true
  await user.click(screen.getByRole('button', { name: 'Tháng sau' }))
  await screen.findByText('Chưa tải được kết quả tháng')
  expect(months().at(-1)).toContain('startDate=11/2026')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Thử lại' }))
  await screen.findByRole('table')
})
