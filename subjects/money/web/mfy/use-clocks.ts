/** The running clocks of the server, counted down by the browser's monotonic clock (D3-CLK-02). */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { clocks, type Clock } from '#subjects/money/contract/calls/mfy.ts'
import { send } from '#kit/web/client.ts'
import { refresh } from '#kit/web/query.ts'
import { monotonicClock, useClock } from '#kit/web/use-clock.ts'
import { isWaiting, type Row } from './rows.ts'

/** `until`: its end in `performance.now()` time, which changes of the system clock do not move. */
export type RunningClock = Clock & { until: number }

/** Clocks are compared with the server's at least this often, in ms. */
const compareEvery = 30_000
/** Minimum time between two readings at zero, in ms. */
const leastPause = 500

/** Every running clock of the reader's scope, least time left first. */
export const useClocks = () =>
  useQuery({
    queryKey: [mfy.path, clocks.path],
    queryFn: async ({ signal }): Promise<RunningClock[]> => {
      // Counted from the request, not from its answer, so that it never shows more time than the server has.
      const requestedAt = performance.now()
      const { values } = await send(clocks, {}, { signal })
      return values.map((clock) => ({ ...clock, until: requestedAt + clock.con_lai_ms }))
    },
    refetchInterval: compareEvery,
  })

/** Ids of waiting rows without a running clock, joined by spaces: the list was read before their wait ended, the clocks afterwards. */
const withoutClock = (
  rows: readonly Row[] | undefined,
  running: readonly RunningClock[] | undefined,
): string => {
  if (!rows || !running) return ''
  const ids = new Set(running.map(({ id }) => id))
  return rows.flatMap((row) => (isWaiting(row) && !ids.has(row.id) ? row.id : [])).join(' ')
}

/**
 * Reads everything again when a clock reaches zero (by then the server has expired its request), and once for waiting rows
 * without a clock.
 */
export function useReloadAtZero(rows: readonly Row[] | undefined): void {
  const { data: running } = useClocks()
  useEffect(() => {
    const next = Math.min(...(running ?? []).map(({ until }) => until))
    if (!Number.isFinite(next)) return undefined
    const timer = setTimeout(() => void refresh(mfy.path), Math.max(leastPause, next - performance.now()))
    return () => clearTimeout(timer)
  }, [running])
  const ended = withoutClock(rows, running)
  useEffect(() => {
    if (ended) void refresh(mfy.path)
  }, [ended])
}

/** `performance.now()`, read four times a second, as each clock changes its second at another moment. */
export const useSeconds = (): number => useClock(monotonicClock, 250)
