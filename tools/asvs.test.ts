/** Each rule of the list finds its planted fault. */
import { expect, test } from 'vitest'
import { asvsNote, asvsOfProject, asvsProblems, readAsvs, type AsvsLine, type Named } from './asvs.ts'

const named: Named = {
  fileText: (path) =>
    ({
      'server/a.test.ts': `test('an answer is escaped (D1-ROW-01)', () => undefined)\ntest(\`\${path}: is refused\`, run)`,
      'docs/a.md': '# Page\n\n## Sessions\n',
    })[path],
  steps: ['words'],
}

const line = (more: Partial<AsvsLine> = {}): AsvsLine => ({
  id: 'V1.2.1',
  level: '1',
  applies: 'yes',
  how: 'Texts are escaped.',
  test: 'server/a.test.ts: an answer is escaped',
  note: '',
  ...more,
})

/** Problems of one line, without the ids that are missing beside it. */
const faults = (more: Partial<AsvsLine>): string[] =>
  asvsProblems([line(more)], named).filter((problem) => !problem.endsWith('is missing'))

test('every id of level 1 and 2 must be listed exactly once', () => {
  const problems = asvsProblems([line(), line()], named)
  expect(problems).toContain('V1.2.1: is there twice')
  expect(problems).toContain('V1.2.2: of level 1, is missing')
  expect(problems).toContain('V1.2.6: of level 2, is missing')
  expect(problems.filter((problem) => problem.includes('V1.2.10'))).toEqual([])
  expect(problems.filter((problem) => problem.includes('of level 1, is missing'))).toHaveLength(69)
  expect(problems.filter((problem) => problem.includes('of level 2, is missing'))).toHaveLength(183)
})

test('an unknown id, and one of another level, is reported', () => {
  expect(faults({ id: 'V1.2.99' })).toEqual([expect.stringContaining('no such id')])
  expect(faults({ level: '2' })).toEqual(['V1.2.1: is of level 1'])
})

test('a test is found by its name, with its ids or without; a missing test, file, step or heading is reported', () => {
  for (const proof of [
    'server/a.test.ts: an answer is escaped (D1-ROW-01)',
    'server/a.test.ts: ${path}: is refused',
    'docs/a.md: Sessions',
    'check: words',
    'check: words | docs/a.md: Page',
  ])
    expect([proof, faults({ test: proof })]).toEqual([proof, []])
  expect(faults({ test: 'server/a.test.ts: an answer' })).toEqual([expect.stringContaining('has no test')])
  expect(faults({ test: 'server/b.test.ts: an answer is escaped' })).toEqual([
    expect.stringContaining('is no file'),
  ])
  expect(faults({ test: 'docs/a.md: Keys' })).toEqual([expect.stringContaining('has no heading')])
  expect(faults({ test: 'check: other' })).toEqual([expect.stringContaining('has no step')])
  expect(faults({ test: 'words' })).toEqual([expect.stringContaining('is no file')])
})

test('a line has a test or a reason', () => {
  expect(faults({ test: '' })).toHaveLength(1)
  expect(faults({ test: '', note: 'soon' })).toHaveLength(1)
  expect(faults({ test: '', note: 'Missing: nobody looks' })).toEqual([])
  expect(faults({ test: '', note: 'Operator: by the certificate' })).toEqual([])
  expect(faults({ how: '' })).toHaveLength(1)
  expect(faults({ applies: 'no' })).toHaveLength(1)
  expect(faults({ applies: 'no', test: '', how: '', note: 'There is none.' })).toEqual([])
  expect(faults({ applies: 'maybe' })).toHaveLength(1)
})

test('the list is CSV with its six columns', () => {
  const head = 'id,level,applies,how,test,note\n'
  expect(readAsvs(`${head}V1.2.1,1,yes,"Says ""no"", or not.",a.test.ts: b,\n`)).toEqual([
    line({ how: 'Says "no", or not.', test: 'a.test.ts: b' }),
  ])
  expect(() => readAsvs('id,level\n')).toThrow('columns')
  expect(() => readAsvs(`${head}V1.2.1,1,yes\n`)).toThrow('3 cells')
})

test('unfulfilled lines are not counted', () => {
  expect(asvsNote([line(), line({ note: 'Missing: half of it' }), line({ applies: 'no' })])).toBe(
    '1 of 2 of level 1, 0 of 0 of level 2',
  )
})

test('the list of the project names existing tests only', () => {
  const { problems } = asvsOfProject([
    'lint and walls (oxlint)',
    'words, walls, lengths',
    'components',
    'types of server and scripts',
  ])
  expect(problems).toEqual([])
})
