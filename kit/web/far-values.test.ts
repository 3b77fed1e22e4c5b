/** Which values are asked about before they are saved (D3-GRID-10). */
import { expect, test } from 'vitest'
import { f } from '#kit/contract/field.ts'
import { doubtOf } from './far-values.ts'

const price = f.money({ label: 'Giá T1', price: true })

test.each([
  [90_000, 270_000, null],
  [90_000, 270_001, 'Giá T1 từ 90,000 thành 270,001'],
  [90_000, 30_000, null],
  [90_000, 29_999, 'Giá T1 từ 90,000 thành 29,999'],
  [90_000, 0, 'Giá T1 từ 90,000 thành 0'],
  [0, 900_000, null],
  [null, 900_000, null],
  [90_000, null, null],
])('a price changed from %j to %j asks for confirmation: %j (D3-GRID-10)', (before, after, reason) => {
  expect(doubtOf(price, before, after)).toBe(reason)
})

test('an amount above its package price is asked about unless it was so before; other amounts never are (D3-GRID-10)', () => {
  const extra = f.money({ label: 'Hoàn thêm', usual: { amount: 90_000, name: 'giá gói VD90' } })
  expect(doubtOf(extra, 0, 90_000)).toBeNull()
  expect(doubtOf(extra, 0, 90_001)).toBe('Hoàn thêm 90,001, nhiều hơn giá gói VD90 (90,000)')
  expect(doubtOf(extra, 95_000, 95_000)).toBeNull()
  expect(doubtOf(f.money({ label: 'Chi phí' }), 1_000, 900_000)).toBeNull()
})
