/** The parts of pay that other subjects use on screens. */
export { paySources, readPayAgain } from './payroll/pay-sources.ts'
