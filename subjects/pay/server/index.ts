/** Server functions of pay that other subjects use. */
export { placedAt, staffOf } from './reports/branch-staff.ts'
export { withPayScope } from './reports/pay-scope.ts'
