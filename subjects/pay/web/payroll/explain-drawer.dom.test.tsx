/** 'Giải thích': the slip at the left chooses what the right explains, by pointer and by keys (D3-PAY-03). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import type { Explanation, PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { nothingThere, stubCalls } from '#test/sent.ts'
import { queryClient } from '#kit/web/query.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { ExplainDrawer, type ExplainProps } from './explain-drawer.tsx'
import { explanationOf, payRowOf } from './pay-row.fixture.ts'

const row = payRowOf('an', {
  ngayCongThucTe: 22.5,
  tongLuongThang: 9_000_000,
  tongKhauTru: 3_000_000,
  baoHiemXaHoi: 0,
  khauTruCao: 1,
  chiTra: 6_000_000,
} as Partial<PayRow>)
const sum = explanationOf('chiTra', {
  thanh_phan: [
    { cot: 'luongThucNhan', nhan: 'Lương thực nhận', gia_tri: 6_000_000, dau: 1 },
    { cot: null, nhan: 'Điều chỉnh', gia_tri: 5_000, dau: -1 },
  ],
})

async function drawer(
  overrides: Partial<ExplainProps> = {},
  explain: (cot: PayFigure) => Explanation = (cot) => (cot === 'chiTra' ? sum : explanationOf(cot)),
) {
  const done: string[] = []
  const calls = stubCalls((path) => {
    if (path.includes('/giaithich'))
      return explain(new URL(path, 'http://x').searchParams.get('cot') as PayFigure)
    if (path.includes('/sosanh')) return { thang_truoc: '09/2026', truoc: null, nay: row, buoc: [] }
    return nothingThere
  })
  const user = open(
    <ExplainDrawer
      row={row}
      figure="chiTra"
      place="dòng 3 trong 26"
      onClose={() => void done.push('close')}
      {...overrides}
    />,
  )
  await screen.findByRole('dialog')
  return {
    user,
    done,
    explained: () => calls.flatMap(({ path }) => (path.includes('/giaithich') ? [path] : [])),
  }
}
const line = (name: PayFigure) => {
  const found = document.querySelector<HTMLElement>(`[data-line="${name}"]`)
  if (!found) throw new Error('no line')
  return found
}
const chosen = () => document.querySelector('[data-line][aria-pressed="true"]')?.getAttribute('data-line')

beforeEach(() => queryClient.clear())

test('D3-PAY-03: the drawer names the person, and each line has its figure: days with a decimal, deductions with a minus', async () => {
  await drawer()
  const head = screen.getByRole('dialog').textContent
  expect(head).toContain('lương tháng 10/2026')
  expect(head).toContain('Tên an an, dòng 3 trong 26')
  expect(line('ngayCongThucTe').textContent).toContain('22.5')
  expect(line('tongLuongThang').textContent).toContain('9,000,000')
  expect(line('tongKhauTru').textContent).toContain('−3,000,000')
  expect(line('baoHiemXaHoi').textContent).toMatch(/[^−]0$/)
  // What is to be checked before it is paid.
  expect(line('tongKhauTru').textContent).toContain('Khấu trừ trên 30% tổng lương tháng')
})

test('D3-PAY-03: the clicked figure is explained, then that of the clicked line', async () => {
  const { user, explained } = await drawer()
  expect(chosen()).toBe('chiTra')
  await screen.findByText('Công thức chiTra')
  await user.click(line('phiCongDoan'))
  await screen.findByText('Công thức phiCongDoan')
  expect(chosen()).toBe('phiCongDoan')
  expect(explained().at(-1)).toMatch(/username=an&startDate=10%2F2026&cot=phiCongDoan/)
})

test('D3-PAY-03: arrow keys move through the lines and stop at the last one', async () => {
  const { user } = await drawer()
  line('chiTra').focus()
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe('dieuChinh')
  expect(document.activeElement).toBe(line('dieuChinh'))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(chosen()).toBe('chiTra')
})

test('D3-PAY-03: the amount of a part opens its explanation above; Esc closes only that, and clicking the name of the part selects its figure', async () => {
  const { user, done } = await drawer()
  await user.click(
    await screen.findByRole('button', { name: `${figureLabel('luongThucNhan')} 6,000,000: cách tính` }),
  )
  const peek = await screen.findByRole('dialog', { name: /^Cách tính/ })
  await within(peek).findByText('Công thức luongThucNhan')
  expect(chosen()).toBe('chiTra')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Cách tính/ })).toBeNull())
  expect(done).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Lương thực nhận' }))
  expect(chosen()).toBe('luongThucNhan')
  await user.keyboard('{Escape}')
  expect(done).toEqual(['close'])
})

test('D3-PAY-03: a part that is no figure is a plain amount with its sign', async () => {
  await drawer()
  expect((await screen.findByText('−5,000')).closest('button')).toBeNull()
})

test('D3-PAY-03: previous and next person, and the typed values, are offered to those who have them', async () => {
  const done: string[] = []
  const { user } = await drawer({
    onNext: () => void done.push('next'),
    onEdit: () => void done.push('edit'),
  })
  expect(screen.getByRole('button', { name: 'Người trước' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Người sau' }))
  await user.click(screen.getByRole('button', { name: 'Sửa dữ liệu nhập tay' }))
  expect(done).toEqual(['next', 'edit'])
})

test('D3-PAY-03: a reader who may not edit has no edit button; the slip can be printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = await drawer()
  expect(screen.queryByRole('button', { name: 'Sửa dữ liệu nhập tay' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'In' }))
  expect(print).toHaveBeenCalledOnce()
})

test('D3-PAY-03: a failed explanation says so and can be retried; the slip stays', async () => {
  let broken = true
  const { user } = await drawer({}, () => {
    if (broken) throw new AppError('CONFLICT', 'Đang tính lại')
    return sum
  })
  await screen.findByText('Chưa giải thích được')
  expect(line('tongLuongThang').textContent).toContain('9,000,000')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Thử lại' }))
  await screen.findByText('Công thức chiTra')
})
