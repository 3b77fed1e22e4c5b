/** How the rows of each feed are taken when somebody tries them again. */
import type { FeedName } from '../../../contract/workflows/feeds.ts'
import type { Taker } from '../../kit/set-aside.ts'
import { transferRows } from '../bank/index.ts'
import { resultRows } from '../results/index.ts'

export const takers: Readonly<Record<FeedName, Taker>> = {
  bank: transferRows,
  'registration-results': resultRows,
}
