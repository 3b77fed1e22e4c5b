/** What spreadsheets copy and take. */
import { expect, test } from 'vitest'
import { readTsv, writeTsv } from './tsv.ts'

test.each([
  ['one cell', 'a', [['a']]],
  [
    'a line break at the end, as spreadsheets add one',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['lines of Unix and of old Macs', 'a\nb\rc', [['a'], ['b'], ['c']]],
  ['quotes around tabs, lines and quotes', '"a\tb"\t"c\r\nd"\t"e ""f"""', [['a\tb', 'c\r\nd', 'e "f"']]],
  ['a quote inside a text', 'gói "VD90"\t5" ', [['gói "VD90"', '5" ']]],
  ['a quote that never ends', '"a\tb', [['"a', 'b']]],
  [
    'empty cells, also at the ends',
    '\ta\t\n\t\t',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['an empty line between', 'a\n\nb', [['a'], [''], ['b']]],
  [
    'rows of different length',
    'a\tb\tc\nd',
    [
      ['a', 'b', 'c'],
      ['d', '', ''],
    ],
  ],
  ['a text kept from being a formula', "'=1+1\t'kháng cự", [['=1+1', "'kháng cự"]]],
])('%s (D3-GRID-03)', (_, text, rows) => expect(readTsv(text)).toEqual(rows))

test('what is copied comes back, and no text becomes a formula (D3-GRID-03)', () => {
  const rows = [
    ['12NA120', '1,250,000', 'gọi "lại"\tsau', '"', ''],
    ['=HYPERLINK("x")', '-90,000', '+84 gọi', 'a\r\nb', '@ai'],
  ]
  const text = writeTsv(rows, [false, true])
  expect(readTsv(text)).toEqual(rows)
  expect(text.split('\r\n')[1]?.split('\t').slice(0, 2)).toEqual([`'=HYPERLINK("x")`, '-90,000'])
})
