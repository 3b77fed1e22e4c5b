/** Order of lists: requested or declared, with the id as the last key. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { readSort, sortOf } from '#kit/contract/sort.ts'
import { columnOf } from './kinds.ts'

export type Order = Resource['order']

export function orderOf(resource: Resource, query: Readonly<Record<string, string>>, actor: Actor): Order {
  const sort = sortOf(resource, query.sort, actor)
  return sort ? [sort] : resource.order
}

/** ORDER BY of an order, with the id as the last key. */
export function ordering(resource: Resource, order: Order): Sql {
  const parts = order.map(
    ([name, direction]) =>
      sql`${columnOf(name, fieldOf(resource, name))} ${raw(direction === 'desc' ? 'DESC' : 'ASC')}`,
  )
  const last = order.at(-1)?.[1] === 'asc' ? sql`id ASC` : sql`id DESC`
  return join([...parts, last], ', ')
}

/** Sort keys of an order that is descending in all of them; null for other orders, whose far pages use OFFSET. */
export function descendingKeys(resource: Resource, order: Order): Sql[] | null {
  if (order.some(([, direction]) => direction === 'asc')) return null
  return [...order.map(([name]) => columnOf(name, fieldOf(resource, name))), sql`id`]
}

/** ORDER BY of a list that is not a resource: the requested column first, then the usual order. */
export function orderBy(columns: Readonly<Record<string, Sql>>, text: string | undefined, usual: Sql): Sql {
  const [name = '', direction] = readSort(text) ?? []
  const column = columns[name]
  return column ? sql`${column} ${raw(direction === 'desc' ? 'DESC' : 'ASC')}, ${usual}` : usual
}
