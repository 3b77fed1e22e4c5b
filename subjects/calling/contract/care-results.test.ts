/** The results of a call keep the operation's own values and the agreed Vietnamese labels. */
import { expect, test } from 'vitest'
import { careResults } from './care-results.ts'

test('each care result has its wire value and its label, in the order of the number keys (D1-CARE-06 to 12, D1-Q-077)', () => {
  expect(careResults.map(({ value, label }) => [value, label])).toEqual([
    ['APPROVED', 'Đồng ý'],
    ['REJECTED', 'Từ chối'],
    ['APPOINTMENT', 'Hẹn gọi lại'],
    ['KBM', 'Không bắt máy'],
    ['KLLĐ', 'Không liên lạc được'],
    ['KEEP', 'Dùng lại gói cũ'],
    ['RE-REGISTER', 'Đã đăng ký lại'],
  ])
})
