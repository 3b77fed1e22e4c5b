/** Entry for other workflows: staff from a file; accounts, their claims held, and numbers given to another. */
export { oneAtATime, requireManageable } from './authority.ts'
export { holdClaims } from './give-back.ts'
export { giveTo, handed } from './hand-over.ts'
export { isAppointment } from './held.ts'
export { readAccount } from './queries.ts'
export { saveStaffRows, staffCheck } from './staff-file.ts'
