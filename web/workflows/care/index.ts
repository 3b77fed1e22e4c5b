/** What other workflows use of customer care. */
export { isInHand } from './care-data.ts'
export { recordAccepted } from './record-accepted.ts'
