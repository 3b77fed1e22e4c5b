/** The words of a feed in trouble. */
import { expect, test } from 'vitest'
import type { FeedState } from '#platform/contract/calls/feeds.ts'
import { quarantineText, lateText, spanText } from './feed-words.ts'

const bank: FeedState = { name: 'bank', late: false, read_at: null, behind: null, failures: 0, set_aside: 0 }

test('a duration is given in its largest useful unit', () => {
  expect([10, 60, 725, 3599, 3600, 47 * 3600, 49 * 3600].map(spanText)).toEqual([
    '1 phút',
    '1 phút',
    '12 phút',
    '59 phút',
    '1 giờ',
    '47 giờ',
    '2 ngày',
  ])
})

test('a late feed says how late it is, one that never came says so, a working one says nothing', () => {
  expect(lateText({ ...bank, late: true, behind: 725 })).toBe('Nguồn tin ngân hàng chậm 12 phút')
  expect(lateText({ ...bank, late: true })).toBe('Nguồn tin ngân hàng chưa đọc được lần nào')
  expect(lateText({ ...bank, behind: 725 })).toBe('')
})

test('rows set aside are counted by kind', () => {
  expect(quarantineText({ ...bank, set_aside: 3 })).toBe('3 giao dịch ngân hàng bị để riêng')
  expect(quarantineText({ ...bank, name: 'registration-results', set_aside: 1200 })).toBe(
    '1,200 kết quả đăng ký bị để riêng',
  )
  expect(quarantineText(bank)).toBe('')
})
