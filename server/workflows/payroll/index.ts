/** Entry for other workflows: checks that the upload of spreadsheets uses. */
export { clockingCheck, typedCheck } from './check-rows.ts'
export { lostDays } from './lost-days.ts'
export { joinPunches, punchCheck } from './punches.ts'
export { putClockingsBack } from './put-back.ts'
export { requireBegun, saveClockings } from './timekeeping.ts'
export { saveTypedRows } from './pay-values.ts'
