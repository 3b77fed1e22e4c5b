/** What shell and other workflows use of the page of a customer. */
export { customerPage, openCustomerOf } from './open-page.ts'
