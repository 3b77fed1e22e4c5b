/** What other workflows use of package invitation. */
export { sendConfirmed } from './send-confirmed.ts'
export { InviteButton, useInvite } from './invite-button.tsx'
