/** Reading rows: one statement answers page and total as JSON, masks and hidden fields applied in the SELECT. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { can, type Actor } from '../../contract/abilities.ts'
import { fromFilterDate } from '../../contract/dates.ts'
import { AppError } from '../../contract/kit/error.ts'
import type { Field, Kind } from '../../contract/kit/field.ts'
import {
  defaultPaging,
  exportThreshold,
  fieldOf,
  sourceOf,
  type Resource,
} from '../../contract/kit/resource.ts'
import { messages } from '../../contract/messages.ts'
import { prepared } from '../db/prepared.ts'
import { json, type Json } from './answer.ts'
import type { Ctx, Scope } from './context.ts'
import { mayColumn } from './approval.ts'
import { farFrom, findPageStart, fromPageStart } from './far-page.ts'
import { asksForAll, columnOf, condition, ident, sqlKinds } from './kinds.ts'
import { totals } from './totals.ts'

export type Query = Record<string, string>

/** Most rows one list answer of JSON carries; 9999999999 is taken to mean this. */
const mostRows = 1_000_000

/** Names of the fields `actor` receives, the id and the version first. */
export const visible = (resource: Resource, names: readonly string[], actor: Actor): string[] =>
  names.filter((name) => {
    const { see } = fieldOf(resource, name)
    return see === undefined || can(actor, see)
  })

/** `column AS "name", …` of the fields that `actor` may see, and of rows that are decided what he may do with each. */
export function selection(resource: Resource, names: readonly string[], actor: Actor): Sql {
  const parts = visible(resource, names, actor).map((name) => {
    const field = fieldOf(resource, name)
    return sql`${sqlKinds[field.kind].masked(columnOf(name, field), actor)} AS ${ident(name)}`
  })
  const may = resource.approval ? [mayColumn(resource, actor)] : []
  return join([sql`id`, ...parts, sql`version`, ...may], ', ')
}

/** Whole number of a query parameter; anything else is `fallback` (D1-Q-147). */
export function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return fallback
  return Number(text)
}

/** `getAll` of any value but 0 asks for every row of the filter (D1-Q-088). */
const asksAll = ({ getAll = '' }: Query): boolean => getAll !== '' && getAll !== '0'

/** `page` and `count` of a query, with the resource's own default; `count` is at least 1. `getAll` knows no pages. */
export function paging(resource: Pick<Resource, 'paging'>, query: Query): { limit: number; offset: number } {
  if (asksAll(query)) return { limit: mostRows, offset: 0 }
  const size = (resource.paging ?? defaultPaging).size
  const limit = Math.min(Math.max(wholeNumber(query.count, size), 1), mostRows)
  const page = wholeNumber(query.page, 0)
  return { limit, offset: Math.min(page * limit, Number.MAX_SAFE_INTEGER) }
}

/** Whether a list call asks for more than a page: then it is an export (D1-Q-155). */
export const isExport = (query: Query): boolean =>
  asksAll(query) || wholeNumber(query.count, 0) > exportThreshold

/** The inclusive day range of `startDate` and `endDate` (DD/MM/YYYY); both or none (D2-Q-20, D1-Q-096). */
export function period(
  query: Query,
  from = 'startDate',
  to = 'endDate',
): { start: string; end: string } | null {
  const [a, b] = [query[from] ?? '', query[to] ?? '']
  if (a === '' && b === '') return null
  if (a === '' || b === '') throw new AppError('VALIDATION', messages.bothDates)
  const [start, end] = [fromFilterDate(a), fromFilterDate(b)]
  if (!start || !end) throw new AppError('VALIDATION', 'Ngày không hợp lệ, viết DD/MM/YYYY')
  if (start > end) throw new AppError('VALIDATION', messages.dateOrder)
  return { start, end }
}

/** The condition that a column lies in a day range of Vietnamese time, end day included (D2-Q-21). */
export function inPeriod(column: Sql, kind: 'date' | 'instant', range: { start: string; end: string }): Sql {
  if (kind === 'date') return sql`${column} BETWEEN ${range.start} AND ${range.end}`
  return sql`${column} >= (${range.start}::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
    AND ${column} < (${range.end}::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'`
}

