/** Server functions of money that other subjects use. */
export { countOld, isWaiting, waitingSince } from './desk/waiting-rows.ts'
export { publishEndedTransfers } from './mesbank/publish-ended.ts'
