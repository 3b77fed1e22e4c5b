/** Running times: one clock for the whole screen, read only by the cells (D3-FLR-01). */
import { createContext, useContext, type ReactNode } from 'react'
import { serverClock, useClock } from '#kit/web/use-clock.ts'
import { runningTime } from './running-time.ts'

const Now = createContext(0)

/** Provides the server's time in ms, each second; only components that read it are rendered again. */
export const Ticking = ({ children }: { children: ReactNode }) => (
  <Now value={useClock(serverClock, 1_000)}>{children}</Now>
)

/** The server's time in ms. */
export const useNow = (): number => useContext(Now)

/** Time passed since `since`. */
export const Elapsed = ({ since }: { since: string }) => runningTime(useNow() - Date.parse(since))
