import { expect, test } from 'vitest'
import { screenNames } from '#platform/contract/screens.ts'
import { screenComponents } from './screens.tsx'

test('every screen of the menu, of a raw tab name or of a route exists, so no entry leads nowhere (D1-SHELL-22)', () => {
  expect(Object.keys(screenComponents)).toEqual([...screenNames])
})
