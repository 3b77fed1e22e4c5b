/** Entry for other workflows: checks that the upload of spreadsheets uses. */
export { clockingCheck, typedCheck } from './check-rows.ts'
export { requireBegun, saveClockings } from './timekeeping.ts'
export { saveTypedRows } from './pay-values.ts'
