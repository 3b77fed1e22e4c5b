/** Who hears that rows of a list changed: whoever may read it, or a list or report that is made of it. */
import { can, type Ability, type Actor } from '../../contract/abilities.ts'
import { reports } from '../../contract/reports/index.ts'
import { resources } from '../../contract/resources/index.ts'

/** What is told of by a name that is no list or report: the right of its calls. */
const others: readonly (readonly [string, Ability])[] = [
  // Pickers of people, rules and texts are everybody's.
  ['users', 'any'],
  ['setting', 'any'],
  ['phieuluong', 'any'],
  ['userkenhmoigoi', 'any'],
  ['role', 'role.get'],
  ['feeds', 'below3'],
  ['upload', 'below5'],
  ['bangiao', 'below5'],
  ['uploadchiadata', 'below5or7'],
  ['data_options', 'below5or7'],
]

const lists = [...resources, ...reports]
const told: readonly (readonly [string, Ability])[] = [
  ...others,
  ...lists.map(({ path, may }) => [path, may.read] as const),
  ...lists.flatMap(({ sources = [], may }) => sources.map((source) => [source, may.read] as const)),
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
