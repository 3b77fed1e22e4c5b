/** What other workflows use of the payments of orders. */
export { acceptProposal } from './accept-proposal.ts'
export { OrderCell } from './order-cell.tsx'
export { PaymentSideDrawer, type PaymentSide } from './payment-side-drawer.tsx'
export { PayCard } from './pay-card.tsx'
export { PaymentSection } from './payment-section.tsx'
