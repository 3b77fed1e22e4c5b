/** What other workflows use of package invitation. */
export { InviteButton } from './invite-button.tsx'
