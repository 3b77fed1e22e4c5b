/** What other workflows use of the registration results. */
export { importedResults } from './import-results.ts'
export { resultRows } from './result-feed.ts'
export { writeResultLines } from './write-lines.ts'
