/** `npm run check`: types, lint, walls, format, unused code, coverage page and the pure tests, in under a minute. */
import { checkSteps } from './check-steps.ts'
import { runSteps } from './steps.ts'

const failed = await runSteps(checkSteps, 2)
console.log(failed.length === 0 ? '\ncheck passed' : `\ncheck failed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
