/** SQL of waiting rows of a kind: condition, columns, and one page (D3-APR-01). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { warningsOf, type WaitingKind } from '#subjects/money/contract/desk.ts'
import type { State } from '#kit/contract/action.ts'
import { fieldOf, sourceOf, type Resource } from '#kit/contract/resource.ts'
import type { DeskAsker, DeskRow } from '#subjects/money/contract/calls/desk.ts'
import { isOthers, mayWrite } from '#kit/server/approval.ts'
import type { Ctx } from '#kit/server/context.ts'
import { columnOf, ident, knownTo, shownTo, versionFor } from '#kit/server/kinds.ts'
import { conditions, visible } from '#kit/server/list.ts'
import { prepared } from '#platform/server/db/prepared.ts'

const column = (resource: Resource, name: string): Sql => columnOf(name, fieldOf(resource, name))

/** A declared value as an SQL literal: the planner does not use the index of waiting rows with a parameter. */
const sqlLiteral = (value: State): Sql =>
  raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** Conditions that the fields have these values. */
const equals = (resource: Resource, values: WaitingKind['waits'] = {}): Sql[] =>
  Object.entries(values).map(([name, value]) => {
    const of = column(resource, name)
    if (value === null) return sql`${of} IS NULL`
    return Array.isArray(value)
      ? sql`${of} IN (${join(value.map(sqlLiteral))})`
      : sql`${of} = ${sqlLiteral(value as State)}`
  })

/** Condition: rows of the kind in the caller's scope, including decided ones. */
export const isOfKind = ({ resource, of }: WaitingKind, ctx: Ctx): Sql =>
  join([conditions(resource, {}, ctx).where, ...equals(resource, of)], ' AND ')

const inMonth = ({ resource, since, month }: WaitingKind): Sql[] => {
  if (month === undefined) return []
  const sinceColumn = column(resource, since)
  return [sql`${sinceColumn} >= month_start(${month}::date) AND ${sinceColumn} < month_end(${month}::date)`]
}

const waits = (kind: WaitingKind, ctx: Ctx): Sql =>
  join([isOfKind(kind, ctx), ...equals(kind.resource, kind.waits), ...inMonth(kind)], ' AND ')

/** Condition: the caller may decide the row; where own requests are excluded they wait for others (D3-ACC-03, D3-ONE-03). */
const waitsFor = (kind: WaitingKind, ctx: Ctx): Sql =>
  sql`${waits(kind, ctx)} AND ${isOthers(kind.resource, ctx.actor)}`

/** Condition: the row waits, for any decider. */
export const isWaiting = (kind: WaitingKind): Sql =>
  join([...equals(kind.resource, kind.of), ...equals(kind.resource, kind.waits)], ' AND ')

/** Query of the waiting times of a kind. */
export const waitingSince = (kind: WaitingKind, ctx: Ctx): Sql =>
  sql`SELECT ${column(kind.resource, kind.since)} AS since FROM ${ident(sourceOf(kind.resource))} WHERE ${waits(kind, ctx)}`

/** The warnings of a row that the caller may see, each null without one. */
const eachWarning = ({ resource }: WaitingKind, { actor }: Ctx, by: typeof shownTo): Sql[] =>
  visible(resource, warningsOf(resource), actor).map((name) => by(name, fieldOf(resource, name), actor))

/** Warnings of a row, as a text array. */
const warnings = (kind: WaitingKind, ctx: Ctx): Sql =>
  sql`array_remove(ARRAY[${join([sql`NULL`, ...eachWarning(kind, ctx, shownTo)])}]::text[], NULL)`

/** Condition that a row has a warning: looks for no others after the first, and masks none. */
const isWarned = (kind: WaitingKind, ctx: Ctx): Sql =>
  join([sql`false`, ...eachWarning(kind, ctx, knownTo).map((text) => sql`${text} IS NOT NULL`)], ' OR ')

