/** Entry for other workflows: what a decision on many rows would be. */
export { countRows } from './count-rows.ts'
