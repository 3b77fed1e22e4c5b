/** How quarantined rows of each feed are stored on retry. */
import type { FeedName } from '#platform/contract/calls/feeds.ts'
import type { Ingester } from '#platform/server/feeds/quarantine.ts'
import { transferRows } from '#subjects/money/server/bank/transfer-feed.ts'
import { resultRows } from '#subjects/registrations/server/results/result-feed.ts'

export const ingesters: Readonly<Record<FeedName, Ingester>> = {
  bank: transferRows,
  'registration-results': resultRows,
}
