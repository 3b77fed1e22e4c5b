/** The floor as the server tells it, and what a leader does from it (D3-FLR-01, D3-FLR-02). */
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

/** The channel of the floor; what was read under it is read again with each of its changes. */
export const floorKey = 'floor'

/** States that come with time alone, as a number held too long, show after this at the latest, in ms. */
const every = 30_000

const within = (group: string) => (group === '' ? {} : { group })

/** Everybody of the scope, or of one group of it; the former answer stays until the next is there. Who has it asks for its changes alone. */
export const useFloor = (group: string): UseQueryResult<Floor, AppError> =>
  useQuery<Floor, AppError>({
    queryKey: [floorKey, readFloor.path, within(group)],
    queryFn: async ({ signal, queryKey }) => {
      const known = queryClient.getQueryData<Floor>(queryKey)
      const answer = await send(
        readFloor,
        { ...within(group), ...(known && { since: known.mark }) },
        { signal },
      )
      return known ? withChanges(known, answer) : answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })

/** The same for a big screen. */
export const useWall = (group: string) => useCall(floorKey, readWall, within(group), { keep: true, every })

/** Since when somebody does what they do; who has not begun is missed since the hour at which the day begins. */
export function sinceOf({ state, since }: Pick<FloorPerson, 'state' | 'since'>, at: string): string | null {
  if (since !== null || state !== 'absent') return since
  const begins = `${todayVn(new Date(at))}T${floorLimits.startsAt}:00+07:00`
  return Date.parse(begins) < Date.parse(at) ? begins : null
}
