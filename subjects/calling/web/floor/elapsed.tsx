/** Running times: one clock for the whole screen, read by the cells alone (D3-FLR-01). */
import { createContext, useContext, type ReactNode } from 'react'
import { serverClock, useClock } from '#kit/web/use-clock.ts'
import { runningTime } from './running-time.ts'

const Now = createContext(0)

/** The server's time in ms, each second, for whatever is inside; what does not read it is not rendered again. */
export const Ticking = ({ children }: { children: ReactNode }) => (
  <Now value={useClock(serverClock, 1_000)}>{children}</Now>
)

/** The server's time in ms. */
export const useNow = (): number => useContext(Now)

/** How long ago `since` was. */
export const Elapsed = ({ since }: { since: string }) => runningTime(useNow() - Date.parse(since))
