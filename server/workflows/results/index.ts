/** Entry for other workflows: reading result rows. */
export { resultRows } from './result-feed.ts'
export { writeResultLines } from './write-lines.ts'
