/** Lists that show rows of another one are told when those change (`sources` of a declaration). */
import { resources } from '../contract/resources/index.ts'
import type { Services } from './kit/context.ts'

const followers = Map.groupBy(
  resources.flatMap(({ path, sources = [] }) => sources.map((source) => ({ source, path }))),
  ({ source }) => source,
)

/** `publish`, which tells the lists that follow a resource as well. */
export const withFollowers =
  (publish: Services['publish']): Services['publish'] =>
  (resource) => {
    publish(resource)
    for (const { path } of followers.get(resource) ?? []) publish(path)
  }
