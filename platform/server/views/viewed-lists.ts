/** Lists and reports that support views: content that their declaration allows, and the parts a reader may see. */
import { can, seesPhones, type Ability, type Actor } from '#platform/contract/abilities.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Report } from '#kit/contract/report.ts'
import { defaultPaging, fieldOf, type Period, type Resource } from '#kit/contract/resource.ts'
import { maySort } from '#kit/contract/sort.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { condition, equalValue, meansAll } from '#kit/server/kinds.ts'

type ViewedFilter = {
  field: Field
  offerTo?: Ability | undefined
  /** Its value refers to a person, a branch or a group. */
  people: boolean
  /** Throws VALIDATION for a value that the list would refuse. */
  check: (text: string, actor: Actor) => void
}

export type ViewedList = {
  path: string
  may: Ability
  fields: Readonly<Record<string, Field>>
  /** Without searches by phone, which are never stored. */
  filters: Readonly<Record<string, ViewedFilter>>
  periods: readonly Period[]
  sorts: readonly string[]
  maySort: (name: string, actor: Actor) => boolean
  sizes: readonly number[]
}

/** Whether the reader may see the stored values of a field. */
export const seesStored = ({ see, kind, maskedFrom }: Field, actor: Actor): boolean =>
  (see === undefined || can(actor, see)) &&
  ((kind !== 'phone' && maskedFrom === undefined) || seesPhones(actor))

function ofResource(resource: Resource): ViewedList {
  const { path, may, fields, filter, periods = [], sort = [], paging = defaultPaging } = resource
  const filters = Object.entries(filter).flatMap(
    ([name, { on, op, all, offerTo }]): [string, ViewedFilter][] => {
      const field = fieldOf(resource, on)
      if (op === 'phone' || op === 'phoneEnd' || field.kind === 'phone') return []
      const people = op === 'team' || (field.kind === 'staff' && op === 'equals')
      const check: ViewedFilter['check'] = (text, actor) => {
        if (!meansAll(text) && text !== all) condition(resource, name, text, actor, false)
      }
      return [[name, { field, offerTo, people, check }]]
    },
  )
  return {
    path,
    may: may.read,
    fields,
    filters: Object.fromEntries(filters),
    periods,
    sorts: sort,
    maySort: (name, actor) => maySort(resource, name, actor),
    sizes: paging.sizes,
  }
}

function ofReport({ path, may, fields, list, filter, periods, paging }: Report): ViewedList {
  const filters = Object.entries(filter).flatMap(([name, { field, callOnly, offerTo }]) => {
    if (callOnly || field.kind === 'phone') return []
    const check = (text: string): void => {
      if (!meansAll(text)) equalValue(name, text, field)
    }
    return [[name, { field, offerTo, people: field.kind === 'staff', check }] as const]
  })
  return {
    path,
    may: may.read,
    fields,
    filters: Object.fromEntries(filters),
    periods,
    sorts: list,
    maySort: (name, actor) => {
      const field = fields[name]
      return field !== undefined && seesStored(field, actor)
    },
    sizes: paging.sizes,
  }
}

const lists: ReadonlyMap<string, ViewedList> = new Map(
  [...resources.map(ofResource), ...reports.map(ofReport)].map((list) => [list.path, list]),
)

/** The list of a path if the actor may read it. */
export function listFor(path: string, actor: Actor): ViewedList | undefined {
  const list = lists.get(path)
  return list && can(actor, list.may) ? list : undefined
}

/** Paths of the lists with views for the actor. */
export const listsFor = (actor: Actor): string[] =>
  [...lists.values()].filter(({ may }) => can(actor, may)).map(({ path }) => path)
