/** Starts, resumes and ends the session of the page. */
import { priorities, type Priority } from '#platform/contract/abilities.ts'
import type { InputOf } from '#kit/contract/call.ts'
import { login, logout, me, type SignedIn } from '#platform/contract/calls/session.ts'
import { reauth, send } from '#kit/web/client.ts'
import { queryClient } from '#kit/web/query.ts'
import { session, type Session } from '#kit/web/session.ts'
import { keepViews } from '#kit/web/views/view-data.ts'
import { currentToken, dropToken, storeToken } from '#kit/web/token.ts'
import { arriveHere, forgetTabs, keepTabs, openFirst, resetTabs, restoreTabs } from '#platform/web/tabs.ts'

const priorityOf = (value: number): Priority => priorities.find((priority) => priority === value) ?? 5

/** The actor in a sign-in answer; an unknown priority counts as a salesperson. */
export function sessionOf(answer: Omit<SignedIn, 'access_token'>): Session {
  const { user, role, permissions, restricted, seesRefunds, deskByCode, decidesOwn, second_factor } = answer
  return {
    user,
    bar: answer.must_change_password ? 'PASSWORD_CHANGE' : second_factor === 'due' ? 'FACTOR_SETUP' : null,
    hasFactor: second_factor === 'set',
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
      deskByCode,
      decidesOwn,
    },
  }
}

/** Answers every call that waits for the session to be confirmed. */
export function answerReauth(confirmed: boolean): void {
  const waiting = reauth.get()
  reauth.set([])
  for (const answer of waiting) answer(confirmed)
}

/** Clears everything of the former user: tabs, cache. The state of the menu stays (D1-Q-026). */
function startFresh(): void {
  answerReauth(false)
  queryClient.clear()
  resetTabs()
}

/**
 * Channel between the tabs of the browser, which share the token: id of the user who signed in, null for a
 * sign-out.
 */
let otherTabs: BroadcastChannel | undefined

/** Removes every row of the former user from the page and shows the sign-in. */
function leave(): void {
  startFresh()
  session.set({ status: 'none' })
}

/** A sign-out in one tab also clears the rows in others; a sign-in applies to all of them (threats C2). */
export function followOtherTabs(): void {
  otherTabs = new BroadcastChannel('session')
  otherTabs.onmessage = ({ data: userId }: MessageEvent<string | null>) => {
    const now = session.get()
    if (userId === null) leave()
    else if (!('actor' in now)) return
    else if (now.actor.id !== userId) location.reload()
    else if (now.status === 'expired') {
      // Keeps the former rights: the live channel asks for the present ones.
      keepTabs()
      session.set({ ...now, status: 'in' })
      void queryClient.invalidateQueries()
    }
  }
}

/** Signs in. After an ended session the same user continues on the same page; another user gets a new workspace. */
export async function signIn(sent: InputOf<typeof login>): Promise<void> {
  const answer = await send(login, sent, { quiet: true, impatient: true })
  storeToken(answer.access_token, answer.expires_in)
  const before = session.get()
  const next = sessionOf(answer)
  const same = before.status === 'expired' && before.actor.id === next.actor.id
  if (!same) startFresh()
  const { views, first } = await send(me, {}, { quiet: true })
  keepViews(views)
  if (same) keepTabs()
  else {
    restoreTabs(next.actor)
    openFirst(next.actor, first)
  }
  session.set({ status: 'in', ...next })
  otherTabs?.postMessage(next.actor.id)
  await queryClient.invalidateQueries()
}

/**
 * Resumes the session of a stored token, if it is valid; shows nothing before `firstScreen`, the code of the active
 * screen.
 */
export async function resume(firstScreen: Promise<void>): Promise<void> {
  session.set({ status: 'loading' })
  if (currentToken() === null) {
    await firstScreen
    session.set({ status: 'none' })
    return
  }
  try {
    const [answer] = await Promise.all([send(me, {}), firstScreen])
    keepViews(answer.views)
    const next = sessionOf(answer)
    // Signed out while the request was running.
    if (session.get().status !== 'loading') return
    restoreTabs(next.actor)
    arriveHere()
    session.set({ status: 'in', ...next })
  } catch (error) {
    // 401 has already ended the session; after another error the token is kept for the next try.
    if (session.get().status === 'loading') session.set({ status: 'none' })
    throw error
  }
}

/** The server no longer accepts the token: clears it and the stored state, keeps the page below the sign-in. */
export function expire(): void {
  const now = session.get()
  dropToken()
  forgetTabs()
  if (now.status === 'in') session.set({ ...now, status: 'expired' })
  else if (now.status === 'loading') session.set({ status: 'none' })
}

/** Ends the session here and on the server, and clears everything stored (D1-Q-014, D1-Q-025). */
export async function signOut(): Promise<void> {
  const token = currentToken()
  if (token !== null) {
    try {
      await send(logout, { accessToken: token }, { quiet: true, impatient: true })
    } catch {
      // The user is signed out in any case; the server's session expires by itself.
    }
  }
  dropToken()
  forgetTabs()
  otherTabs?.postMessage(null)
  leave()
}
