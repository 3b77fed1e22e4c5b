/** Warnings for sale prices below the base price. */
import { expect, test } from 'vitest'
import { belowBase } from './simso.ts'

test('a price below the base price is warned about but accepted; when one of the two is hidden nothing is said (D2-SIM-38)', () => {
  expect(belowBase(49_999, 50_000)).toBe('Thấp hơn giá gốc 50,000')
  expect([belowBase(50_000, 50_000), belowBase(null, 50_000), belowBase(1, undefined)]).toEqual([
    null,
    null,
    null,
  ])
})
