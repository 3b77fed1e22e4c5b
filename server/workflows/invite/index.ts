/** What other workflows use of package invitation: whether a package was just registered or ordered for a number. */
export { lockRegistration, requireNonePending, requireNotJustNow } from './recent-registrations.ts'
