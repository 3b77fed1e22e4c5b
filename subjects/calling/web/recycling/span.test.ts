/** Spans of time as they are typed and shown. */
import { expect, test } from 'vitest'
import { readSpan, spanText } from './span.ts'

test.each([
  ['2 giờ', 120],
  ['1 ngày', 1440],
  ['30 phút', 30],
  ['2 gio', 120],
  ['2h', 120],
  ['2h30', 150],
  ['1 ngày 12 giờ', 2160],
  ['1,5 giờ', 90],
  ['  45   PHÚT ', 45],
])('"%s" reads as %i minutes (D3-REC-01)', (typed, minutes) => {
  expect(readSpan(typed)).toBe(minutes)
})

test.each(['', '2', 'giờ', '2 tuần', '30 phút 1 giờ', '1 giờ 2 giờ', '-2 giờ', '1 ngày 5', '0,01 phút'])(
  '"%s" reads as no duration (D3-REC-01)',
  (typed) => {
    expect(readSpan(typed)).toBeNull()
  },
)

test('a shown duration reads back as the same duration (D3-REC-01)', () => {
  expect([30, 90, 240, 1440, 10_080, 43_200].map(spanText)).toEqual([
    '30 phút',
    '1 giờ 30 phút',
    '4 giờ',
    '1 ngày',
    '7 ngày',
    '30 ngày',
  ])
  for (const minutes of [15, 61, 1439, 1441, 43_199]) expect(readSpan(spanText(minutes))).toBe(minutes)
})
