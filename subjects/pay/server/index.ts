/** What other subjects use of pay on the server. */
export { placedAt, staffOf } from './reports/branch-staff.ts'
export { withPayScope } from './reports/pay-scope.ts'
