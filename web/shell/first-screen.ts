/** The screen that the page opens with, as far as it is known before the session: its code loads meanwhile. */
import { screenOfRoute } from '../../contract/screens.ts'
import { pause } from '../kit/network.ts'
import { built } from '../screens.tsx'
import { lastTab } from './tabs.ts'

/** Longest time that the page waits for the code, in ms; then it opens without the screen. */
const longest = 2_000

/** Loads the code of the first screen. Resolves in any case: the screen itself shows that its code is missing. */
export async function loadFirstScreen(): Promise<void> {
  const name = screenOfRoute(location.pathname) ?? lastTab()
  const code = name && built[name]?.preload().catch(() => undefined)
  if (code) await Promise.race([code, pause(longest)])
}
