/** Routes of the first day. */
import * as calls from '../../../contract/workflows/first-day.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { putFirstDayAway } from './put-away.ts'
import { readFirstDay } from './read-first-day.ts'

export function serveFirstDay(api: Api): void {
  handle(api, calls.firstDay, readFirstDay)
  handle(api, calls.putFirstDayAway, (ctx, input) => putFirstDayAway(input, ctx))
}
