import { expect, test } from 'vitest'
import { gathering, withSecondLook } from './second-look.ts'
import type { Step } from './steps.ts'

const step = (problems: string, note = 'counts'): Step => ({
  name: 'tests',
  run: () => Promise.resolve({ problems, note }),
})
const failing = (...files: string[]): string =>
  files.map((file) => ` FAIL  |e2e| ${file} > opens (D1-X-01)\nTimeoutError\n`).join('')

test('files that failed run once more, and what passes alone is named in the line', async () => {
  const asked: string[][] = []
  const again = (files: string[]): Step => (asked.push(files), step(''))
  const { problems, note } = await withSecondLook(step(failing('e2e/a.test.ts')), again).run()
  expect(asked).toEqual([['e2e/a.test.ts']])
  expect(problems).toBe('')
  expect(note).toContain(
    'counts\n     UNSTEADY, passed alone: e2e/a.test.ts opens (D1-X-01)\n     TimeoutError',
  )
})

test('what fails twice, in many files or outside of a test has failed', async () => {
  const bad = (): Step => step('still')
  const twice = await withSecondLook(step(failing('e2e/a.test.ts')), bad).run()
  expect(twice.problems).toContain('still')
  const never = (): Step => {
    throw new Error('must not run')
  }
  const many = failing('e2e/a.test.ts', 'e2e/b.test.ts', 'e2e/c.test.ts')
  expect((await withSecondLook(step(many), never).run()).problems).toBe(many)
  expect((await withSecondLook(step('the browser did not start'), never).run()).problems).not.toBe('')
  expect((await withSecondLook(step(''), never).run()).problems).toBe('')
})

test('the second run waits until the other lane is through', async () => {
  const both = gathering(2)
  let asked = false
  const again = (): Step => ((asked = true), step(''))
  const looked = withSecondLook(step(failing('e2e/a.test.ts')), again, both).run()
  await new Promise(setImmediate)
  expect(asked).toBe(false)
  await withSecondLook(step(''), again, both).run()
  expect((await looked).problems).toBe('')
  expect(asked).toBe(true)
})
