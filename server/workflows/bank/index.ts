/** What others use of the bank's transfers. */
export { rereadMessages } from './reread-messages.ts'
export { transferRows } from './transfer-feed.ts'
