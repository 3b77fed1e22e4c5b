/** Totals over the whole filter, in the statement of the page and its count. */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { fieldOf, type Resource, type Total } from '#kit/contract/resource.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { columnOf, ident, shownTo } from './kinds.ts'

type Query = Readonly<Record<string, string>>
type Over = { from: Sql; where: Sql }

/** Field of a total; counting rows needs none. */
const fieldNameOf = (total: Total): string | null => {
  if ('rows' in total) return null
  return 'sum' in total ? total.sum : total.by
}

/** Counts per value as masked for the reader, so that they reveal no more than the rows. */
function countsBy(
  resource: Resource,
  { by: name, of = {} }: Extract<Total, { by: string }>,
  actor: Actor,
  { from, where }: Over,
): Sql {
  const field = fieldOf(resource, name)
  const masked = shownTo(name, field, actor)
  const only = Object.entries(of).map(
    ([one, value]) => sql` AND ${columnOf(one, fieldOf(resource, one))} = ${value}`,
  )
  return sql`(SELECT coalesce(json_agg(g ORDER BY g.count DESC, g.${ident(name)}), '[]'::json) FROM (
    SELECT ${masked} AS ${ident(name)}, count(*) AS count FROM ${from} WHERE ${where} ${only.length > 0 ? join(only, ' ') : empty} GROUP BY 1) g)`
}

/** Whether `actor` may see the total: by right, or because the query contains a complete number. */
const maySeeTotal = ({ may, orPhoneIn }: Total, actor: Actor, query: Query): boolean =>
  may === undefined || can(actor, may) || (orPhoneIn !== undefined && readPhone(query[orPhoneIn]) !== null)

/** The declared totals of visible fields, and whether `actor` may see each. */
function visibleTotals(
  resource: Resource,
  actor: Actor,
  query: Query,
): { name: string; total: Total; allowed: boolean }[] {
  return Object.entries(resource.totals ?? {}).flatMap(([name, total]) => {
    const on = fieldNameOf(total)
    const see = on === null ? undefined : fieldOf(resource, on).see
    return see === undefined || can(actor, see)
      ? [{ name, total, allowed: maySeeTotal(total, actor, query) }]
      : []
  })
}

/** `, sum(…) AS "name"` beside `count(*)`: one pass over the rows for all sums. */
export function sums(resource: Resource, actor: Actor, query: Query): Sql {
  const parts = visibleTotals(resource, actor, query).flatMap(({ name, total, allowed }) =>
    allowed && 'sum' in total
      ? [
          sql`coalesce(sum(${columnOf(total.sum, fieldOf(resource, total.sum))}), 0) AS ${ident(`total ${name}`)}`,
        ]
      : [],
  )
  return parts.length === 0 ? empty : sql`, ${join(parts, ', ')}`
}

/** `, 'name', total …` for json_build_object over a row `c` of `count(*) AS n` and `sums`; totals of hidden fields are absent. */
export function totals(resource: Resource, actor: Actor, over: Over, query: Query): Sql {
  const parts = visibleTotals(resource, actor, query).map(({ name, total, allowed }) => {
    if (!allowed) return sql`${name}::text, NULL::int`
    if ('by' in total) return sql`${name}::text, ${countsBy(resource, total, actor, over)}`
    return sql`${name}::text, c.${'rows' in total ? sql`n` : ident(`total ${name}`)}`
  })
  return parts.length === 0 ? empty : sql`, ${join(parts, ', ')}`
}
