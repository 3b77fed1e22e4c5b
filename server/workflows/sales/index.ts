/** What other workflows use of the reported sales. */
export { settleReportedSales } from './settle.ts'
