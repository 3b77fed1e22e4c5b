/** The signed-in user. */
import { can, priorities, type Ability, type Actor, type Priority } from '../../contract/abilities.ts'
import type { Me, SignedIn } from '../../contract/workflows/session.ts'
import { createStore, useStore } from './store.ts'

export type Session = {
  actor: Actor
  user: Me
  /** The user must set a password first. */
  mustChange: boolean
}
export type SessionState =
  | { status: 'none' }
  | { status: 'loading' }
  | ({ status: 'in' } & Session)
  /** The token has ended; the page stays below the sign-in. */
  | ({ status: 'expired' } & Session)

/** The one session of the page; 'loading' until the stored token was checked. */
export const session = createStore<SessionState>({ status: 'loading' })

const priorityOf = (value: number): Priority => priorities.find((priority) => priority === value) ?? 5

/** The actor of the sign-in answer; an unknown priority counts as a salesperson. */
export function sessionOf(answer: Omit<SignedIn, 'access_token'>): Session {
  const { user, role, permissions, restricted, seesRefunds } = answer
  return {
    user,
    mustChange: answer.must_change_password,
    actor: {
      id: user.id,
      username: user.username,
      fullname: user.fullname,
      priority: priorityOf(role.priority),
      roleName: role.name,
      permissions: new Set(permissions),
      brandId: user.brand_id,
      groupId: user.group_id,
      restricted,
      seesRefunds,
    },
  }
}

/** The signed-in session; only for components inside the shell. */
export function useSession(): Session {
  const state = useStore(session)
  if (state.status !== 'in' && state.status !== 'expired') throw new Error('rendered without a session')
  return state
}

/** The signed-in actor. */
export const useActor = (): Actor => useSession().actor

/** Whether the signed-in actor has `ability`; nobody has undefined. */
export const useCan = (): ((ability: Ability | undefined) => boolean) => {
  const actor = useActor()
  return (ability) => ability !== undefined && can(actor, ability)
}
