import { expect, test } from 'vitest'
import { foundText, totalText } from './total.ts'

test("a row set apart, such as that of no staff member, is not counted in a list's total (D3-WORD-01)", () => {
  expect(totalText({ count: 1_285, apart: 1 })).toBe('1,284')
  expect(totalText({ count: 12, apart: 0 })).toBe('12')
  expect(totalText({ count: 10_000, more: true })).toBe('hơn 10,000')
})

test('the heading counts people, and names the row without a staff member beside them (D3-ONE-07)', () => {
  expect(foundText({ count: 18, apart: 1 }, 'nhân viên')).toBe('17 nhân viên và 1 dòng chưa rõ')
  expect(foundText({ count: 18, apart: 0 }, 'nhân viên')).toBe('18 nhân viên')
  expect(foundText({ count: 18 }, 'gói')).toBe('18 gói')
})
