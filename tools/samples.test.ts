/** Diffs of the page are applied as a person would: in order, whatever their indentation, and never past what is not there. */
import { expect, test } from 'vitest'
import { applyDiff, partsOf, takenNumbers } from './samples.ts'

const file = ['export const one = {', "  list: ['a'],", '  may: 1,', '}']

test('sample lines are inserted after their context and replaced where they stand', () => {
  const diff = [' export const one = {', "-list: ['a'],", "+  list: ['a', 'b'],", ' }', '+// end']
  expect(applyDiff('a.ts', file, diff)).toEqual([
    'export const one = {',
    "  list: ['a', 'b'],",
    '  may: 1,',
    '}',
    '// end',
  ])
})

test('a line that the file does not have, or not after the previous one, is an error that names both', () => {
  expect(() => applyDiff('a.ts', file, ['-  may: 2,'])).toThrow("'may: 2,' of a diff is not in a.ts")
  expect(() => applyDiff('a.ts', file, [' may: 1,', " list: ['a'],"])).toThrow("'list: ['a'],'")
})

test('an upgrade in the page whose number is already taken is reported', () => {
  const text = '// upgrades/210-a.sql\n-- and the same as upgrades/211-b.sql'
  expect(takenNumbers(text, ['209-x.sql', '210-y.sql', '2110-z.sql'])).toEqual([
    'CONTRIBUTING.md: the number of upgrade 210 is taken, use the next free ones',
  ])
})

test('lines of a block about files that are not compiled do not count for the previous file', () => {
  const block = [
    '```diff',
    ' // a.ts',
    '+one',
    ' // b.test.tsx, `decisive`',
    '+two',
    ' // c.sql',
    '+three',
    '```',
  ]
  expect(partsOf(block.join('\n'), 'diff')).toEqual([{ file: 'a.ts', lines: ['+one'] }])
})
