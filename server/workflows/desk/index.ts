/** What other workflows use of the approving desk. */
export { countOld, waitingSince } from './waiting-rows.ts'
