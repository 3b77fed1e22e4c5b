/** Reading lists: rows and fields of a resource, with masks and hidden fields applied in the SELECT. */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { can, seesAllUnits, type Actor } from '#platform/contract/abilities.ts'
import { fromFilterDate } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Field, Kind } from '#kit/contract/field.ts'
import {
  defaultPaging,
  exportThreshold,
  fieldOf,
  saysMay,
  sourceOf,
  type Resource,
} from '#kit/contract/resource.ts'
import { wireNames, type Row } from '#kit/contract/row-schema.ts'
import type { Page } from '#kit/contract/shapes.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { json, type Json } from './answer.ts'
import type { Ctx, Scope } from './context.ts'
import { mayColumn } from './approval.ts'
import { meansAll, columnOf, condition, ident, shownTo, versionFor, type Condition } from './kinds.ts'
import { orderOf } from './order.ts'
import { readPage } from './read-page.ts'
import { frequencyOf, termsCondition, wordsOf } from './word-search.ts'

export type Query = Record<string, string>

/** Most rows of one JSON list, which a count of 9999999999 requests. */
const mostRows = 1_000_000

/** Names of the fields that `actor` receives, id and version first. */
export const visible = (resource: Resource, names: readonly string[], actor: Actor): string[] =>
  names.filter((name) => {
    const { see } = fieldOf(resource, name)
    return see === undefined || can(actor, see)
  })

/** `column AS "name", …` of the fields that `actor` may see, with the row's own rights if rows can be closed. */
export function selection(resource: Resource, names: readonly string[], actor: Actor): Sql {
  const parts = visible(resource, names, actor).map((name) => {
    const field = fieldOf(resource, name)
    return sql`${shownTo(name, field, actor)} AS ${ident(name)}`
  })
  const may = saysMay(resource) ? [mayColumn(resource, actor)] : []
  return join([sql`id`, ...parts, sql`${versionFor(resource, actor)} AS version`, ...may], ', ')
}

/** Whole number of a query parameter; `fallback` for anything else (D1-Q-147). */
export function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return fallback
  return Number(text)
}

/** `getAll` other than 0 requests every row of the filter (D1-Q-088). */
const asksAll = ({ getAll = '' }: Query): boolean => getAll !== '' && getAll !== '0'

/** `page` and `count` of a query, with the resource's default; `count` is at least 1. `getAll` has no paging. */
export function paging(resource: Pick<Resource, 'paging'>, query: Query): { limit: number; offset: number } {
  if (asksAll(query)) return { limit: mostRows, offset: 0 }
  const size = (resource.paging ?? defaultPaging).size
  const limit = Math.min(Math.max(wholeNumber(query.count, size), 1), mostRows)
  const page = wholeNumber(query.page, 0)
  return { limit, offset: Math.min(page * limit, Number.MAX_SAFE_INTEGER) }
}

/** Whether a list call requests more than a page, which makes it an export (D1-Q-155). */
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

/** Condition that a column lies in a range of Vietnamese days, end included (D2-Q-21). */
export function inPeriod(column: Sql, kind: 'date' | 'instant', range: { start: string; end: string }): Sql {
  if (kind === 'date') return sql`${column} BETWEEN ${range.start} AND ${range.end}`
  return sql`${column} >= (${range.start}::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
    AND ${column} < (${range.end}::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'`
}

/**
 * Condition of rows in scope, by the column with the owner's username or account id. A single name is compared by =, so
 * that an index by name and time returns the newest rows; a list of names would read and sort all.
 */
export function inScope(column: Sql, scope: Scope, kind: Kind = 'staff'): Sql {
  if (scope.all) return sql`true`
  const names = kind === 'id' ? scope.ids : scope.usernames
  if (names.length === 1) return sql`${column} = ${names[0]}`
  return kind === 'id' ? sql`${column} = ANY(${names}::uuid[])` : sql`${column} = ANY(${names})`
}

/** The same for rows with a unit: those of the caller's unit, and the caller's own (D3-ORG-01). */
export function inUnit(column: Sql, scope: Scope, kind: Kind = 'staff'): Sql {
  if (scope.all) return sql`true`
  const ownRows = sql`${column} = ${kind === 'id' ? scope.self.id : scope.self.username}`
  return scope.unit ? sql`(${ident(scope.unit.column)} = ${scope.unit.id} OR ${ownRows})` : ownRows
}

type Reader = Pick<Ctx, 'actor' | 'scope'>

/** Scope for private data: the caller's, but partners only see their own (D3-ACC-06). */
export function partnersOwn({ actor, scope }: Reader): Scope {
  if (actor.priority !== 7 || scope.all) return scope
  return { ...scope, ids: [scope.self.id], usernames: [scope.self.username], unit: null }
}

/** Condition of the rows of a resource that the caller may see at all. */
function inReach(resource: Resource, { actor, scope }: Reader): Sql {
  if (resource.partnersOwn !== undefined && actor.priority === 7)
    return sql`${columnOf(resource.partnersOwn, fieldOf(resource, resource.partnersOwn))} = ${actor.username}`
  if (!resource.owner || seesAllUnits(actor, resource.path)) return empty
  const field = fieldOf(resource, resource.owner)
  return (resource.units ? inUnit : inScope)(columnOf(resource.owner, field), scope, field.kind)
}

