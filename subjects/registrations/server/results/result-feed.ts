/** The carrier's feed of registration results: parsing and storing of its rows. */
import { randomUUID } from 'node:crypto'
import { resultRow } from '#platform/server/gateways/carrier/answers.ts'
import type { Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import type { Feed } from '#platform/server/feeds/feed.ts'
import { ingesterOf } from '#platform/server/feeds/quarantine.ts'
import { storeResults } from './store-results.ts'

export const resultRows = ingesterOf({
  feed: 'registration-results',
  shape: resultRow,
  store: (rows, ctx) =>
    storeResults(
      rows.map(({ staff, ...result }) => ({ ...result, username_nv: staff ?? null })),
      ctx,
    ),
})

/** Polling interval of an exhausted feed, in seconds. */
const everySeconds = 5

/** The feed of `carrier`; the first cursor is empty. */
export const resultFeed = (carrier: Carrier): Feed => ({
  rows: resultRows,
  ask: (cursor) => carrier.results(cursor ?? '', randomUUID()),
  everySeconds,
})
