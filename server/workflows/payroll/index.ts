/** What the upload of spreadsheets needs of the payroll. */
export { clockingCheck, typedCheck } from './check-rows.ts'
export { requireBegun, saveClockings } from './timekeeping.ts'
export { saveTypedRows } from './typed.ts'
