/** What other workflows use of the registration results. */
export { resultRows } from './result-feed.ts'
export { writeResultLines } from './write-lines.ts'
