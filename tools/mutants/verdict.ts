/** Whether tests notice a fault: they pass without it and fail with it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Verdict = 'noticed' | 'survived' | 'no test' | 'unsteady'

/** Runs test files in `folder`; true when all pass. */
function pass(tests: string[], folder: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', ...tests], {
    cwd: folder,
    stdio: 'ignore',
  })
  child.on('error', reject)
  child.on('close', (code) => resolve(code === 0))
  return promise
}

const without = new Map<string, Promise<boolean>>()

/**
 * Plants a fault and runs the tests. `plant` returns how to remove it. 'no test' if there is none to run,
 * 'unsteady' if the tests also fail without the fault.
 */
export async function verdictOf(tests: string[], folder: string, plant: () => () => void): Promise<Verdict> {
  if (tests.length === 0) return 'no test'
  const key = tests.join(' ')
  const passes = without.get(key) ?? pass(tests, folder)
  without.set(key, passes)
  if (!(await passes)) return 'unsteady'
  const takeAway = plant()
  try {
    return (await pass(tests, folder)) ? 'survived' : 'noticed'
  } finally {
    takeAway()
  }
}
