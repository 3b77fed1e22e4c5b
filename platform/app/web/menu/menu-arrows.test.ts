/** Where arrows go in a flyout: down a column, and to the nearest entry of the next one. */
import { expect, test } from 'vitest'
import { entryAt, type Spot } from './menu-arrows.ts'

/** A pinned one above three columns of three, one and two entries. */
const spots: readonly Spot[] = [
  { x: 0, y: 0 },
  { x: 0, y: 100 },
  { x: 0, y: 132 },
  { x: 0, y: 164 },
  { x: 248, y: 100 },
  { x: 496, y: 100 },
  { x: 496, y: 132 },
]

test.each([
  [0, 'ArrowDown', 1],
  [1, 'ArrowUp', 0],
  [3, 'ArrowDown', 4],
  [4, 'ArrowUp', 3],
  [6, 'ArrowDown', 0],
  [0, 'ArrowUp', 6],
  [1, 'ArrowRight', 4],
  [3, 'ArrowRight', 4],
  [4, 'ArrowRight', 5],
  [6, 'ArrowRight', 6],
  [6, 'ArrowLeft', 4],
  [4, 'ArrowLeft', 1],
  [2, 'ArrowLeft', 2],
  [4, 'Home', 0],
  [1, 'End', 6],
  [2, 'x', 2],
  [-1, 'ArrowDown', 0],
])('from entry %i the key %s moves to %i (D3-NAV-04)', (index, key, to) => {
  expect(entryAt(spots, index, key)).toBe(to)
})
