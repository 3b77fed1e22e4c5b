/** What other workflows use of the revenue lines. */
export { findLines } from './find-lines.ts'
