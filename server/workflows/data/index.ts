/** What other workflows may call: saving the rows of an import. */
export { saveListRows } from '../../resources/customer/lists.ts'
export { savePoolRows } from './save-pool-rows.ts'
