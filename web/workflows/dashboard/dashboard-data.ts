/** Reads the dashboard: again when something it counts has changed, at most every ten seconds, never while hidden. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppError } from '../../../contract/kit/error.ts'
import {
  dashboard,
  dashboardHours,
  type Dashboard,
  type DashboardPeriod,
  type Hour,
} from '../../../contract/workflows/dashboard.ts'
import { send } from '../../kit/client.ts'
import { channel } from '../../kit/live.ts'
import { queryClient } from '../../kit/query.ts'
import { useStore } from '../../kit/store.ts'

const key = 'dashboard'
/** The shortest time between two reads by itself. */
const pause = 10_000
const minute = 60_000

/** Resources whose rows the figures count. */
const counted: readonly string[] = [
  'care/history',
  'customer',
  'customer-message-9084',
  'mesbank',
  'khr',
  'baodo',
  'uploadchiadata',
]

const resourceOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'resource' in event ? event.resource : undefined

/** React stops the effects of a hidden tab, and the clock looks whether the page can be seen. */
function useFresh(): void {
  const live = useStore(channel)
  useEffect(() => {
    let changed = false
    const note = (event: unknown): void => {
      if (counted.includes(String(resourceOf(event)))) changed = true
    }
    live?.on('change', note)
    const clock = setInterval(() => {
      if (!changed || document.visibilityState !== 'visible') return
      changed = false
      void queryClient.invalidateQueries({ queryKey: [key, dashboard.path] })
    }, pause)
    return () => {
      live?.off('change', note)
      clearInterval(clock)
    }
  }, [live])
}

const within = (team: string) => (team === '' ? {} : { team })

/** The figures of the period; the old ones stay on screen until the new ones are there. */
export function useDashboard(period: DashboardPeriod, team: string): UseQueryResult<Dashboard, AppError> {
  useFresh()
  return useQuery<Dashboard, AppError>({
    queryKey: [key, dashboard.path, period, team],
    queryFn: ({ signal }) => send(dashboard, { period, ...within(team) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: pause,
    refetchInterval: minute,
  })
}

/** The heat map changes slowly. */
export const useHours = (
  team: string,
): UseQueryResult<{ start: string; end: string; values: Hour[] }, AppError> =>
  useQuery<{ start: string; end: string; values: Hour[] }, AppError>({
    queryKey: [key, dashboardHours.path, team],
    queryFn: ({ signal }) => send(dashboardHours, within(team), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10 * minute,
  })
