import { expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutate.ts'

const faultsOf = (file: string, text: string): string[] =>
  mutantsOf(file, text, new Set(text.split('\n').map((_, index) => index + 1))).map(({ now }) => now.trim())

test('a guard is left out, a bound moved, a condition turned round', () => {
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

test('a clause of a statement is left out, and what closes the statement stays', () => {
  expect(faultsOf('a.sql', 'SELECT 1 FROM t\nWHERE a\n  AND b <> c;')).toEqual([';', 'AND b = c;'])
  const inCode = 'const q = sql`SELECT 1 FROM t WHERE a\n  AND b IS NULL`'
  expect(faultsOf('a.ts', inCode)).toEqual(['`', 'AND b IS NOT NULL`'])
})

test('half a condition, comments and lines that were not asked for have no fault', () => {
  expect(faultsOf('a.sql', '-- a <> b\n  AND EXISTS (SELECT 1 FROM t\n')).toEqual([])
  expect(mutantsOf('a.sql', 'a <> b\nc <> d', new Set([2]))).toEqual([
    { file: 'a.sql', line: 2, was: 'c <> d', now: 'c = d' },
  ])
})

test('a fault that does not load is none, and one fault changes one line', () => {
  // Without its line the clause of the template would leave a bracket open.
  expect(faultsOf('a.ts', 'const f = (a: boolean) => {\n  if (a) return {\n  }\n}')).toEqual([])
  expect(mutated('a\nb\nc', { file: 'a.sql', line: 2, was: 'b', now: '' })).toBe('a\n\nc')
})
