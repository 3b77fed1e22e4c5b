/** Proves that each text rule finds its planted fault and leaves honest lines alone. */
import { expect, test } from 'vitest'
import {
  browserClock,
  membersByHand,
  upgradesBesideRoutines,
  forbiddenWords,
  kitBudget,
  overBudget,
  pathsOutside,
  tooLong,
  wallBreaches,
} from './text-rules.ts'

// Written so that this file does not match the rules.
const up = ['..', '..'].join('/')

test('an import type or a lazy import across a wall is found, one inside is not', () => {
  expect(wallBreaches('web/kit/a.ts', `type T = import('${up}/server/b.ts').T`)).toHaveLength(1)
  expect(wallBreaches('server/a.ts', `await import('../web/b.ts')`)).toHaveLength(1)
  expect(wallBreaches('contract/kit/a.ts', `import("${up}/server/b.ts")`)).toHaveLength(1)
  expect(wallBreaches('web/kit/a.ts', `lazy(() => import('../screens/b.tsx'))`)).toEqual([])
  expect(wallBreaches('web/kit/a.ts', `import('${up}/contract/b.ts')`)).toEqual([])
  expect(wallBreaches('scripts/start.ts', `import('../server/main.ts')`)).toEqual([])
})

test('a relative path that leaves the project is found, one inside is not', () => {
  expect(pathsOutside('test/a.ts', `new URL('${up}/samples/', import.meta.url)`)).toEqual([
    `test/a.ts: '${up}/samples/' lies outside the project`,
  ])
  expect(pathsOutside('docs/a.md', `[beside](${up}/b.md)`)).toHaveLength(1)
  expect(pathsOutside('server/kit/a.ts', `join(import.meta.dirname, '${up}')`)).toEqual([])
  expect(pathsOutside('e2e/a.ts', `import { b } from '../test/b.ts'`)).toEqual([])
})

test('words of unfinished work and places of one machine are found with their line', () => {
  expect(forbiddenWords('a.ts', `one\n// ${'TO'}${'DO'} later`)).toEqual([
    'a.ts:2: unfinished work: finish it or open an issue',
  ])
  expect(forbiddenWords('a.ts', `'${'/ro'}ot/x'`)).toHaveLength(1)
  expect(forbiddenWords('a.ts', `'http://${'regis'}try.example'`)).toHaveLength(1)
  expect(forbiddenWords('a.ts', `const path = '/api/workers' // todo list of the user`)).toEqual([])
})

test('a screen that goes by the clock of its machine is found', () => {
  expect(browserClock('web/workflows/a.ts', 'const now = Date.now()')).toHaveLength(1)
  expect(browserClock('web/shell/a.tsx', 'at: new Date().toISOString()')).toHaveLength(1)
  expect(browserClock('web/workflows/a.ts', 'new Date(row.at), present()')).toEqual([])
  expect(browserClock('web/kit/token.ts', 'Date.now()')).toEqual([])
})

test('a file of more than 400 lines is found', () => {
  expect(tooLong('a.ts', 'x\n'.repeat(401))).toHaveLength(1)
  expect(tooLong('a.ts', 'x\n'.repeat(400))).toEqual([])
  expect(tooLong('a.md', 'x\n'.repeat(900))).toEqual([])
})

test('a kit that outgrows its budget is named with its lines', () => {
  const most = kitBudget['server/kit'] ?? 0
  const lines = (all: number) =>
    new Map([
      ['server/kit/a.ts', all],
      ['server/workflows/b.ts', 9_999],
    ])
  expect(overBudget(lines(most))).toEqual([])
  expect(overBudget(lines(most + 1))).toEqual([expect.stringContaining(`server/kit: ${most + 1} lines`)])
})

test('a member of a closed set is named by its table alone', () => {
  const where = "WHERE status IN ('KBM', 'KLLĐ')"
  expect(membersByHand('server/db/routines/floor.sql', where)).toHaveLength(2)
  expect(membersByHand('web/workflows/care/a.tsx', "status === 'APPOINTMENT'")).toHaveLength(1)
  expect(membersByHand('web/a.tsx', '<th>KBM</th> <p title="KLLĐ, KBM: chờ" />')).toHaveLength(2)
  for (const file of [
    'server/db/upgrades/1.sql',
    'server/db/routines/codes.sql',
    'server/a.test.ts',
    'contract/a.ts',
  ])
    expect(membersByHand(file, where)).toEqual([])
})

test('an upgrade names no view, trigger or function that a loaded copy does not have yet', () => {
  const found = (text: string): number =>
    upgradesBesideRoutines('server/db/upgrades/999-later.sql', text).length
  expect(found('DROP VIEW customer_list; drop function day_of(timestamptz)')).toBe(2)
  expect(found('ALTER TABLE a DISABLE TRIGGER a_kept')).toBe(1)
  expect(found('DROP VIEW IF EXISTS customer_list; ALTER TABLE a DISABLE TRIGGER USER; DROP INDEX b')).toBe(0)
  expect(upgradesBesideRoutines('server/db/upgrades/208-results-once.sql', 'DROP VIEW a')).toEqual([])
  expect(upgradesBesideRoutines('server/db/routines/views.sql', 'DROP VIEW a')).toEqual([])
})
