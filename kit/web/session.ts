/** The signed-in user. */
import { can, type Ability, type Actor } from '#platform/contract/abilities.ts'
import type { Bar, Me } from '#platform/contract/calls/session.ts'
import { createStore, useStore } from './store.ts'

export type Session = {
  actor: Actor
  user: Me
  /** A step required before all else, and whether a second factor is set up (D3-SEC-06). */
  bar: Bar | null
  hasFactor: boolean
}
export type SessionState =
  | { status: 'none' }
  | { status: 'loading' }
  | ({ status: 'in' } & Session)
  /** The token has ended; the page stays under the sign-in form. */
  | ({ status: 'expired' } & Session)

/** The one session of the page; 'loading' until the stored token was checked. */
export const session = createStore<SessionState>({ status: 'loading' })

/** The signed-in session; only for components inside the shell. */
export function useSession(): Session {
  const state = useStore(session)
  if (state.status !== 'in' && state.status !== 'expired') throw new Error('rendered without a session')
  return state
}

/** The signed-in actor. */
export const useActor = (): Actor => useSession().actor

/** Whether the signed-in actor has `ability`; false for undefined. */
export const useCan = (): ((ability: Ability | undefined) => boolean) => {
  const actor = useActor()
  return (ability) => ability !== undefined && can(actor, ability)
}
