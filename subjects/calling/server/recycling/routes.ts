/** Routes of the recycling rules. */
import * as calls from '#subjects/calling/contract/calls/recycling.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { reachedAgain } from './reached.ts'
import { previewRules, saveRules } from './save.ts'
import { recycleState } from './state.ts'

/** Period over which the screen compares calls, in days. */
const reachedDays = 30

export function serveRecycling(api: Api): void {
  handle(api, calls.recycleState, (ctx) => recycleState(ctx))
  handle(api, calls.saveRecycle, (ctx, input) => saveRules(input, ctx))
  handle(api, calls.recycleReached, (ctx) => reachedAgain(ctx, reachedDays))
  handle(api, calls.previewRecycle, (ctx, input) => previewRules(input, ctx))
}
