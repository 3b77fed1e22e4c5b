/** The invariants of the product, where the tests look for them. */
export { brokenInvariants, invariants } from '../server/db/invariants.ts'
