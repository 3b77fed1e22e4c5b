/** The results of a call keep the operation's own values and the agreed Vietnamese labels. */
import { expect, test } from 'vitest'
import { careResults } from './care-results.ts'

test('the results have their wire values, labels and number keys, the original ones before later additions (D1-CARE-06 to 12, D1-Q-077)', () => {
  expect(careResults.slice(0, 7).map(({ value, label }) => [value, label])).toEqual([
    ['APPROVED', 'Đồng ý'],
    ['REJECTED', 'Từ chối'],
    ['APPOINTMENT', 'Hẹn gọi lại'],
    ['KBM', 'Không bắt máy'],
    ['KLLĐ', 'Không liên lạc được'],
    ['KEEP', 'Dùng lại gói cũ'],
    ['RE-REGISTER', 'Đã đăng ký lại'],
  ])
})
