import { expect, test } from 'vitest'
import { totalText } from './total.ts'

test('a row that stands apart is none of those that a list says it has (D3-WORD-01)', () => {
  expect(totalText({ count: 1_285, apart: 1 })).toBe('1,284')
  expect(totalText({ count: 12, apart: 0 })).toBe('12')
  expect(totalText({ count: 10_000, more: true })).toBe('hơn 10,000')
})
