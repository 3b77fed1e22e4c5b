/** Who is notified that rows of a list changed: readers of it and of lists and reports made from it. */
import { can, type Ability, type Actor } from '../../contract/abilities.ts'
import { otherChannels } from '../../contract/channels.ts'
import { reports } from '../../contract/reports/index.ts'
import { resources, sameRows } from '../../contract/resources/index.ts'

const lists = [...resources, ...reports]
const readersOfChannel: readonly (readonly [string, Ability])[] = [
  ...Object.entries(otherChannels),
  ...lists.map(({ path, may }) => [path, may.read] as const),
  ...lists.flatMap(({ sources = [], may }) =>
    sources.flatMap(sameRows).map((source) => [source, may.read] as const),
  ),
]

const roomOf = (ability: Ability): string => `reads:${[ability].flat().join('+')}`

/** Rooms to notify of a change of `resource`; none for an unknown name. */
export const roomsOf = (resource: string): string[] => [
  ...new Set(readersOfChannel.filter(([name]) => name === resource).map(([, ability]) => roomOf(ability))),
]

export const roomsFor = (actor: Actor): string[] => [
  ...new Set(
    readersOfChannel.filter(([, ability]) => can(actor, ability)).map(([, ability]) => roomOf(ability)),
  ),
]
