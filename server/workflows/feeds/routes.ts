/** Routes about the feeds of outside systems. */
import * as calls from '../../../contract/workflows/feeds.ts'
import type { Config } from '../../config.ts'
import { handle } from '../../kit/call.ts'
import type { House } from '../../kit/handle.ts'
import { listSetAside } from './list-set-aside.ts'
import { dismiss, retry } from './settle.ts'
import { statesOf } from './states.ts'

/** Registers the calls; what is not configured is not polled, and so never late. */
export function serveFeeds(house: House, { bank, carrier }: Config): void {
  const polled = { bank: bank.feed !== undefined, 'registration-results': carrier !== undefined }
  handle(house, calls.feedStates, async (ctx) => ({ values: await statesOf(ctx.db, polled) }))
  handle(house, calls.setAsideList, (ctx, query) => listSetAside(query, ctx))
  handle(house, calls.retrySetAside, (ctx, input) => retry(input, ctx))
  handle(house, calls.dismissSetAside, (ctx, input) => dismiss(input, ctx))
}
