/** What other workflows take of the dashboard: addresses of lists, and sums that are read again when they change. */
export { rowsOf } from './dashboard-links.ts'
export { useFresh } from '../../kit/use-fresh.ts'
