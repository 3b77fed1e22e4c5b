/** The screen that the page opens with, as far as it is known before the session: its code loads meanwhile. */
import { screenOfRoute } from '#platform/contract/screens.ts'
import { pause } from '#kit/web/network.ts'
import { currentToken } from '#kit/web/token.ts'
import { built } from '../screens.tsx'
import { LoginScreen } from '../session/outside.tsx'
import { lastTab } from '#platform/web/tabs.ts'

/** Longest time that the page waits for the code, in ms; then it opens without the screen. */
const longest = 2_000

/** Loads the code of the first screen, without a session that of the sign-in. Resolves in any case: the screen itself shows that its code is missing. */
export async function loadFirstScreen(): Promise<void> {
  const name = screenOfRoute(location.pathname) ?? lastTab()
  const screen = name && built[name].preload().catch(() => undefined)
  const code = currentToken() === null ? LoginScreen.preload().catch(() => undefined) : screen
  if (code) await Promise.race([code, pause(longest)])
}
