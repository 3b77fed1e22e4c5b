/** Notifies lists that show rows of another one when those change (`sources` of a declaration). */
import { channelOf, type Channel } from '../contract/channels.ts'
import { resources } from '../contract/resources/index.ts'
import type { Services } from './kit/context.ts'

const followers = Map.groupBy(
  resources.flatMap((resource) => (resource.sources ?? []).map((source) => ({ source, resource }))),
  ({ source }) => source,
)

/** Publishes by `tell` to a resource and the lists that follow it. */
export const withFollowers =
  (tell: (channel: Channel) => void): Services['publish'] =>
  (changed) => {
    const channel = channelOf(changed)
    tell(channel)
    for (const follower of followers.get(channel) ?? []) tell(channelOf(follower.resource))
  }
