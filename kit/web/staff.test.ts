/** How staff are named in pickers. */
import { expect, test } from 'vitest'
import { staffLabel } from './staff.ts'

test('a staff picker indents leaders by one step, salespeople by two, and nobody else (D1-LIST-13, D1-LIST-14, D2-ROLE-13, D2-ROLE-14)', () => {
  const labelOf = (role_priority: number) => staffLabel({ username: 'x', fullname: 'Đỗ An', role_priority })
  expect([1, 2, 3, 4, 5, 7].map(labelOf)).toEqual([
    'Đỗ An',
    'Đỗ An',
    'Đỗ An',
    '-- Đỗ An',
    '---- Đỗ An',
    'Đỗ An',
  ])
})
