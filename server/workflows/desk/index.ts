/** Entry for other workflows: counts of the approving desk, and what waits there. */
export { countOld, isWaiting, waitingSince } from './waiting-rows.ts'
