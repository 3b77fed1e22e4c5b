/** Public entry for other workflows: preview of a decision on many rows. */
export { countRows } from './count-rows.ts'
