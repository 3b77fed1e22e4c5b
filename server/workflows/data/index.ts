/** What other workflows may call: saving the rows of an import, and how the name of a file is read. */
export { saveListRows } from '../../resources/customer/lists.ts'
export { readFileName } from './pool-file.ts'
export { savePoolRows } from './save-pool-rows.ts'
