/** Proves that the coverage page counts ids in test names, and nothing else. */
import { expect, test } from 'vitest'
import { coverageOf, idsOf, coveragePage, idsInTestNames, proofsIn, unknownIds } from './coverage-text.ts'

test('ids count in names of tests and groups, also in tables of cases', () => {
  const text = `
    describe('care (D1-ROW-01)', () => {
      test("two (D1-ROW-02, D2-Q-7)", () => {})
      test.each([[1, f(2)]])('each %s (D1-ROW-03)', () => {})
      it.skip(\`four (D1-ROW-04)\`, () => {})
    })`
  expect(idsInTestNames(text)).toEqual(['D1-ROW-01', 'D1-ROW-02', 'D2-Q-7', 'D1-ROW-03', 'D1-ROW-04'])
})

test('ids in comments and in other strings do not count', () => {
  expect(idsInTestNames(`// D1-ROW-01\nconst x = 'D1-ROW-02'\ntest('plain', () => {})`)).toEqual([])
})

test('the page shows for each group its count, its files and what is open', () => {
  const proofs = proofsIn(
    new Map([
      ['b.test.ts', `test('x (D1-ROW-01)')`],
      ['a.test.ts', `test('y (D1-ROW-01)')`],
    ]),
  )
  const page = coveragePage(['D1-ROW-01', 'D1-ROW-02', 'D2-Q-01'], proofs)
  expect(page).toContain('**1 of 3 requirements (33 %) are named by a test.**')
  expect(page).toContain('| D1-ROW | 1 | 2 | 02 |  |')
  expect(page).toContain('| D2-Q | 0 | 1 |')
})

test('requirements tested only by the long run are marked as such', () => {
  const text = `
test.runIf(longRun)(
  'a (D1-ROW-01)',
  () => {
    f('b')
  },
)

describe.runIf(longRun)('groups', () => {
  test('c (D1-ROW-02)', () => {})
})

test('d (D1-ROW-03)', () => {})
`
  const proofs = proofsIn(
    new Map([
      ['a.test.ts', text],
      ['b.test.ts', "test('e (D1-ROW-02)', () => {})\n"],
    ]),
  )
  const ids = idsOf('D1-ROW: 01 to 04\n')
  const page = coveragePage(ids, proofs)
  expect(page).toContain('Of 1 of them by tests that')
  expect(page).toContain('| D1-ROW | 3 | 4 | 04 | 01 |')
  expect(coverageOf(ids, proofs, 'D1-ROW')).toEqual([
    'D1-ROW-01: a.test.ts (long run)',
    'D1-ROW-02: a.test.ts, b.test.ts',
    'D1-ROW-03: a.test.ts',
    'D1-ROW-04: no test names it',
  ])
  expect(coverageOf(ids, proofs, 'D1-ROW-03')).toEqual(['D1-ROW-03: a.test.ts'])
})

test('ranges in the list of requirements are expanded with the same number of digits', () => {
  expect(idsOf('D1-A: 08 to 10, 12\r\nD2-Q: 99, 100 to 101\n')).toEqual([
    'D1-A-08',
    'D1-A-09',
    'D1-A-10',
    'D1-A-12',
    'D2-Q-99',
    'D2-Q-100',
    'D2-Q-101',
  ])
})

test('an id that is no requirement is reported with its file', () => {
  const proofs = proofsIn(new Map([['a.test.ts', `test('x (D1-ROW-99)')`]]))
  expect(unknownIds(['D1-ROW-01'], proofs)).toEqual(['D1-ROW-99 in a.test.ts is no requirement'])
})

test('ranges and lists of one group are expanded', () => {
  const text = "test('a (D1-ROW-08 to 10, D2-COL-20, 22, D1-ROW-12 to D1-ROW-13, E4)', () => {})"
  expect(idsInTestNames(text).toSorted()).toEqual([
    'D1-ROW-08',
    'D1-ROW-09',
    'D1-ROW-10',
    'D1-ROW-12',
    'D1-ROW-13',
    'D2-COL-20',
    'D2-COL-22',
  ])
})
