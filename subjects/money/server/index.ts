/** What other subjects use of money on the server. */
export { countOld, isWaiting, waitingSince } from './desk/waiting-rows.ts'
export { publishEndedTransfers } from './mesbank/publish-ended.ts'
