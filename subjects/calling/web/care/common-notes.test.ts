import { expect, test } from 'vitest'
import { commonNotes } from './common-notes.ts'

test('the most frequent notes are offered, the newest first among equals, at most three (D1-CARE-28)', () => {
  const notes = ['Bận', 'Đổ chuông', 'Tắt máy', 'Đổ  chuông ', 'Máy lạ', 'Tắt máy', 'Đổ chuông']
  expect(commonNotes(notes)).toEqual(['Đổ chuông', 'Tắt máy', 'Bận'])
})

test('a note about one call or one person is not offered for the next (D1-CARE-28)', () => {
  expect(commonNotes(['', 'Hẹn 21:25 ngày 21/11', 'Khách nói dài '.repeat(6)])).toEqual([])
})
