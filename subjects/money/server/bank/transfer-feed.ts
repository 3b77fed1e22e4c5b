/** The bank's feed of transfers, polled or pushed: parsing and storing of its rows. */
import type { BankFeed } from '#platform/server/gateways/bank/bank.ts'
import { transactionIdOf, transferShape } from '#platform/server/gateways/bank/transfer-shape.ts'
import type { Feed } from '#platform/server/feeds/feed.ts'
import { ingesterOf } from '#platform/server/feeds/quarantine.ts'
import { storeTransfers } from './store-transfers.ts'

export const transferRows = ingesterOf({
  feed: 'bank',
  shape: transferShape,
  store: storeTransfers,
  refOf: transactionIdOf,
})

export const transferFeed = (bank: BankFeed, everySeconds: number): Feed => ({
  rows: transferRows,
  ask: (cursor) => bank.read(cursor),
  everySeconds,
})
