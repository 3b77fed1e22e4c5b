/** What other workflows use of signing in: hashing, the shape of an address, ending sessions, who asks without one. */
export { passwordFault } from './password-rule.ts'
export { hashPassword } from './password.ts'
export { looksLikeEmail } from './save-profile.ts'
export { addressOf, deviceCookie, sentDevice } from './source.ts'
export { endSessions } from './sign-in.ts'
