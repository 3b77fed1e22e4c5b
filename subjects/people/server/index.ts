/** Server functions of people that other subjects use. */
export { oneAtATime, requireManageable } from './accounts/authority.ts'
export { holdClaims } from './accounts/give-back.ts'
export { handOverRows, isHandedOver } from './accounts/hand-over.ts'
export { isAppointment } from './accounts/held.ts'
export { readAccount } from './accounts/queries.ts'
export { personFilter } from './person-filter.ts'
export { addressOf, deviceCookies, lacksDevice, sentDevice } from './session/source.ts'
