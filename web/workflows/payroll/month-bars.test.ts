import { expect, test } from 'vitest'
import { monthBars, shownFigures } from './month-bars.ts'

test('D3-PAY-13: a loss hangs below the line of nothing, hidden figures have no bar', () => {
  const { zero, months } = monthBars([
    { thang: '09/2026', tam_tinh: false, doanh_thu: 300, chi_phi: 400, ket_qua: -100 },
    { thang: '10/2026', tam_tinh: false, doanh_thu: 100, chi_phi: null, ket_qua: null },
  ])
  expect(zero).toBe(0.2)
  expect(months.map(({ bars }) => bars)).toEqual([
    [
      { figure: 'doanh_thu', from: 0.2, to: 0.8 },
      { figure: 'chi_phi', from: 0.2, to: 1 },
      { figure: 'ket_qua', from: 0, to: 0.2 },
    ],
    [{ figure: 'doanh_thu', from: 0.2, to: 0.4 }],
  ])
  expect(monthBars([]).zero).toBe(0)
})

test('D3-PAY-13: only figures that the reader sees have a name beside the bars', () => {
  const hidden = { thang: '10/2026', tam_tinh: false, doanh_thu: 100, chi_phi: null, ket_qua: null }
  expect(shownFigures([hidden])).toEqual(['doanh_thu'])
  expect(shownFigures([{ ...hidden, chi_phi: 0, ket_qua: 100 }, hidden])).toEqual([
    'doanh_thu',
    'chi_phi',
    'ket_qua',
  ])
})
