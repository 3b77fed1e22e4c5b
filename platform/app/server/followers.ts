/** Propagates changes to lists that show rows of the changed one (`sources` of a declaration). */
import { channelOf, type Channel } from '#platform/contract/channels.ts'
import { resources, sameRows } from '#platform/contract/lists/index.ts'
import type { Services } from '#kit/server/context.ts'

/** What the floor view shows: numbers assigned and left, results, appointments, people, and how many they may draw (D3-FLR-05). */
const shownOnFloor: ReadonlySet<Channel> = new Set([
  'uploadchiadata',
  'customer',
  'users',
  'data_options',
  'blacklist',
])

/** The changed list and those that depend on it; the floor with the affected people. */
const heardBy = (channel: Channel, onFloor?: readonly string[]): Set<Channel> => {
  const changed = sameRows(channel)
  const lists = resources.filter(({ path, sources = [] }) =>
    [path, ...sources].some((name) => changed.includes(name)),
  )
  const floor = shownOnFloor.has(channel) && onFloor?.length !== 0
  return new Set([channel, ...lists.map(channelOf), ...(floor ? (['floor'] as const) : [])])
}

/** Publishes by `tell` to a resource and the lists that depend on it. */
export const withFollowers =
  (tell: (channel: Channel, onFloor?: readonly string[]) => void): Services['publish'] =>
  (changed, onFloor) =>
    heardBy(channelOf(changed), onFloor).forEach((channel) => tell(channel, onFloor))

/** Notifies the parts of a process that rows of a list changed. */
export const noteChange =
  ({ totals, floorChanges }: Pick<Services, 'totals' | 'floorChanges'>) =>
  (channel: string, onFloor?: readonly string[]): void => {
    totals.changed(channel)
    if (channel === ('floor' satisfies Channel)) floorChanges.note(onFloor)
  }
