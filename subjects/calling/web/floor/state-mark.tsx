/** What a person does now: icon, word, and the number in hand as the viewer may see it (D3-FLR-01). */
import { IconAlertTriangle, IconMinus, IconPhoneCall, IconUser, IconUserOff } from '@tabler/icons-react'
import { showPhone } from '#kit/contract/phone.ts'
import { floorStates, type FloorPerson, type FloorState } from '#subjects/calling/contract/calls/floor.ts'
import css from './state.module.css'

export const stateIcons = {
  calling: IconPhoneCall,
  held: IconAlertTriangle,
  idle: IconUser,
  absent: IconMinus,
  stopped: IconUserOff,
} as const satisfies Record<FloorState, typeof IconUser>

/** The look of a state: at work, needs attention, or away. */
export function toneOf(state: FloorState, needsHelp: boolean): 'busy' | 'plain' | 'away' | 'warn' {
  if (state === 'held') return 'warn'
  if (state === 'idle') return needsHelp ? 'warn' : 'plain'
  return state === 'calling' ? 'busy' : 'away'
}

/** Whether the problem is the duration. */
export const tooLong = ({ help }: Pick<FloorPerson, 'help'>): boolean =>
  help.includes('forgotten') || help.includes('idle')

export function StateMark({ person }: { person: FloorPerson }) {
  const { state, inHand } = person
  const Icon = stateIcons[state]
  return (
    <span className={css.state} data-tone={toneOf(state, tooLong(person))}>
      <Icon size={14} stroke={1.9} aria-hidden />
      <span>{floorStates[state]}</span>
      {inHand && <small>{showPhone(inHand.phone)}</small>}
    </span>
  )
}
