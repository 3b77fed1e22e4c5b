/** What the screen of the stock uses of orders and holds. */
export { holdActions } from './hold.tsx'
export { OrderDialog } from './order-dialog.tsx'
