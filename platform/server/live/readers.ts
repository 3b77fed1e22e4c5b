/** Who receives changes of a list: readers of it, and of lists and reports derived from it. */
import { can, type Ability, type Actor } from '#platform/contract/abilities.ts'
import { otherChannels, type Channel } from '#platform/contract/channels.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources, sameRows } from '#platform/contract/lists/index.ts'

const lists = [...resources, ...reports]
const readersOfChannel: readonly (readonly [string, Ability])[] = [
  ...Object.entries(otherChannels),
  ...lists.map(({ path, may }) => [path, may.read] as const),
  ...lists.flatMap(({ sources = [], may }) =>
    sources.flatMap(sameRows).map((source) => [source, may.read] as const),
  ),
]

const nameOf = (ability: Ability): string => [ability].flat().join('+')
/** Every ability that gives access to some list, in a stable order. */
const abilities = [...new Map(readersOfChannel.map(([, ability]) => [nameOf(ability), ability])).entries()]

/** Every list with change events. */
export const allChannels = [...new Set(readersOfChannel.map(([name]) => name))] as Channel[]

/** The lists an actor may receive changes of, as a key: actors with the same key receive the same lists. There are about as many keys as roles. */
export const hearingOf = (actor: Actor): string =>
  abilities.map(([, ability]) => (can(actor, ability) ? '1' : '0')).join('')

/** The lists of such a key. */
export function heardWith(key: string): ReadonlySet<string> {
  const abilityNames = new Set(abilities.map(([name]) => name).filter((_, index) => key[index] === '1'))
  return new Set(
    readersOfChannel.filter(([, ability]) => abilityNames.has(nameOf(ability))).map(([channel]) => channel),
  )
}
