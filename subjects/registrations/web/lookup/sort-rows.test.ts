/** The order of rows that are all on the screen. */
import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = ['20-11-2026 09:00:00', '', '03-12-2026', '31-10-2026'].map((at, n) => ({
  at,
  n: String(n * 5),
}))
const sorted = (sort: string): string[] =>
  sortRows(rows, sort, (row, name) => (name === 'at' ? row.at : row.n)).map(({ at, n }) => at || n)

test('dates are sorted as dates, numbers as numbers, empty values last; without a sort the order is that of the answer (D3-GRID-01)', () => {
  expect(sorted('')).toEqual(['20-11-2026 09:00:00', '5', '03-12-2026', '31-10-2026'])
  expect(sorted('at')).toEqual(['31-10-2026', '20-11-2026 09:00:00', '03-12-2026', '5'])
  expect(sorted('-at')).toEqual(['03-12-2026', '20-11-2026 09:00:00', '31-10-2026', '5'])
  expect(sorted('-n')).toEqual(['31-10-2026', '03-12-2026', '5', '20-11-2026 09:00:00'])
})

test('names are sorted in Vietnamese order, and equal ones keep their order (D3-GRID-01)', () => {
  const names = ['Đạt', 'Dũng', 'Anh', 'anh', 'Ân'].map((name, index) => ({ name, at: index }))
  expect(sortRows(names, 'name', ({ name }) => name).map(({ name }) => name)).toEqual([
    'anh',
    'Anh',
    'Ân',
    'Dũng',
    'Đạt',
  ])
})
