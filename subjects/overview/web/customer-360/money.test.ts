/** The money of one phone. */
import { expect, test } from 'vitest'
import { moneyOf } from './money.ts'

const sale = (status: string, doanhThu: number) => ({ status, doanhThu })
const refund = (duyet: string, refund_price: number, other_refund = 0) => ({
  duyet,
  refund_price,
  other_refund,
})

test('a sold package shows its revenue as in lists and reports; a missing figure has no line instead of 0 (D3-ONE-07)', () => {
  expect(moneyOf([], [])).toEqual([])
  expect(moneyOf([sale('FAILD', 0)], [])).toEqual([])
  expect(moneyOf([sale('SUCCESS', 90_000), sale('FAILD', 0)], [])).toEqual([
    { label: 'Doanh thu, 1 gói', amount: 90_000, sum: false },
  ])
  expect(moneyOf([], [refund('1', 12_000, 500)])).toEqual([
    { label: 'Hoàn, nạp đã duyệt, 1 đơn', amount: -12_500, sum: false },
  ])
  expect(
    moneyOf([sale('SUCCESS', 90_000)], [refund('1', 12_000), refund('0', 5_000), refund('2', 7_000)]),
  ).toEqual([
    { label: 'Doanh thu, 1 gói', amount: 90_000, sum: false },
    { label: 'Hoàn, nạp đã duyệt, 1 đơn', amount: -12_000, sum: false },
    { label: 'Còn lại', amount: 78_000, sum: true },
    { label: 'Chờ duyệt, 1 đơn', amount: 5_000, sum: false },
  ])
})
