/** Every column of a list finds its place on paper. */
import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const wide = (key: string, width: number) => ({ key, width })
const keys = (columns: readonly { key: string; width: number }[]): string[][] =>
  partsOf(columns).map((part) => part.map(({ key }) => key))

test('columns that fit one sheet are one part; further columns go on the next part, which repeats the first column (D3-GRID-11)', () => {
  expect(keys([wide('so', 100), wide('goi', 300), wide('tien', 600)])).toEqual([['so', 'goi', 'tien']])
  expect(keys([wide('so', 100), wide('goi', 300), wide('tien', 601), wide('ghi_chu', 200)])).toEqual([
    ['so', 'goi'],
    ['so', 'tien', 'ghi_chu'],
  ])
})

test('a column wider than a sheet and a list of one column are printed too (D3-GRID-11)', () => {
  expect(keys([wide('so', 100), wide('ghi_chu', 2_000), wide('tien', 100)])).toEqual([
    ['so', 'ghi_chu'],
    ['so', 'tien'],
  ])
  expect(keys([wide('so', 5_000)])).toEqual([['so']])
  expect(keys([])).toEqual([])
})
