/** How quarantined rows of each feed are stored on retry. */
import type { FeedName } from '../../../contract/workflows/feeds.ts'
import type { Ingester } from '../../feeds/quarantine.ts'
import { transferRows } from '../bank/index.ts'
import { resultRows } from '../results/index.ts'

export const ingesters: Readonly<Record<FeedName, Ingester>> = {
  bank: transferRows,
  'registration-results': resultRows,
}
