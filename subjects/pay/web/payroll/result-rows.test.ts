import { expect, test } from 'vitest'
import type { ResultAmount, ResultItem } from '#subjects/pay/contract/calls/month-result.ts'
import { daysOf, resultRows, rowsBehind } from './result-rows.ts'

const amount = (ma: ResultItem, nay: number, truoc = 0): ResultAmount => ({
  ma,
  nay,
  truoc,
  so: null,
  so_truoc: null,
})

test('D3-PAY-13, D3-ONE-06: amounts are shown as they are, deductions positive and marked as such, with bars between zero and the revenue', () => {
  const rows = resultRows([
    amount('doanh_thu', 1000, 800),
    amount('hoan_tien', 100, 200),
    amount('doanh_thu_thuc_te', 900, 600),
    amount('luong', 300),
    amount('che_tai', 50),
    amount('ket_qua', 600, 300),
    amount('chiphihoantien', 90, 90),
  ])
  expect(rows.map(({ ma, nay, truoc, less }) => [ma, nay, truoc, less])).toEqual([
    ['doanh_thu', 1000, 800, false],
    ['hoan_tien', 100, 200, true],
    ['doanh_thu_thuc_te', 900, 600, false],
    ['luong', 300, 0, true],
    ['che_tai', 50, 0, true],
    ['ket_qua', 600, 300, false],
    ['chiphihoantien', 90, 90, false],
  ])
  expect(rows.map(({ bar }) => bar && [bar.from, bar.to])).toEqual([
    [0, 1],
    [0.9, 1],
    [0, 0.9],
    [0.6, 0.9],
    null,
    [0, 0.6],
    null,
  ])
})

test('D3-PAY-13: costs above the revenue have room below zero', () => {
  const rows = resultRows([
    amount('doanh_thu', 300),
    amount('doanh_thu_thuc_te', 300),
    amount('chiphikhac', 400),
    amount('ket_qua', -100),
  ])
  expect(rows.map(({ bar }) => bar && [bar.from, bar.to])).toEqual([
    [0.25, 1],
    [0.25, 1],
    [0, 1],
    [0, 0.25],
  ])
})

test("D3-PAY-13: the result is marked on the same scale, also last month's loss; all visible costs stand below their sum", () => {
  const rows = resultRows([
    amount('doanh_thu', 1000, 1500),
    amount('chiphiquanly', 300),
    amount('chiphihotro', 200),
    amount('chiphikhac', 100),
    amount('ket_qua', 400, -500),
  ])
  expect(rows.map(({ ma, nay, kind }) => [ma, nay, kind])).toEqual([
    ['doanh_thu', 1000, undefined],
    ['chi_phi', 600, undefined],
    ['chiphiquanly', 300, 'inner'],
    ['chiphihotro', 200, 'inner'],
    ['chiphikhac', 100, 'inner'],
    ['ket_qua', 400, 'result'],
  ])
  expect(rows.map(({ bar }) => bar && [bar.from, bar.to, bar.mark])).toEqual([
    [0.25, 0.75, 1],
    [0.45, 0.75, undefined],
    [0.6, 0.75, undefined],
    [0.5, 0.6, undefined],
    [0.45, 0.5, undefined],
    [0.25, 0.45, 0],
  ])
})

test('D3-PAY-13: each figure opens its rows with the filter in the address, differences open none', () => {
  const days = { startDate: '01/02/2026', endDate: '28/02/2026' }
  const february = daysOf('02/2026')
  expect(rowsBehind('doanh_thu', february)).toEqual({
    screen: 'report90849332',
    filters: { ...days, status: 'SUCCESS' },
  })
  expect(rowsBehind('hoan_tien', february)).toEqual({
    screen: 'requestrefundreport',
    filters: { ...days, hieu_luc: '1' },
  })
  expect(rowsBehind('che_tai', february)).toEqual({
    screen: 'tinhluong',
    filters: { startDate: '02/2026' },
  })
  expect(rowsBehind('chiphihotro', february)).toEqual({ screen: 'chiphihotro', filters: days })
  expect(rowsBehind('chiphihoantien', february)).toEqual({
    screen: 'chiphihoantien',
    filters: { ...days, hieu_luc: '1' },
  })
  for (const ma of ['ket_qua', 'doanh_thu_thuc_te', 'lech_hoan_tien'] as const)
    expect(rowsBehind(ma, february)).toBeNull()
})
