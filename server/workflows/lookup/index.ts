/** Entry for other workflows: the look-up log. */
export { logLookup } from './log.ts'
export { lookUpPackage } from './look-up-package.ts'
