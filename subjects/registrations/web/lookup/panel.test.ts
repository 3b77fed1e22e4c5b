/** What the panel beside a customer leaves out, marks, and makes of a carrier's rows. */
import { expect, test } from 'vitest'
import { messageTime, directionOf } from './panel-columns.ts'
import { isLowBalance, lookupsFor } from './panel-lookups.ts'

test('the panel has only the look-ups that the person may use; with none there is no panel', () => {
  expect(lookupsFor(() => true)).toEqual(['packages', 'balance', 'history', 'shortCode'])
  expect(lookupsFor(({ may }) => may === 'below5')).toEqual([])
})

test('a balance is low when it is less than half of the package price', () => {
  const plan = { code: 'VD90', price: 90_001 }
  expect([45_000, 45_001, 0].map((balance) => isLowBalance(balance, plan))).toEqual([true, false, true])
})

test('messages of today show their time, older ones their day too; 9279 sends and receives (D1-LOOK-48, D1-LOOK-50)', () => {
  const instant = '2026-11-20T07:12:40Z'
  expect(messageTime(instant, '2026-11-20')).toBe('14:12:40')
  expect(messageTime(instant, '2026-11-21')).toBe('20/11 14:12')
  expect([directionOf({ sender: '9279' }), directionOf({ sender: '84912345678' })]).toEqual(['Gửi', 'Nhận'])
})
