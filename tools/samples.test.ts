/** Diffs of the page are applied as a person would: in order, whatever their indentation, and never past what is not there. */
import { expect, test } from 'vitest'
import { applyDiff, takenNumbers } from './samples.ts'

const file = ['export const one = {', "  list: ['a'],", '  may: 1,', '}']

test('lines are added behind their context and exchanged where they stand', () => {
  const diff = [' export const one = {', "-list: ['a'],", "+  list: ['a', 'b'],", ' }', '+// end']
  expect(applyDiff(file, diff)).toEqual([
    'export const one = {',
    "  list: ['a', 'b'],",
    '  may: 1,',
    '}',
    '// end',
  ])
})

test('a line that the file does not have, or not behind the one before, is an error that names it', () => {
  expect(() => applyDiff(file, ['-  may: 2,'])).toThrow("'may: 2,'")
  expect(() => applyDiff(file, [' may: 1,', " list: ['a'],"])).toThrow("'list: ['a'],'")
})

test('an upgrade of the page whose number is taken meanwhile is told', () => {
  const text = '// upgrades/210-a.sql\n-- and the same as upgrades/211-b.sql'
  expect(takenNumbers(text, ['209-x.sql', '210-y.sql', '2110-z.sql'])).toEqual([
    'CONTRIBUTING.md: the number of upgrade 210 is taken, use the next free ones',
  ])
})
