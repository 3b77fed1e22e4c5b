/** What other subjects use of settings on the server. */
export { firstScreensOf } from './first-day/first-screens.ts'
export { lockSecrets, secretsOf } from './system-accounts/secrets-of-rows.ts'
