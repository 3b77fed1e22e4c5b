/**
 * `npm test`: the check, the web build, then every test there is, against real PostgreSQL and a real browser.
 * `npm run test:long` is the same with many more kills, boots and races.
 */
import { checkSteps } from './check-steps.ts'
import { gathering, withSecondLook } from './second-look.ts'
import { program, runSteps } from './steps.ts'
import type { Step } from './steps.ts'

const counts = (output: string): string => /Tests\s+(.*)/.exec(output)?.[1]?.trim() ?? ''

if (process.argv.includes('--long')) process.env.TEST_LONG = '1'

const tests = (project: string, files: string[] = []): Step =>
  program(`tests: ${project}`, 'vitest', ['run', '--project', project, '--passWithNoTests', ...files], counts)
const bothThrough = gathering(2)
const lookedAtTwice = (project: string): Step =>
  withSecondLook(tests(project), (files) => tests(project, files), bothThrough)

const started = Date.now()
const failed = await runSteps([...checkSteps, tests('web')], 2)
failed.push(...(await runSteps([program('web build', 'node', ['scripts/web-build.ts'])], 1)))
// Side by side: tests in a browser wait for most of their time, and those of the server compute meanwhile.
failed.push(...(await runSteps([lookedAtTwice('e2e'), lookedAtTwice('server')], 2)))
const seconds = Math.round((Date.now() - started) / 1000)
console.log(
  failed.length === 0 ? `\nall passed in ${seconds} s` : `\nfailed in ${seconds} s: ${failed.join('; ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
