import { expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutate.ts'

const faultsOf = (file: string, text: string): string[] =>
  mutantsOf(file, text, new Set(text.split('\n').map((_, index) => index + 1))).map(({ now }) => now.trim())

test('mutants leave out a guard, move a bound and negate a condition', () => {
  const text =
    "function f(a: number, b: number) {\n  if (a > b) throw new Error('x')\n  return a === 1 && b < 2\n}"
  expect(faultsOf('a.ts', text)).toEqual([
    '',
    "if (a >= b) throw new Error('x')",
    'return a !== 1 && b < 2',
    'return a === 1 || b < 2',
    'return a === 1 && b <= 2',
  ])
})

test('mutants leave out a clause of a statement and keep its end', () => {
  expect(faultsOf('a.sql', 'SELECT 1 FROM t\nWHERE a\n  AND b <> c;')).toEqual([';', 'AND b = c;'])
  const inCode = 'const q = sql`SELECT 1 FROM t WHERE a\n  AND b IS NULL`'
  expect(faultsOf('a.ts', inCode)).toEqual(['`', 'AND b IS NOT NULL`'])
})

test('half conditions, comments and lines not requested have no mutants', () => {
  expect(faultsOf('a.sql', '-- a <> b\n  AND EXISTS (SELECT 1 FROM t\n')).toEqual([])
  expect(mutantsOf('a.sql', 'a <> b\nc <> d', new Set([2]))).toEqual([
    { file: 'a.sql', line: 2, was: 'c <> d', now: 'c = d' },
  ])
})

test('a mutant that does not load is dropped, and each mutant changes one line', () => {
  // Without its line the clause of the template would leave a bracket open.
  expect(faultsOf('a.ts', 'const f = (a: boolean) => {\n  if (a) return {\n  }\n}')).toEqual([])
  expect(mutated('a\nb\nc', { file: 'a.sql', line: 2, was: 'b', now: '' })).toBe('a\n\nc')
})
