/** Lists that show rows of another one are told when those change (`rowsOf` and `sources` of a declaration). */
import { channelOf, type Channel } from '../contract/channels.ts'
import { resources, sameRows } from '../contract/resources/index.ts'
import type { Services } from './kit/context.ts'

/** The changed list and those that follow it. */
const heardBy = (channel: Channel): Set<Channel> => {
  const changed = sameRows(channel)
  const lists = resources.filter(({ path, sources = [] }) =>
    [path, ...sources].some((name) => changed.includes(name)),
  )
  return new Set([channel, ...lists.map(channelOf)])
}

/** Publishes by `tell`, to the lists that follow a resource as well. */
export const withFollowers =
  (tell: (channel: Channel) => void): Services['publish'] =>
  (changed) =>
    heardBy(channelOf(changed)).forEach(tell)
