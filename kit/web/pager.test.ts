/** Which page buttons a list offers. */
import { expect, test } from 'vitest'
import { visiblePages } from './pager.tsx'

test('all page numbers are offered when there are few', () => {
  expect(visiblePages(2, 4)).toEqual([0, 1, 2, 3, 4])
})

test('of many page numbers the first, the neighbours and the last are offered, with a gap between', () => {
  expect(visiblePages(0, 25)).toEqual([0, 1, 2, null, 25])
  expect(visiblePages(12, 25)).toEqual([0, null, 11, 12, 13, null, 25])
  expect(visiblePages(25, 25)).toEqual([0, null, 24, 25])
})
