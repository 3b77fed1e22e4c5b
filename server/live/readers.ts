/** Who hears that rows of a list changed: whoever may read it, or a list or report that is made of it. */
import { can, type Ability, type Actor } from '../../contract/abilities.ts'
import { otherChannels } from '../../contract/channels.ts'
import { reports } from '../../contract/reports/index.ts'
import { resources, sameRows } from '../../contract/resources/index.ts'

const lists = [...resources, ...reports]
/** Channel and the right of those who hear it. */
const told: readonly (readonly [string, Ability])[] = [
  ...Object.entries(otherChannels),
  ...lists.map(({ path, may }) => [path, may.read] as const),
  ...lists.flatMap(({ sources = [], may }) =>
    sources.flatMap(sameRows).map((source) => [source, may.read] as const),
  ),
]

const roomOf = (ability: Ability): string => `reads:${[ability].flat().join('+')}`

/** The rooms that hear of a change of `resource`; none for a name that nobody declares. */
export const roomsOf = (resource: string): string[] => [
  ...new Set(told.filter(([name]) => name === resource).map(([, ability]) => roomOf(ability))),
]

/** The rooms that somebody belongs in. */
export const roomsFor = (actor: Actor): string[] => [
  ...new Set(told.filter(([, ability]) => can(actor, ability)).map(([, ability]) => roomOf(ability))),
]
