/** Notifies lists that show rows of another one when those change (`sources` of a declaration). */
import { channelOf, type Channel } from '../contract/channels.ts'
import { resources, sameRows } from '../contract/resources/index.ts'
import type { Services } from './kit/context.ts'

/** What the floor shows: numbers in hand and left, results, appointments, people, and what they may draw (D3-FLR-05). */
const onFloor: ReadonlySet<Channel> = new Set(['uploadchiadata', 'customer', 'users', 'data_options'])

/** The changed list and those that follow it. */
const heardBy = (channel: Channel): Set<Channel> => {
  const changed = sameRows(channel)
  const lists = resources.filter(({ path, sources = [] }) =>
    [path, ...sources].some((name) => changed.includes(name)),
  )
  return new Set([channel, ...lists.map(channelOf), ...(onFloor.has(channel) ? (['floor'] as const) : [])])
}

/** Publishes by `tell` to a resource and the lists that follow it. */
export const withFollowers =
  (tell: (channel: Channel) => void): Services['publish'] =>
  (changed) =>
    heardBy(channelOf(changed)).forEach(tell)
