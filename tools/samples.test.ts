/** Diffs of the page are applied as a person would: in order, whatever their indentation, and never past what is not there. */
import { expect, test } from 'vitest'
import { applyDiff, partsOf, takenNumbers } from './samples.ts'

const file = ['export const one = {', "  list: ['a'],", '  may: 1,', '}']

test('lines are added behind their context and exchanged where they stand', () => {
  const diff = [' export const one = {', "-list: ['a'],", "+  list: ['a', 'b'],", ' }', '+// end']
  expect(applyDiff('a.ts', file, diff)).toEqual([
    'export const one = {',
    "  list: ['a', 'b'],",
    '  may: 1,',
    '}',
    '// end',
  ])
})

test('a line that the file does not have, or not behind the one before, is an error that names both', () => {
  expect(() => applyDiff('a.ts', file, ['-  may: 2,'])).toThrow("'may: 2,' of a diff is not in a.ts")
  expect(() => applyDiff('a.ts', file, [' may: 1,', " list: ['a'],"])).toThrow("'list: ['a'],'")
})

test('an upgrade of the page whose number is taken meanwhile is told', () => {
  const text = '// upgrades/210-a.sql\n-- and the same as upgrades/211-b.sql'
  expect(takenNumbers(text, ['209-x.sql', '210-y.sql', '2110-z.sql'])).toEqual([
    'CONTRIBUTING.md: the number of upgrade 210 is taken, use the next free ones',
  ])
})

test('what a block says of files that are not compiled is no line of the file before', () => {
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
