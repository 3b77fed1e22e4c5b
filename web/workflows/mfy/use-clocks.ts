/** The running clocks as the server tells them, counted down here by the machine's monotonic clock (D3-CLK-02). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mfy } from '../../../contract/resources/mfy.ts'
import { clocks, type Clock } from '../../../contract/workflows/mfy.ts'
import { send } from '../../kit/client.ts'
import { refresh } from '../../kit/query.ts'

/** `until`: when it ends, on the scale of `performance.now()`, which no change of the time of day moves. */
export type RunningClock = Clock & { until: number }

/** However still the office is, clocks are compared with the server's this often, in ms. */
const compareEvery = 30_000
/** At zero the server is asked again, not more often than this, in ms. */
const leastPause = 500

/** Every running clock of the reader's scope, least time first. */
export const useClocks = () =>
  useQuery({
    queryKey: [mfy.path, clocks.path],
    queryFn: async ({ signal }): Promise<RunningClock[]> => {
      // Counted from the question on, not from its answer: never above what the server has.
      const asked = performance.now()
      const { values } = await send(clocks, {}, { signal })
      return values.map((clock) => ({ ...clock, until: asked + clock.con_lai_ms }))
    },
    refetchInterval: compareEvery,
  })

/** Reads everything again when a clock has run down; the server has expired its request by then. */
export function useReloadAtZero(running: readonly RunningClock[] | undefined): void {
  useEffect(() => {
    const next = Math.min(...(running ?? []).map(({ until }) => until))
    if (!Number.isFinite(next)) return undefined
    const timer = setTimeout(() => void refresh(mfy.path), Math.max(leastPause, next - performance.now()))
    return () => clearTimeout(timer)
  }, [running])
}

/** The seconds of the clocks turn at different moments: each is seen so long after it turned at most, in ms. */
const tick = 250

/** `performance.now()`, told anew four times a second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const look = (): void => setNow(performance.now())
    // At once as well: the screen may come back to the front after a long time.
    const first = setTimeout(look, 0)
    const timer = setInterval(look, tick)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  return now
}
