import { expect, test } from 'vitest'
import { gathering, withSecondLook } from './second-look.ts'
import type { Step } from './steps.ts'

const step = (problems: string, note = 'counts'): Step => ({
  name: 'tests',
  run: () => Promise.resolve({ problems, note }),
})
const failing = (...files: string[]): string =>
  files.map((file) => ` FAIL  |e2e| ${file} > opens (D1-X-01)\nTimeoutError\n`).join('')

test('failed files run once more, and those that then pass alone are named in the summary line', async () => {
  const runs: string[][] = []
  const again = (files: string[]): Step => (runs.push(files), step(''))
  const { problems, note } = await withSecondLook(step(failing('e2e/a.test.ts')), again).run()
  expect(runs).toEqual([['e2e/a.test.ts']])
  expect(problems).toBe('')
  expect(note).toContain(
    'counts\n     UNSTEADY, passed alone: e2e/a.test.ts opens (D1-X-01)\n     TimeoutError',
  )
})

test('a failure that repeats, is in many files or outside of a test counts as failed', async () => {
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

test('the second run waits until the other lane has finished', async () => {
  const gate = gathering(2)
  let ranAgain = false
  const again = (): Step => ((ranAgain = true), step(''))
  const looked = withSecondLook(step(failing('e2e/a.test.ts')), again, gate).run()
  await new Promise(setImmediate)
  expect(ranAgain).toBe(false)
  await withSecondLook(step(''), again, gate).run()
  expect((await looked).problems).toBe('')
  expect(ranAgain).toBe(true)
})
