/** `npm test`: the check, the web build, then every test there is, against real PostgreSQL and a real browser. */
import { checkSteps } from './check-steps.ts'
import { program, runSteps } from './steps.ts'
import type { Step } from './steps.ts'

const counts = (output: string): string => /Tests\s+(.*)/.exec(output)?.[1]?.trim() ?? ''

const tests = (project: string): Step =>
  program(`tests: ${project}`, 'vitest', ['run', '--project', project, '--passWithNoTests'], counts)

const started = Date.now()
const failed = await runSteps([...checkSteps, tests('web')], 2)
// One after the other from here: each of these uses every processor by itself.
failed.push(...(await runSteps([program('web build', 'node', ['scripts/web-build.ts'])], 1)))
failed.push(...(await runSteps([tests('server'), tests('e2e')], 1)))
const seconds = Math.round((Date.now() - started) / 1000)
console.log(
  failed.length === 0 ? `\nall passed in ${seconds} s` : `\nfailed in ${seconds} s: ${failed.join('; ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
