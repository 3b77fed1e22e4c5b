/**
 * `npm test`: the check and all tests, against real PostgreSQL and a real browser. `npm run test:long` has many more
 * kills, boots and races.
 */
import { checkSteps } from './check-steps.ts'
import { gathering, withSecondLook } from './second-look.ts'
import { program, runSteps } from './steps.ts'
import type { Step } from './steps.ts'

const counts = (output: string): string => /Tests\s+(.*)/.exec(output)?.[1]?.trim() ?? ''

if (process.argv.includes('--long')) process.env.TEST_LONG = '1'

/** The failures, without the preceding list of all tests. */
const failuresOf = (output: string): string =>
  output.slice(Math.max(output.search(/⎯+ (Failed|Unhandled)/), 0))

const tests = (project: string, files: string[] = []): Step => {
  const all = program(
    `tests: ${project}`,
    'vitest',
    ['run', '--project', project, '--passWithNoTests', ...files],
    counts,
  )
  const run: Step['run'] = async () => {
    const { problems, ...rest } = await all.run()
    return { ...rest, problems: failuresOf(problems) }
  }
  return { ...all, run }
}
const bothThrough = gathering(2)
const lookedAtTwice = (project: string): Step =>
  withSecondLook(tests(project), (files) => tests(project, files), bothThrough)

/** Tests of pages mostly wait, like a browser; failed ones are repeated while the check goes on. */
const domStep: Step = withSecondLook(tests('dom'), (files) => tests('dom', files))

/** Runs groups of steps in order, `width` at a time within each. Resolves to the names of failed ones. */
async function lane(...groups: { steps: Step[]; width: number }[]): Promise<string[]> {
  const failed: string[] = []
  for (const { steps, width } of groups) failed.push(...(await runSteps(steps, width)))
  return failed
}

const started = Date.now()
// In parallel: browser tests mostly wait, while the others compute.
const lanes = await Promise.all([
  lane(
    { steps: [program('web build', 'node', ['tools/web-build.ts'])], width: 1 },
    { steps: [lookedAtTwice('e2e')], width: 1 },
  ),
  lane(
    // One at a time: most of them use both processors, and the browser tests run beside them.
    { steps: [...checkSteps, tests('web'), domStep], width: 1 },
    { steps: [lookedAtTwice('server')], width: 1 },
  ),
])
// Faults that no test notices are reported, but do not fail the run: some of them change nothing.
const faults: Step = program('faults of new rules', 'npm', ['run', '--silent', 'mutants'], (output) =>
  output.slice(Math.max(output.search(/\nnot noticed/), output.search(/\n\d+ faults/))),
)
const failed = [...lanes.flat(), ...(process.argv.includes('--long') ? await runSteps([faults], 1) : [])]
const seconds = Math.round((Date.now() - started) / 1000)
console.log(
  failed.length === 0 ? `\nall passed in ${seconds} s` : `\nfailed in ${seconds} s: ${failed.join('; ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
