/** Entry for other workflows: settling reported sales. */
export { settleReportedSales } from './settle.ts'
