/** What other workflows use of customer care. */
export { isInHand, readInHand, useCurrent } from './care-data.ts'
export { WhyButton, WhyDialog } from './why-button.tsx'
export { recordAccepted } from './record-accepted.ts'
export { ResultMark } from './result-icon.tsx'
