/** Entry for other workflows: who gets the customers of a caller. */
export { standsFor } from './invite-again.ts'
