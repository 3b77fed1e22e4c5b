/** What other workflows use of the payments of orders. */
export { acceptProposal } from './accept-proposal.ts'
export { OrderCell } from './order-cell.tsx'
export { OtherSide, type Side } from './other-side.tsx'
export { PayCard } from './pay-card.tsx'
export { PaymentPart } from './payment-part.tsx'
