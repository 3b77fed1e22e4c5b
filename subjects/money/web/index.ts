/** What other subjects use of money on screens. */
export { PaymentSection } from './transfers/payment-section.tsx'
