/** Reads the dashboard again when something it counts has changed, at most every ten seconds, never while hidden. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import type { AppError } from '#kit/contract/error.ts'
import {
  dashboard,
  dashboardHours,
  type Dashboard,
  type DashboardPeriod,
  type Hour,
} from '#subjects/overview/contract/calls/dashboard.ts'
import { revenueSources } from '#subjects/pay/contract/reports/revenue-sums.ts'
import { send } from '#kit/web/client.ts'
import { queryClient } from '#kit/web/query.ts'
import { pause, useFresh } from '#kit/web/use-fresh.ts'

const key = 'dashboard'
const minute = 60_000

/** Resources that the figures are counted from. */
const countedResources: readonly string[] = [
  'care/history',
  'customer',
  ...revenueSources,
  'uploadchiadata',
  ...waitingKinds.map(({ resource }) => resource.path),
]

const invalidate = (): void => void queryClient.invalidateQueries({ queryKey: [key, dashboard.path] })

const within = (team: string) => (team === '' ? {} : { team })

/** The figures of the period; the former ones stay on screen while new ones load. */
export function useDashboard(period: DashboardPeriod, team: string): UseQueryResult<Dashboard, AppError> {
  useFresh(countedResources, invalidate)
  return useQuery<Dashboard, AppError>({
    queryKey: [key, dashboard.path, period, team],
    queryFn: ({ signal }) => send(dashboard, { period, ...within(team) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: pause,
    refetchInterval: minute,
  })
}

/** The heat map changes slowly, so it is read rarely. */
export const useHours = (
  team: string,
): UseQueryResult<{ start: string; end: string; values: Hour[] }, AppError> =>
  useQuery<{ start: string; end: string; values: Hour[] }, AppError>({
    queryKey: [key, dashboardHours.path, team],
    queryFn: ({ signal }) => send(dashboardHours, within(team), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10 * minute,
  })
