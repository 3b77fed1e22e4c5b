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

test('an amount typed in any usual way finds packages with this price before names that contain it, and prices that begin so (D3-UX-01)', () => {
  const packages = [
    { name: 'MO12', price: 12_500 },
    { name: 'D15', price: 120_000 },
    { name: 'VD120', price: 90_000 },
    { name: 'X', price: null },
    { name: 'NA90', price: 9_000 },
    { name: 'Z', price: 0 },
  ]
  const found = (typed: string) => offeredFor(packages, typed).map(({ name }) => name)
  for (const typed of ['120', ' 120 ']) expect([typed, found(typed)]).toEqual([typed, ['D15', 'VD120']])
  for (const typed of ['120k', '120000', '120.000', '120,000', '120 000', '120,000đ'])
    expect([typed, found(typed)]).toEqual([typed, ['D15']])
  expect(found('12')).toEqual(['MO12', 'VD120', 'D15'])
  expect(found('9')).toEqual(['NA90', 'VD120'])
  expect(found('k')).toEqual([])
  expect(found('0')).toEqual(['VD120', 'NA90'])
  expect(enterIn(packages, '120000')).toEqual({ name: 'D15', price: 120_000 })
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
