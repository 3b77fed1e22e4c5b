/** Entry for other workflows: counts of the approving desk. */
export { countOld, waitingSince } from './waiting-rows.ts'
