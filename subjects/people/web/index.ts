/** The parts of people that other subjects use on screens. */
export { PayoutAccountDialog } from './accounts/payout-account.ts'