/** Whether the caller may write the fields that the desk can fill in. */
const editable = ({ resource }: WaitingKind, { actor }: Ctx): Sql =>
  resource.inline ? mayWrite(resource, 'update', actor) : sql`false`

/** Names of the fields sent with a row of the kind. */
const sentFields = (kind: WaitingKind): string[] => {
  const { amount, facts } = kind
  const decided = [kind.approving, kind.rejecting].flatMap((choice) => choice?.action.field ?? [])
  const names = [kind.phone, kind.package, ...(amount ?? []), ...facts, ...decided]
  return [...new Set(names.flatMap((name) => name ?? []))]
}

/** Cursor in the list: waiting since, row id, kind. */
export type Place = { since: string; id: string; kind: string }
export type WaitingRow = DeskRow & { place: string }

/** Condition that a row of `kind` comes after `place`; rows with the same time and id are ordered by kind name. */
function comesAfter({ resource, since, name }: WaitingKind, place: Place | null): Sql {
  if (!place) return sql`true`
  const rowPlace = sql`(${column(resource, since)}, id)`
  const cursor = sql`(${place.since}::timestamptz, ${place.id}::uuid)`
  return name > place.kind ? sql`${rowPlace} >= ${cursor}` : sql`${rowPlace} > ${cursor}`
}

/** `username`: only this person's requests; empty for a kind without a requester. */
export type Filter = { looked: number | null; username: string | undefined }
type PageQuery = Filter & { place: Place | null; limit: number }

const requesterOf = ({ owner, ...resource }: Resource): Sql =>
  owner && fieldOf(resource, owner).kind === 'staff' ? ident(owner) : sql`NULL::text`

const isRequestedBy = ({ resource }: WaitingKind, { username }: Filter): Sql =>
  username === undefined ? sql`true` : sql`${requesterOf(resource)} = ${username}`

/** As a literal: the one plan for all values must know that it reads few rows. */
const limited = (rows: number): Sql => raw(`LIMIT ${Math.trunc(rows)}`)

/** The waiting rows of the kind that match the filter. */
function filteredRows(kind: WaitingKind, filter: Filter, ctx: Ctx): Sql {
  const { resource } = kind
  const of = ident(sourceOf(resource))
  const where = sql`${waitsFor(kind, ctx)} AND ${isRequestedBy(kind, filter)}`
  if (filter.looked === null) return sql`${of} WHERE ${where}`
  const since = column(resource, kind.since)
  return sql`(SELECT * FROM ${of} WHERE ${where} ORDER BY ${since}, id ${limited(filter.looked)}) w
    WHERE (${isWarned(kind, ctx)})`
}

/** Condition: a row of the kind matches the filter. */
export const isListed = (kind: WaitingKind, filter: Filter, ctx: Ctx): Sql =>
  filter.looked === null
    ? sql`${waitsFor(kind, ctx)} AND ${isRequestedBy(kind, filter)}`
    : sql`id IN (SELECT id FROM ${filteredRows(kind, filter, ctx)})`

/** Sum of the amounts to decide; null when the caller may not see them. */
function amountOf({ resource, amount = [] }: WaitingKind, { actor }: Ctx): Sql | null {
  const visibleNames = visible(resource, amount, actor)
  return visibleNames.length === 0
    ? null
    : join(
        visibleNames.map((name) => sql`coalesce(${column(resource, name)}, 0)`),
        ' + ',
      )
}

/** Requesters of the kind with their counts. */
export async function requestersOf(kind: WaitingKind, ctx: Ctx): Promise<DeskAsker[]> {
  const { rows } = await ctx.db.query<DeskAsker>(
    prepared(sql`
    SELECT u.username, u.fullname, count(*)::int AS count, coalesce(sum(${amountOf(kind, ctx) ?? sql`0`}), 0)::bigint AS sum
    FROM (SELECT ${requesterOf(kind.resource)} AS asker, * FROM ${ident(sourceOf(kind.resource))} WHERE ${waitsFor(kind, ctx)}) w
    JOIN users u ON u.username = w.asker GROUP BY u.username, u.fullname`),
  )
  return rows
}

