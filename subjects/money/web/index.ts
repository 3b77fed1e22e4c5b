/** The parts of money that other subjects use on screens. */
export { PaymentSection } from './transfers/payment-section.tsx'
