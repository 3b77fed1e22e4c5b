/** Routes for the feeds of external systems. */
import * as calls from '#platform/contract/calls/feeds.ts'
import type { Config } from '#platform/server/running/config.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { listQuarantined } from './list-quarantined.ts'
import { dismiss, retry } from './resolve-quarantined.ts'
import { statesOf } from '#platform/server/feeds/states.ts'

/** Registers the calls. A feed that is not configured is not polled, so it is never late. */
export function serveFeeds(api: Api, { bank, carrier }: Config): void {
  const polled = { bank: bank.feed !== undefined, 'registration-results': carrier !== undefined }
  handle(api, calls.feedStates, async (ctx) => ({ values: await statesOf(ctx.db, polled) }))
  handle(api, calls.quarantineList, (ctx, query) => listQuarantined(query, ctx))
  handle(api, calls.retryQuarantined, (ctx, input) => retry(input, ctx))
  handle(api, calls.dismissQuarantined, (ctx, input) => dismiss(input, ctx))
}
