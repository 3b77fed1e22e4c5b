import { expect, test } from 'vitest'
import { scaleOf, shareOf, spanOf } from './scale.ts'

test('D3-PAY-13: a loss hangs below the zero line', () => {
  const scale = scaleOf([300, 400, -100])
  expect(shareOf(0, scale)).toBe(0.2)
  expect([300, 400, -100].map((amount) => spanOf(amount, scale))).toEqual([
    { from: 0.2, to: 0.8 },
    { from: 0.2, to: 1 },
    { from: 0, to: 0.2 },
  ])
  expect(spanOf(100, scale, 300)).toEqual({ from: 0.4, to: 0.8 })
  expect(shareOf(0, scaleOf([]))).toBe(0)
})
