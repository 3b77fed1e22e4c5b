/** Comparison of figures with earlier periods. */
import { expect, test } from 'vitest'
import { changeText, comparedText, signedMoney } from './compared.ts'

test('the days of a comparison are named (D3-ONE-02)', () => {
  const textFor = (start: string, end: string): string => comparedText({ start, end })
  expect([
    textFor('2026-10-01', '2026-10-23'),
    textFor('2026-11-22', '2026-11-22'),
    textFor('2026-09-28', '2026-10-03'),
  ]).toEqual(['so với 01–23/10', 'so với 22/11', 'so với 28/09–03/10'])
})

test('a rise shows + in amount and per cent, also from a negative value; without an earlier figure no comparison is shown (D3-ONE-06, D1-HOME-02)', () => {
  expect([changeText(105.4, 100), changeText(976, 1000), changeText(5, 0), changeText(-50, -100)]).toEqual([
    '+5.4%',
    '−2.4%',
    '',
    '+50%',
  ])
  expect([signedMoney(45_000), signedMoney(-12_000), signedMoney(0)]).toEqual(['+45,000', '−12,000', '0'])
})
