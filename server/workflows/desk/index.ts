/** What other workflows use of the approving desk. */
export { waitingSince } from './waiting-rows.ts'
