/** What spreadsheets copy and take. */
import { expect, test } from 'vitest'
import { readTsv, writeTable, writeTsv } from './tsv.ts'

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

test('copied text reads back unchanged, and no text becomes a formula (D3-GRID-03)', () => {
  const rows = [
    ['12NA120', '1,250,000', 'gọi "lại"\tsau', '"', ''],
    ['=HYPERLINK("x")', '-90,000', '+84 gọi', 'a\r\nb', '@ai'],
  ]
  const text = writeTsv(rows, [false, true])
  expect(readTsv(text)).toEqual(
    rows.map(([first = '', amount = '', ...rest]) => [first, amount.replaceAll(',', ''), ...rest]),
  )
  expect(text.split('\r\n')[1]?.split('\t').slice(0, 2)).toEqual([`'=HYPERLINK("x")`, '-90000'])
})

test('D3-GRID-11: a copied range has amounts that any spreadsheet can sum, and texts with their leading zeros', () => {
  const rows = [
    ['0940002228', '−90,000', '1,234.5', ''],
    ['=1+1 <b>\n&', '135,000', '12', '****'],
  ]
  const figures = [false, true, true, true]
  expect(writeTsv(rows, figures)).toBe(`0940002228\t-90000\t1234.5\t\r\n"'=1+1 <b>\n&"\t135000\t12\t****`)
  const cell = (format: string, text: string): string =>
    `<td style="mso-number-format:'${format}'">${text}</td>`
  expect(writeTable(rows, figures)).toBe(
    `<table><tr>${cell('\\@', '0940002228')}${cell('0', '-90000')}${cell('General', '1234.5')}${cell('\\@', '')}</tr>` +
      `<tr>${cell('\\@', '=1+1 &lt;b&gt;<br>&amp;')}${cell('0', '135000')}${cell('0', '12')}${cell('\\@', '****')}</tr></table>`,
  )
})
