import { expect, test } from 'vitest'
import { openFloorChanges } from './floor-changes.ts'

test('the people changed since a mark are named, unless a change could concern everybody or the mark is too old (D3-FLR-05)', () => {
  const { note, count, since } = openFloorChanges()
  note(['a'])
  const first = count()
  note(['b', 'c'])
  note(['b'])
  expect(since(0)).toEqual(new Set(['a', 'b', 'c']))
  expect(since(first)).toEqual(new Set(['b', 'c']))
  expect(since(count())).toEqual(new Set())
  const before = count()
  note()
  expect(since(before)).toBeNull()
  expect(since(count())).toEqual(new Set())
  const later = count()
  for (let n = 0; n < 4_001; n += 1) note([`p${n}`])
  expect(since(later)).toBeNull()
  expect(since(count() - 1)).toEqual(new Set(['p4000']))
})
