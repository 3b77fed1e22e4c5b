/** Bars of the difference: each begins where the last one ended, the last one ends at the net pay of now. */
import { expect, test } from 'vitest'
import type { Comparison } from '#subjects/pay/contract/calls/payroll.ts'
import { barsOf } from './waterfall.ts'

const step = (so: number) => ({ cot: 'thiDuaThang' as const, nhan: `${so}`, chi_tiet: '', so })
const from = (luongThucNhan: number, ...steps: number[]) =>
  barsOf({ truoc: { luongThucNhan } as Comparison['truoc'], buoc: steps.map(step) })

test('each bar starts where the previous one ends, within the width (D3-PAY-04)', () => {
  const { bars, start, end } = from(100, -60, 20, 60)
  expect(bars.map(({ from: a, to: b }) => [a, b])).toEqual([
    [0, 0.75],
    [0, 0.25],
    [0.25, 1],
  ])
  expect([start, end]).toEqual([0.75, 1])
})

test('bars below zero, and without any difference, are drawn (D3-PAY-04)', () => {
  expect(from(10, -20).bars[0]).toMatchObject({ from: 0, to: 1 })
  expect(from(10)).toEqual({ bars: [], start: 0, end: 0 })
})
