/** The parts of registrations that other subjects use on screens. */
export { InviteButton } from './invite/invite-button.tsx'
export { knownBalance, useTold, type ToldAnswers } from './lookup/told-answers.ts'
export { LookupPanel } from './lookup/panel.tsx'
export { sortRows } from './lookup/sort-rows.ts'
