/** Server functions of numbers that other subjects use. */
export { beginMovements, takeTime } from './customer/moving.ts'
export { checked, inCustomerScope } from './customer/visible.ts'
export { readFileName } from './data/pool-file.ts'
export { savePoolRows } from './data/save-pool-rows.ts'
