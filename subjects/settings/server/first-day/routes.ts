/** Routes of the first day. */
import * as calls from '#subjects/settings/contract/calls/first-day.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { putFirstDayAway } from './put-away.ts'
import { readFirstDay } from './read-first-day.ts'

export function serveFirstDay(api: Api): void {
  handle(api, calls.firstDay, readFirstDay)
  handle(api, calls.putFirstDayAway, (ctx, input) => putFirstDayAway(input, ctx))
}
