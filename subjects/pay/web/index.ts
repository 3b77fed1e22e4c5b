/** What other subjects use of pay on screens. */
export { paySources, readPayAgain } from './payroll/pay-sources.ts'
