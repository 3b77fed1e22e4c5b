/** Cleaning, folding and Vietnamese order of texts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, compareNames, foldText } from './text.ts'

describe('cleanText', () => {
  test.each([
    ['  MC  ', 'MC'],
    ['\u00a0\u200bBK149\ufeff\t\n', 'BK149'],
    ['Đang hoạt động'.normalize('NFD'), 'Đang hoạt động'],
    ['Dòng một\nDòng hai', 'Dòng một\nDòng hai'],
    ['a\0b', 'ab'],
    ['lẻ \ud800', 'lẻ \ufffd'],
    [' \u00a0\u200b ', ''],
    ['\u3164', ''],
    ['\u2800\u200b\u{e0061}\ufe0f', ''],
    ['\u2800a\ufe0f', '\u2800a\ufe0f'],
    [12, '12'],
    [true, 'TRUE'],
    [new Date('2026-10-19T00:00:00Z'), '19/10/2026'],
    [new Date('2026-10-19T08:30:00Z'), '19/10/2026 08:30:00'],
    [new Date(Number.NaN), ''],
    [null, ''],
    [undefined, ''],
    [{}, ''],
  ])('%j becomes %j', (raw, expected) => {
    expect(cleanText(raw)).toBe(expected)
  })

  test('millions of spaces between two letters are cleaned in linear time', () => {
    const text = `a${' '.repeat(4_000_000)}b`
    expect(cleanText(text) === text).toBe(true)
  })

  test('cleaning twice changes nothing, and composed and decomposed Unicode give the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanText(text)
        expect(cleanText(once)).toBe(once)
        expect(cleanText(text.normalize('NFD'))).toBe(cleanText(text.normalize('NFC')))
      }),
    )
  })
})

test.each([
  ['Đặng Thị Ánh', 'dang thi anh'],
  ['NGUYỄN VĂN Ướt', 'nguyen van uot'],
  ['Gói ĐỒNG HÀNH 120'.normalize('NFD'), 'goi dong hanh 120'],
])('%j folds to %j for searching (D1-Q-142)', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('names are sorted in Vietnamese order by given name, then by family name', () => {
  const names = ['Lê Văn Đức', 'Trần Thị Ánh', 'Nguyễn Văn An', 'Bùi Thị Ánh', 'Phạm Văn Dũng', '']
  expect(names.toSorted(compareNames)).toEqual([
    '',
    'Nguyễn Văn An',
    'Bùi Thị Ánh',
    'Trần Thị Ánh',
    'Phạm Văn Dũng',
    'Lê Văn Đức',
  ])
  expect(compareNames('Lê Văn Đức', ' Lê  Văn Đức'.normalize('NFD'))).toBe(0)
})
