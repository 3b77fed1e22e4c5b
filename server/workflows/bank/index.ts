/** Entry for other workflows: reading bank messages again. */
export { rereadMessages } from './reread-messages.ts'
export { transferRows } from './transfer-feed.ts'
