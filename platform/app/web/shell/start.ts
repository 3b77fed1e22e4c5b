/** Connects the kit to the shell: client events, toasts, and the check of the stored session. */
import { messages, notice } from '#platform/contract/messages.ts'
import { onClientEvent, onRefusal, type ClientEvent } from '#kit/web/client.ts'
import { noticeTone, onToast, showError, toast } from '#kit/web/feedback.ts'
import { lazyCode } from '#kit/web/lazy-part.tsx'
import { session } from '#kit/web/session.ts'
import { refreshPublicSettings } from '#kit/web/public-settings.ts'
import { currentToken } from '#kit/web/token.ts'
import { expire, followOtherTabs, resume } from '../session/sign-in.ts'
import { followLook } from '#platform/web/theme/look.ts'
import { showToast } from './toasts.tsx'
import { screenOfRoute } from '#platform/contract/screens.ts'
import { pause } from '#kit/web/network.ts'
import { screenComponents } from '../screens.tsx'
import { LoginScreen } from '../session/outside.tsx'
import { lastTab } from '#platform/web/tabs.ts'

/** Longest time in ms that the page waits for the code; then it opens without the screen. */
const longest = 2_000

/**
 * Loads the code of the first screen while the session is read; without a session that of the sign-in. Resolves in
 * any case: the screen itself shows that its code is missing.
 */
async function loadFirstScreen(): Promise<void> {
  const name = screenOfRoute(location.pathname) ?? lastTab()
  const screen = name && screenComponents[name].preload().catch(() => undefined)
  const code = currentToken() === null ? LoginScreen.preload().catch(() => undefined) : screen
  if (code) await Promise.race([code, pause(longest)])
}

/** Ends the session on the page and reports it once, however many calls were refused. */
export function sessionEnded(): void {
  const { status } = session.get()
  expire()
  if (status === 'in' || status === 'loading') toast('failure', messages.sessionEnded)
}

function onEvent(event: ClientEvent): void {
  // A wrong password at the sign-in does not end a session.
  const noSession = session.get().status === 'none' && currentToken() === null
  if (event.kind === 'unauthenticated') {
    if (!noSession) sessionEnded()
  } else if (event.kind === 'barred') {
    // Another tab of the browser has signed in again, or a second factor is now required.
    session.set((now) => (now.status === 'in' ? { ...now, bar: event.bar } : now))
  } else if (event.kind === 'said') toast('success', event.msg)
  else toast(noticeTone(event.notice), notice(event.notice))
}

/** Questions after refusals; loaded with the first of them. */
const questions = lazyCode(() => import('./refusal-questions.ts'))

/** Pages that end the session, so it is not resumed. */
const logoutPaths = ['/logout', '/refresh-cache']

/** Subscribes and resumes the session; once, before the page is mounted. */
export function startShell(): void {
  onToast(showToast)
  onRefusal({
    AGAIN: async (words) => (await questions()).askAgain(words),
    DO_NOT_CALL: async (words) => (await questions()).askInsistence(words),
    UNPRICED: async (words) => (await questions()).askUnpriced(words),
  })
  onClientEvent(onEvent)
  followLook()
  followOtherTabs()
  refreshPublicSettings()
  if (!logoutPaths.includes(location.pathname)) resume(loadFirstScreen()).catch(showError)
}
