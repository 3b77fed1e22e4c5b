/** Server functions of registrations that other subjects use. */
export { lockRegistration, requireNonePending, requireNotJustNow } from './invite/recent-registrations.ts'
export { lookUpPackage } from './lookup/look-up-package.ts'
export { resultsFor } from './registration-results.ts'
