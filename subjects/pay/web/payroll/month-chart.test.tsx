/** The results of the months as columns. */
import { beforeEach, expect, test, vi } from 'vitest'
import { monthResults, type MonthFigures } from '#subjects/pay/contract/calls/month-result.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read } from '#platform/app/web/shell/reading.fixture.tsx'
import { MonthChart } from './month-chart.tsx'

const month = (thang: string, ket_qua: number | null, tam_tinh = false) =>
  ({ thang, doanh_thu: 20_000_000, chi_phi: null, ket_qua, tam_tinh }) as unknown as MonthFigures

function chart(values: MonthFigures[], month = '10/2026') {
  answered('ketquathang', monthResults, { startDate: month }, { values })
  return read(<MonthChart month={month} show={vi.fn()} />)
}

beforeEach(() => queryClient.clear())

test('D3-PAY-13: each month is a column in millions, a loss with its sign, and the month of the page is marked', () => {
  const { text, html, buttons } = chart([month('09/2026', -1_250_000), month('10/2026', 7_000_000, true)])
  expect(text).toContain('−1.3 09 7 10 tạm tính')
  expect(text).toContain('triệu đồng')
  expect(text).not.toContain('doanh thu, triệu')
  expect(buttons.filter((name) => name.startsWith('Tháng'))).toEqual([
    'Tháng 09/2026: doanh thu 20,000,000 đồng, kết quả −1,250,000 đồng',
    'Tháng 10/2026: tạm tính, doanh thu 20,000,000 đồng, kết quả 7,000,000 đồng',
  ])
  expect(html.match(/aria-pressed="(true|false)"/g)).toEqual(['aria-pressed="false"', 'aria-pressed="true"'])
})

test('D3-PAY-13: a reader who may not see all costs gets the revenue instead, with a notice', () => {
  const { text } = chart([month('10/2026', null)])
  expect(text).toContain('doanh thu, triệu đồng')
  expect(text).toContain('20 10')
})
