/** Entry for other workflows: hashing, password and email rules, ending sessions, sources of requests without a session. */
export { passwordFault } from './password-rule.ts'
export { hashPassword } from './password.ts'
export { looksLikeEmail } from './save-profile.ts'
export { addressOf, deviceCookies, lacksDevice, sentDevice } from './source.ts'
export { takeFactorAway } from './second-factor.ts'
export { endSessions } from './sign-in.ts'
