/** The parts of calling that other subjects use on screens. */
export { isInHand, readInHand, useAppointmentsNow, useCurrent, useNow } from './care/care-data.ts'
export { dueAt } from './care/due.ts'
export { recordAccepted } from './care/record-accepted.ts'
export { WhyButton, WhyDialog } from './care/why-button.tsx'
