/** The floor as read from the server, and a leader's actions on it (D3-FLR-01, D3-FLR-02). */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  floorLimits,
  readFloor,
  readWall,
  withChanges,
  type Floor,
  type FloorPerson,
} from '#subjects/calling/contract/calls/floor.ts'
import { todayVn } from '#kit/contract/dates.ts'
import type { AppError } from '#kit/contract/error.ts'
import { send } from '#kit/web/client.ts'
import { queryClient, useCall } from '#kit/web/query.ts'

/** Live channel of the floor, also its cache key: data under it is read again with each change. */
export const floorKey = 'floor'

/** States that only depend on time, such as a number held too long, show after this at the latest, in ms. */
const every = 30_000

const within = (group: string) => (group === '' ? {} : { group })

/**
 * Everybody in scope, or in one of its groups; the former answer stays until the next arrives. Subscribes only to
 * the changes of that group.
 */
export const useFloor = (group: string): UseQueryResult<Floor, AppError> =>
  useQuery<Floor, AppError>({
    queryKey: [floorKey, readFloor.path, within(group)],
    queryFn: async ({ signal, queryKey }) => {
      const cached = queryClient.getQueryData<Floor>(queryKey)
      const answer = await send(
        readFloor,
        { ...within(group), ...(cached && { since: cached.mark }) },
        { signal },
      )
      return cached ? withChanges(cached, answer) : answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })

/** The same for a big screen. */
export const useWall = (group: string) => useCall(floorKey, readWall, within(group), { keep: true, every })

/** Start of a person's state; for those who have not begun, the hour at which the day begins. */
export function sinceOf(
  { state, since }: Pick<FloorPerson, 'state' | 'since'>,
  readAt: string,
): string | null {
  if (since !== null || state !== 'absent') return since
  const begins = `${todayVn(new Date(readAt))}T${floorLimits.startsAt}:00+07:00`
  return Date.parse(begins) < Date.parse(readAt) ? begins : null
}
