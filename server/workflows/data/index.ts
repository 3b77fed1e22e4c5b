/** Entry for other workflows: saving imported rows, and reading a file name. */
export { saveListRows } from '../../resources/customer/lists.ts'
export { readFileName } from './pool-file.ts'
export { savePoolRows, subscriberColumns } from './save-pool-rows.ts'
export { dropEmptyFile, holdFile } from './taken-back.ts'
