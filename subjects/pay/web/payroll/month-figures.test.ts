import { expect, test } from 'vitest'
import { drawnFigure, shownFigures, describeMonth } from './month-figures.ts'

test('D3-PAY-13: only figures visible to the reader are drawn and named: the result, or the revenue without the right to a cost', () => {
  const hidden = { thang: '10/2026', tam_tinh: false, doanh_thu: 100, chi_phi: null, ket_qua: null }
  expect(shownFigures([hidden])).toEqual(['doanh_thu'])
  expect(shownFigures([{ ...hidden, chi_phi: 0, ket_qua: 100 }, hidden])).toEqual([
    'doanh_thu',
    'chi_phi',
    'ket_qua',
  ])
  expect([drawnFigure([hidden]), drawnFigure([{ ...hidden, chi_phi: 0, ket_qua: 100 }])]).toEqual([
    'doanh_thu',
    'ket_qua',
  ])
  expect(describeMonth({ ...hidden, tam_tinh: true })).toBe('Tháng 10/2026: tạm tính, doanh thu 100 đồng')
})
