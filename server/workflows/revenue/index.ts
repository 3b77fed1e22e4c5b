/** What other workflows use of the revenue lines. */
export { lineFaults } from './line-faults.ts'
export { saveLines } from './save-lines.ts'
