/** Entry for other workflows: saving the numbers of an upload. */
export { saveScanRows } from './save-numbers.ts'
