/** What other workflows use of the look-ups. */
export { logLookup } from './log.ts'
export { lookUpPackage } from './look-up-package.ts'
