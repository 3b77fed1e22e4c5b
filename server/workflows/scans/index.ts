/** What other workflows may call: saving the numbers of an upload. */
export { saveScanRows } from './save-numbers.ts'