/** All conditions of a list: live rows, scope, filters, period. Throws FORBIDDEN for a filter on a hidden field, except `self`. */
export function conditions(resource: Resource, query: Query, ctx: Reader, byWords = false): Condition {
  const parts: Sql[] = []
  let searched = false
  if (resource.softDelete) parts.push(sql`deleted_at IS NULL`)
  parts.push(inReach(resource, ctx))
  for (const [parameter, filter] of Object.entries(resource.filter)) {
    const text = query[parameter]?.trim() ?? ''
    if (meansAll(text) || text === filter.all) continue
    const { username } = ctx.actor
    const self = filter.self && text.toLowerCase() === username.toLowerCase()
    if (!self) requireSeen(fieldOf(resource, filter.on), ctx.actor)
    const found = condition(resource, parameter, self ? username : text, ctx.actor, byWords)
    parts.push(found.where)
    searched ||= found.searched
  }
  for (const { on, from, to } of resource.periods ?? []) {
    const range = period(query, from, to)
    if (!range) continue
    const field = fieldOf(resource, on)
    requireSeen(field, ctx.actor)
    parts.push(inPeriod(columnOf(on, field), field.kind === 'date' ? 'date' : 'instant', range))
  }
  const real = parts.filter((part) => part !== empty)
  return { where: real.length === 0 ? sql`true` : join(real, ' AND '), searched }
}

/**
 * The same for a user's search: rare words are searched as words, or as part of the text if no row in the caller's
 * scope has them; other filters only narrow the result, so they need no check.
 */
export async function searchConditions(resource: Resource, query: Query, ctx: Ctx): Promise<Condition> {
  const sought = wordsOf(resource, query)
  let rare = sought.length > 0
  for (const search of sought) {
    const rows = await frequencyOf(resource, search, ctx)
    if (rows === 'many') return conditions(resource, query, ctx)
    const { where } = conditions(resource, { [search.parameter]: search.text }, ctx, true)
    const found = sql`SELECT FROM ${ident(sourceOf(resource))} WHERE ${where} LIMIT 1`
    rare &&= rows === 'few'
    if ((await ctx.db.query(found)).rowCount) continue
    const whole = conditions(resource, query, ctx)
    const among = await termsCondition(resource, search, ctx)
    return among ? { where: sql`${among} AND ${whole.where}`, searched: true, rare: true } : whole
  }
  return { ...conditions(resource, query, ctx, sought.length > 0), rare }
}

function requireSeen(field: Field, actor: Actor): void {
  if (field.see !== undefined && !can(actor, field.see)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/** A page as JSON text `{ values, count }`; `count` is over all rows of `where`. */
export const pageJson = (parts: {
  select: Sql
  from: Sql
  where: Sql
  order: Sql
  limit: number
  offset: number
}): Sql => sql`
  SELECT json_build_object(
    'values', coalesce((SELECT json_agg(r) FROM (
      SELECT ${parts.select} FROM ${parts.from} WHERE ${parts.where}
      ORDER BY ${parts.order} LIMIT ${parts.limit} OFFSET ${parts.offset}) r), '[]'::json),
    'count', (SELECT count(*) FROM ${parts.from} WHERE ${parts.where})
  )::text AS body`

/** Runs a statement that returns one JSON text in `body`. */
export async function readJson<T>(ctx: Pick<Ctx, 'db'>, statement: Sql): Promise<Json<T>> {
  const { rows } = await ctx.db.query<{ body: string }>(prepared(statement))
  return json(rows[0]?.body ?? 'null')
}

/** GET list. `extra` adds computed columns to each row. */
export async function list(
  resource: Resource,
  query: Query,
  ctx: Ctx,
  extra?: Sql,
): Promise<Json<Page<Row>>> {
  const columns = selection(resource, wireNames(resource), ctx.actor)
  return readPage(resource, ctx, {
    select: extra ? sql`${columns}, ${extra}` : columns,
    from: ident(sourceOf(resource)),
    query,
    ...(await searchConditions(resource, query, ctx)),
    order: orderOf(resource, query, ctx.actor),
    ...paging(resource, query),
  })
}

/** Condition that a row is the requested one and visible to the caller. */
export const rowInScope = (resource: Resource, id: string, ctx: Reader): Sql =>
  sql`id = ${id} AND ${conditions(resource, {}, ctx).where}`

/** GET one; NOT_FOUND also outside the scope. */
export async function readOne(resource: Resource, id: string, ctx: Ctx): Promise<Json<Row>> {
  const names = wireNames(resource)
  const { rows } = await ctx.db.query<{ body: string }>(
    prepared(sql`
    SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, names, ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE ${rowInScope(resource, id, ctx)}) r`),
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return json(rows[0].body)
}

/** GET findPackage: by the declared name field, independently of its spelling (D3-PRC-01). */
export async function findPackage(
  resource: Resource,
  findBy: string,
  name: string,
  ctx: Ctx,
): Promise<Json<Row>> {
  const { rows } = await ctx.db.query<{ body: string }>(sql`
    SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE package_key(${ident(findBy)}) = package_key(${name}) AND ${conditions(resource, {}, ctx).where}
      ORDER BY ${ident(findBy)} = ${name} DESC LIMIT 1) r`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', refusals.packageNotFound)
  return json(row.body)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Id from a path; NOT_FOUND if malformed. */
export function requireId(text: string | undefined): string {
  if (!text || !uuid.test(text)) throw new AppError('NOT_FOUND', refusals.notFound)
  return text
}
