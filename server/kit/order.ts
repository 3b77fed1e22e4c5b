/** In which order a list comes: as asked for or as declared, the id deciding between equals. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '../../contract/abilities.ts'
import { fieldOf, type Resource } from '../../contract/kit/resource.ts'
import { readSort, sortOf } from '../../contract/kit/sort.ts'
import { columnOf } from './kinds.ts'

export type Order = Resource['order']

/** The order that a list call asks for, else the declared one. */
export function orderOf(resource: Resource, query: Readonly<Record<string, string>>, actor: Actor): Order {
  const sort = sortOf(resource, query.sort, actor)
  return sort ? [sort] : resource.order
}

/** ORDER BY of an order, the id deciding between equals. */
export function ordering(resource: Resource, order: Order): Sql {
  const parts = order.map(
    ([name, way]) => sql`${columnOf(name, fieldOf(resource, name))} ${raw(way === 'desc' ? 'DESC' : 'ASC')}`,
  )
  const last = order.at(-1)?.[1] === 'asc' ? sql`id ASC` : sql`id DESC`
  return join([...parts, last], ', ')
}

/** The sort keys of an order that is descending in all of them; null for others, whose far pages are walked to. */
export function descendingKeys(resource: Resource, order: Order): Sql[] | null {
  if (order.some(([, way]) => way === 'asc')) return null
  return [...order.map(([name]) => columnOf(name, fieldOf(resource, name))), sql`id`]
}

/** ORDER BY of a list that is no resource: by the column asked for, among equals and without one as usual. */
export function orderBy(columns: Readonly<Record<string, Sql>>, text: string | undefined, usual: Sql): Sql {
  const [name = '', way] = readSort(text) ?? []
  const column = columns[name]
  return column ? sql`${column} ${raw(way === 'desc' ? 'DESC' : 'ASC')}, ${usual}` : usual
}
