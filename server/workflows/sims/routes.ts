/** Routes of numbers and their orders besides those of the declarations. */
import { endHold, holdSim } from '../../../contract/workflows/sims.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { hold, release } from './holds.ts'
import { servePublicCalls } from './public-calls.ts'

/** Registers the calls. */
export function serveSims(api: Api): void {
  servePublicCalls(api)
  handle(api, holdSim, hold)
  handle(api, endHold, release)
}
