/** What other workflows use of package invitation. */
export { sendConfirmed as sendAsking } from './send-confirmed.ts'
export { InviteButton } from './invite-button.tsx'
