/** What other workflows use of the revenue lines. */
export { refuseRows } from './refuse-rows.ts'
export { saveLines } from './save-lines.ts'
