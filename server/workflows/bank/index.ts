/** What other workflows use of the bank's transfers. */
export { transferRows } from './transfer-feed.ts'
