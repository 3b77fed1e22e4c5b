/** What other workflows use of customer care. */
export { isInHand } from './care-data.ts'
export { WhyButton, WhyDialog } from './why-button.tsx'
export { recordAccepted } from './record-accepted.ts'
