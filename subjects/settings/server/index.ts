/** Server functions of settings that other subjects use. */
export { firstScreensOf } from './first-day/first-screens.ts'
export { lockSecrets, secretsOf } from './system-accounts/secrets-of-rows.ts'
