/** Entry for other workflows: staff from a file. */
export { saveStaffRows, staffCheck } from './staff-file.ts'
