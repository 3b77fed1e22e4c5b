/** What other subjects use of people on screens. */
export { PayoutAccountDialog } from './accounts/payout-account.ts'
