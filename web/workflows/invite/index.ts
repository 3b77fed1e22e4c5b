/** What other workflows use of package invitation. */
export { InviteButton, useInvite } from './invite-button.tsx'
