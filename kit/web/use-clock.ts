/** A clock that renders its component again and again. */
import { useEffect, useState } from 'react'
import { present } from '#kit/contract/dates.ts'

/** The server's time in ms. */
export const serverClock = (): number => present().getTime()

/** The browser's clock in ms that does not follow changes of the system time. */
export const monotonicClock = (): number => performance.now()

/** The time of `clock`, one of the two above, updated every `every` ms while the screen is in front. */
export function useClock(clock: () => number, every: number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const update = (): void => setNow(clock())
    // At once as well: the screen may come back to the front after a long time.
    const first = setTimeout(update, 0)
    const timer = setInterval(update, every)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [clock, every])
  return now
}
