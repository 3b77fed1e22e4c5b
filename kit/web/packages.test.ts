/** Suggestions of packages and what Enter takes of them. */
import { expect, test } from 'vitest'
import { enterIn, offeredFor } from './packages.ts'

const of = (...names: string[]) => names.map((name) => ({ name, price: 1 }))
const names = (list: string[], typed: string) => offeredFor(of(...list), typed).map(({ name }) => name)

test('the package with the exact name comes first in any spelling, then names that begin with the text, then names that contain it; each name once (D3-OTP-08)', () => {
  const list = ['12VD90', 'VD900', 'NA70', 'VD90', 'VD90']
  expect(names(list, 'vd')).toEqual(['VD900', 'VD90', '12VD90'])
  expect(names(list, 'v d90')).toEqual(['VD90', 'VD900', '12VD90', 'NA70'])
  expect(names(list, 'zz')).toEqual([])
  expect(names(list, '')).toEqual(['12VD90', 'VD900', 'NA70', 'VD90'])
  expect(
    names(
      Array.from({ length: 90 }, (_, n) => `P${n}`),
      'p',
    ),
  ).toHaveLength(50)
})

test('Enter takes the first suggestion, submits the form on a whole name or an empty text, and does nothing without a suggestion (D3-OTP-08)', () => {
  const packages = of('12MG90', 'MGX', 'MG')
  expect(enterIn(of('12MG90'), 'mg')).toEqual({ name: '12MG90', price: 1 })
  expect(enterIn(packages, 'mg')).toEqual({ name: 'MG', price: 1 })
  expect(enterIn(packages, 'MG')).toBe('submits')
  expect(enterIn(packages, '  ')).toBe('submits')
  expect(enterIn(packages, 'ABC')).toBeNull()
  expect(enterIn([], 'MG')).toBeNull()
})
