/** Entry for other workflows: staff from a file, and keeping an account from claiming. */
export { holdClaims } from './give-back.ts'
export { saveStaffRows, staffCheck } from './staff-file.ts'
