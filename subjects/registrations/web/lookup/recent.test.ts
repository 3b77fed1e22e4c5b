/** The numbers of the session. */
import { expect, test } from 'vitest'
import { recentLookups, recentOf, remember } from './recent.ts'

test('the newest number comes first and once, at most eight, and another user sees none of them', () => {
  for (let n = 0; n < 10; n++) remember('sale111', String(912_345_600 + n))
  remember('sale111', '912345605')
  expect(recentOf(recentLookups.get(), 'sale111')).toHaveLength(8)
  expect(recentOf(recentLookups.get(), 'sale111').slice(0, 2)).toEqual(['912345605', '912345609'])
  expect(recentOf(recentLookups.get(), 'sale112')).toEqual([])
  remember('sale112', '987654321')
  expect(recentOf(recentLookups.get(), 'sale112')).toEqual(['987654321'])
  expect(recentOf(recentLookups.get(), 'sale111')).toEqual([])
})
