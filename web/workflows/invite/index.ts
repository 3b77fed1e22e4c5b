/** What other workflows use of package invitation. */
export { sendAsking } from './again.ts'
export { InviteButton } from './invite-button.tsx'