/** Rows of the scope by the column that holds the owner's username or account id. */
export function inScope(column: Sql, scope: Scope, kind: Kind = 'staff'): Sql {
  if (scope.all) return empty
  return kind === 'id' ? sql`${column} = ANY(${scope.ids}::uuid[])` : sql`${column} = ANY(${scope.usernames})`
}

/** All conditions of a list: live rows, scope, filters, period. Throws FORBIDDEN for a filter on an unseen field. */
export function conditions(resource: Resource, query: Query, ctx: Pick<Ctx, 'actor' | 'scope'>): Sql {
  const parts: Sql[] = []
  if (resource.softDelete) parts.push(sql`deleted_at IS NULL`)
  if (resource.owner) {
    const field = fieldOf(resource, resource.owner)
    parts.push(inScope(columnOf(resource.owner, field), ctx.scope, field.kind))
  }
  for (const [parameter, filter] of Object.entries(resource.filter)) {
    const text = query[parameter]?.trim() ?? ''
    if (asksForAll(text)) continue
    const field = fieldOf(resource, filter.on)
    requireSeen(field, ctx.actor)
    parts.push(condition(resource, filter, text, ctx.actor))
  }
  for (const { on, from, to } of resource.periods ?? []) {
    const range = period(query, from, to)
    if (!range) continue
    const field = fieldOf(resource, on)
    requireSeen(field, ctx.actor)
    parts.push(inPeriod(columnOf(on, field), field.kind === 'date' ? 'date' : 'instant', range))
  }
  const real = parts.filter((part) => part !== empty)
  return real.length === 0 ? sql`true` : join(real, ' AND ')
}

