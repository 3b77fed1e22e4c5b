/** The form of refund costs: every field once, in the order of the sheet, and what amounts add up to. */
import { expect, test } from 'vitest'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { groups, sumTyped } from './refund-cost-form.tsx'

test('D2-COST-32 to D2-COST-36: the groups contain every field of the form once, in its order', () => {
  expect(groups.flatMap(({ fields }) => fields)).toEqual(chiphihoantien.form)
})

test('D2-COST-34, D2-Q-185: typed amounts are summed while typing, also below zero; empty ones count as nothing', () => {
  const typed = { a: '1,500,000', b: '-300.000', c: '', d: 'chưa rõ' }
  expect(sumTyped(typed, ['a', 'b', 'c', 'd', 'e'])).toBe(1_200_000)
  expect(sumTyped({}, ['a'])).toBe(0)
})
