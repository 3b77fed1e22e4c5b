/** Screens opened after sign-in, by priority (D3-NAV-03). */
import { expect, test } from 'vitest'
import { firstScreens } from './first-screens.ts'

test('managers and the office start at the desk, branches and leaders on the floor, sellers with today, partners at the dashboard (D3-NAV-03, D3-NAV-06)', () => {
  const first = Object.entries(firstScreens).map(([priority, names]) => [
    Number(priority),
    names[0],
    names.at(-1),
  ])
  expect(first).toEqual([
    [1, 'desk', 'dashboard'],
    [2, 'desk', 'dashboard'],
    [3, 'floor', 'dashboard'],
    [4, 'floor', 'dashboard'],
    [5, 'homnay', 'dashboard'],
    [6, 'desk', 'dashboard'],
    [7, 'dashboard', 'dashboard'],
  ])
})
