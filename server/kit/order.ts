/** In which order a list comes: as declared, the id deciding between equals. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { fieldOf, type Resource } from '../../contract/kit/resource.ts'
import { columnOf } from './kinds.ts'

export type Order = Resource['order']

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
