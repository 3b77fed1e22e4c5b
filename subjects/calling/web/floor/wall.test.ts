import { expect, test } from 'vitest'
import { columnsFor, mostTiles, shortName, tilesOf } from './wall-people.tsx'
import { signed } from './wall-sums.tsx'
import { dayText } from './wall-view.tsx'

const tile = (name: string, needsHelp = false) => ({
  name,
  state: 'idle' as const,
  since: null,
  needsHelp,
})

test('D3-FLR-04: a wall shows everybody up to a limit; beyond it people who need help are never left out', () => {
  const few = Array.from({ length: mostTiles }, (_, index) => tile(`${index}`))
  expect(tilesOf(few)).toBe(few)
  const many = [...few, tile('last', true)]
  const tiles = tilesOf(many)
  expect(tiles).toHaveLength(mostTiles - 1)
  expect(tiles.at(-1)?.name).toBe('last')
})

test('D3-FLR-04: tiles fill rows of similar length', () => {
  expect([1, 5, 9, 12, 17, 30, 60].map(columnsFor)).toEqual([4, 4, 5, 6, 6, 10, 12])
})

test('D3-FLR-04: people are shown with the name by which they are called', () => {
  expect([shortName('Phan Thị Ngọc Lan'), shortName('Hoà')]).toEqual(['Ngọc Lan', 'Hoà'])
})

test('D3-FLR-04: the day and its comparison are described in the words of the wall', () => {
  expect([signed(11), signed(-3), signed(0)]).toEqual(['+11', '−3', '±0'])
  expect(dayText(new Date('2026-11-20T07:40:00Z'))).toBe('Thứ Sáu, 20-11-2026')
  expect(dayText(new Date('2026-11-21T18:00:00Z'))).toBe('Chủ Nhật, 22-11-2026')
})