/** Waiting rows of the kind, oldest first; with `looked`, only warned ones among that many. */
export async function waitingRows(kind: WaitingKind, query: PageQuery, ctx: Ctx): Promise<WaitingRow[]> {
  const { resource } = kind
  const { actor } = ctx
  const shownFields = visible(resource, sentFields(kind), actor).map(
    (name) => sql`${name}::text, ${shownTo(name, fieldOf(resource, name), actor)}`,
  )
  const { author } = resource
  const requester = requesterOf(resource)
  const fullname = author?.name
    ? shownTo(author.name, fieldOf(resource, author.name), actor)
    : sql`NULL::text`
  const since = column(resource, kind.since)
  const statement = sql`
    SELECT row_to_json(r) AS row FROM (
      SELECT ${kind.name}::text AS kind, id, ${versionFor(resource, actor)} AS version, ${since} AS since, ${requester} AS username, ${fullname} AS fullname,
        ${warnings(kind, ctx)} AS warnings, ${editable(kind, ctx)} AS editable,
        json_build_object(${join(shownFields)}) AS fields,
        to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS place
      FROM ${filteredRows(kind, query, ctx)} AND ${comesAfter(kind, query.place)} ORDER BY ${since}, id ${limited(query.limit)}) r`
  // A plan takes half a megabyte of each connection: kept for the first page only, which everybody reads.
  const isUsual = query.place === null && query.looked === null && query.username === undefined
  const { rows } = await ctx.db.query<{ row: WaitingRow }>(isUsual ? prepared(statement) : statement)
  return rows.map(({ row }) => row)
}

export type Counted = { count: number; sum: number | null; warned: number | null }

/** Count and amount of waiting rows; warned ones are counted when no more than `looked` wait. */
export async function countWaiting(kind: WaitingKind, looked: number, ctx: Ctx): Promise<Counted> {
  const of = ident(sourceOf(kind.resource))
  const amount = amountOf(kind, ctx)
  const sum = amount === null ? sql`NULL::bigint` : sql`coalesce(sum(${amount}), 0)::bigint`
  const warned = sql`(SELECT count(*)::int FROM ${of} WHERE ${waitsFor(kind, ctx)} AND (${isWarned(kind, ctx)}))`
  const { rows } = await ctx.db.query<Counted>(
    prepared(sql`
    SELECT count(*)::int AS count, ${sum} AS sum,
      CASE WHEN count(*) <= ${looked} THEN ${looked > 0 ? warned : sql`0`} END AS warned
    FROM ${of} WHERE ${waitsFor(kind, ctx)}`),
  )
  return rows[0] ?? { count: 0, sum: null, warned: null }
}

/** Number of waiting rows per kind, in the given order, and how many wait longer than `minutes`; one statement. */
export async function countOld(
  kinds: readonly WaitingKind[],
  minutes: number,
  ctx: Ctx,
): Promise<{ kind: string; count: number; old: number }[]> {
  if (kinds.length === 0) return []
  const counts = kinds.map((kind, index) => {
    const since = column(kind.resource, kind.since)
    return sql`SELECT ${index}::int AS at, ${kind.name}::text AS kind, count(*)::int AS count,
        (count(*) FILTER (WHERE ${since} < now() - make_interval(mins => ${minutes})))::int AS old
      FROM ${ident(sourceOf(kind.resource))} WHERE ${waitsFor(kind, ctx)}`
  })
  const { rows } = await ctx.db.query<{ kind: string; count: number; old: number }>(
    sql`SELECT kind, count, old FROM (${join(counts, ' UNION ALL ')}) c ORDER BY at`,
  )
  return rows
}
