/** What other workflows take of the payroll: what makes its sums stale. */
export { paySources, readPayAgain } from './pay-sources.ts'