function requireSeen(field: Field, actor: Actor): void {
  if (field.see !== undefined && !can(actor, field.see)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** ORDER BY of the declaration, the id deciding between equals. */
export function ordering(resource: Resource): Sql {
  const parts = resource.order.map(
    ([name, way]) => sql`${columnOf(name, fieldOf(resource, name))} ${raw(way === 'desc' ? 'DESC' : 'ASC')}`,
  )
  const last = resource.order.at(-1)?.[1] === 'asc' ? sql`id ASC` : sql`id DESC`
  return join([...parts, last], ', ')
}

/** A page as JSON text: `{ values, count }`. `from` is what is read, `where` its condition. */
export const pageJson = (parts: {
  select: Sql
  from: Sql
  where: Sql
  order: Sql
  limit: number
  offset: number
  totals?: Sql
  /** The number of rows when it is known; else it is counted. */
  total?: number
  /** Count no further than this; `more` then says whether there are more. */
  countTo?: number
}): Sql => sql`
  SELECT json_build_object(
    'values', coalesce((SELECT json_agg(r) FROM (
      SELECT ${parts.select} FROM ${parts.from} WHERE ${parts.where}
      ORDER BY ${parts.order} LIMIT ${parts.limit} OFFSET ${parts.offset}) r), '[]'::json),
    'count', ${parts.total === undefined ? raw('c.n') : sql`${parts.total}::bigint`}
    ${parts.countTo === undefined ? empty : sql`, 'more', c.more`}
    ${parts.totals ?? empty}
  )::text AS body ${parts.total === undefined ? sql`FROM (${counted(parts)}) c` : empty}`

/** The rows of a filter; with `countTo` no more than these are looked at, and `more` says whether there are others. */
function counted({ from, where, countTo }: { from: Sql; where: Sql; countTo?: number }): Sql {
  if (countTo === undefined) return sql`SELECT count(*) AS n FROM ${from} WHERE ${where}`
  return sql`SELECT least(count(*), ${countTo}) AS n, count(*) > ${countTo} AS more
    FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${countTo + 1}) f`
}

/** Whether rows are looked for by part of a text, which no index counts. */
const searchesText = ({ text }: Sql): boolean => text.includes(' LIKE ')

/** A search by part of a text counts no further: a common word is in a fifth of all rows. */
const mostCounted = 10_000

/** Runs a statement that answers one JSON text in `body`. */
export async function readJson(ctx: Pick<Ctx, 'db'>, statement: Sql): Promise<Json> {
  // A search by part of a text needs a plan of its own each time; all other lists keep theirs.
  const { rows } = await ctx.db.query<{ body: string }>(
    searchesText(statement) ? statement : prepared(statement),
  )
  return json(rows[0]?.body ?? 'null')
}

/** The sort keys of a list that is descending in all of them; null for others, whose far pages are walked to. */
function descendingKeys(resource: Resource): Sql[] | null {
  if (resource.order.some(([, way]) => way === 'asc')) return null
  return [...resource.order.map(([name]) => columnOf(name, fieldOf(resource, name))), sql`id`]
}

/**
 * The page of a declared list; one far down starts at its first row, which is found once for all who ask (far-page.ts).
 * A search by part of a text is counted to `mostCounted`, unless the list has figures over all of its rows.
 */
export async function readPage(
  resource: Resource,
  ctx: Pick<Ctx, 'db'>,
  parts: Omit<Parameters<typeof pageJson>[0], 'order' | 'total' | 'countTo'>,
): Promise<Json> {
  const order = ordering(resource)
  if (searchesText(parts.where) && !resource.totals)
    return readJson(ctx, pageJson({ ...parts, order, countTo: mostCounted }))
  const keys = parts.offset < farFrom ? null : descendingKeys(resource)
  if (!keys) return readJson(ctx, pageJson({ ...parts, order }))
  const listed = { from: parts.from, where: parts.where, keys }
  const { total, start } = await findPageStart(ctx.db, listed, parts.offset)
  const where = start ? sql`${parts.where} AND ${fromPageStart(listed, start)}` : sql`false`
  return readJson(ctx, pageJson({ ...parts, where, order, offset: 0, total }))
}

/** Every field a row carries on the wire. */
export const wireNames = (resource: Resource): string[] => [
  ...new Set([...resource.list, ...(resource.also ?? []), ...(resource.form ?? [])]),
]

/** GET list. `extra` adds computed columns to each row. */
export function list(resource: Resource, query: Query, ctx: Ctx, extra?: Sql): Promise<Json> {
  const columns = selection(resource, wireNames(resource), ctx.actor)
  const from = ident(sourceOf(resource))
  const where = conditions(resource, query, ctx)
  return readPage(resource, ctx, {
    select: extra ? sql`${columns}, ${extra}` : columns,
    from,
    where,
    totals: totals(resource, ctx.actor, { from, where }),
    ...paging(resource, query),
  })
}

/** The condition that a row is the one asked for and the caller's to see. */
export const ownRow = (resource: Resource, id: string, ctx: Pick<Ctx, 'actor' | 'scope'>): Sql =>
  sql`id = ${id} AND ${conditions(resource, {}, ctx)}`

/** GET one; a row outside the scope is as unknown as one that never was. */
export async function one(resource: Resource, id: string, ctx: Ctx): Promise<Json> {
  const names = wireNames(resource)
  const { rows } = await ctx.db.query<{ body: string }>(
    prepared(sql`
    SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, names, ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE ${ownRow(resource, id, ctx)}) r`),
  )
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  return json(row.body)
}

/** GET findPackage: by the declared name field, blind to case and outer blanks; without one the same as GET one. */
export async function findPackage(resource: Resource, name: string, ctx: Ctx): Promise<Json> {
  if (!resource.findBy) return one(resource, requireId(name), ctx)
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE lower(${ident(resource.findBy)}) = lower(${name.trim().normalize('NFC')})
        AND ${conditions(resource, {}, ctx)} LIMIT 1) r`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', messages.packageNotFound)
  return json(row.body)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id of the path; what is no id is an unknown row. */
export function requireId(text: string | undefined): string {
  if (!text || !uuid.test(text)) throw new AppError('NOT_FOUND', messages.notFound)
  return text
}
