/** Which rows of a kind wait for the caller: its condition, its columns, and one page of it (D3-APR-01). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { warningsOf, type WaitingKind } from '../../../contract/desk.ts'
import type { State } from '../../../contract/kit/action.ts'
import { fieldOf, sourceOf, type Resource } from '../../../contract/kit/resource.ts'
import type { DeskAsker, DeskRow } from '../../../contract/workflows/desk.ts'
import { mayWrite } from '../../kit/approval.ts'
import type { Ctx } from '../../kit/context.ts'
import { columnOf, ident, shownTo, versionFor } from '../../kit/kinds.ts'
import { conditions, visible } from '../../kit/list.ts'

const column = (resource: Resource, name: string): Sql => columnOf(name, fieldOf(resource, name))

/** A value of a declaration as SQL writes it: the planner finds the index of waiting rows by it, as by no parameter. */
const literal = (value: State): Sql =>
  raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The condition that the fields have these values. */
const holds = (resource: Resource, values: WaitingKind['waits'] = {}): Sql[] =>
  Object.entries(values).map(([name, wanted]) => {
    const of = column(resource, name)
    if (wanted === null) return sql`${of} IS NULL`
    return Array.isArray(wanted)
      ? sql`${of} IN (${join(wanted.map(literal))})`
      : sql`${of} = ${literal(wanted as State)}`
  })

/** The condition of all rows of the kind that the caller reaches, decided ones too. */
export const ofKind = ({ resource, of }: WaitingKind, ctx: Ctx): Sql =>
  join([conditions(resource, {}, ctx).where, ...holds(resource, of)], ' AND ')

const inMonth = ({ resource, since, month }: WaitingKind): Sql[] => {
  if (month === undefined) return []
  const at = column(resource, since)
  return [sql`${at} >= month_start(${month}::date) AND ${at} < month_end(${month}::date)`]
}

/** The condition of those of them that wait. */
const waits = (kind: WaitingKind, ctx: Ctx): Sql =>
  join([ofKind(kind, ctx), ...holds(kind.resource, kind.waits), ...inMonth(kind)], ' AND ')

/** The condition of the rows of the kind that wait, whoever asks. */
export const isWaiting = (kind: WaitingKind): Sql =>
  join([...holds(kind.resource, kind.of), ...holds(kind.resource, kind.waits)], ' AND ')

/** Since when each row of the kind waits. */
export const waitingSince = (kind: WaitingKind, ctx: Ctx): Sql =>
  sql`SELECT ${column(kind.resource, kind.since)} AS since FROM ${ident(sourceOf(kind.resource))} WHERE ${waits(kind, ctx)}`

/** What warns of a row, as an array of sentences. */
function warnings({ resource }: WaitingKind, { actor }: Ctx): Sql {
  const seen = visible(resource, warningsOf(resource), actor)
  if (seen.length === 0) return sql`ARRAY[]::text[]`
  const said = seen.map((name) => shownTo(name, fieldOf(resource, name), actor))
  return sql`array_remove(ARRAY[${join(said)}], NULL)`
}

/** Whether the caller may write what the kind can be filled in with. */
const editable = ({ resource }: WaitingKind, { actor }: Ctx): Sql =>
  resource.inline ? mayWrite(resource, 'update', actor) : sql`false`

/** The fields that a row of the kind carries. */
const carried = (kind: WaitingKind): string[] => {
  const { amount, facts } = kind
  const decided = [kind.approving, kind.rejecting].flatMap((choice) => choice?.action.field ?? [])
  const named = [kind.phone, kind.package, ...(amount ?? []), ...facts, ...decided]
  return [...new Set(named.flatMap((name) => name ?? []))]
}

/** Place in the list: since when it waits, the row, and its kind among the caller's. */
export type Place = { since: string; id: string; kind: string }
export type Found = DeskRow & { place: string }

/** The condition that a row of `kind` comes behind `place`; kinds decide between two of one row by their names. */
function behind({ resource, since, name }: WaitingKind, place: Place | null): Sql {
  if (!place) return sql`true`
  const here = sql`(${column(resource, since)}, id)`
  const there = sql`(${place.since}::timestamptz, ${place.id}::uuid)`
  return name > place.kind ? sql`${here} >= ${there}` : sql`${here} > ${there}`
}

/** `username`: only what this person asks for; nothing of a kind that nobody asks for by name. */
export type Filter = { looked: number | null; username: string | undefined }
type Asked = Filter & { place: Place | null; limit: number }

/** Who asks for a row of the kind. */
const askerOf = ({ owner, ...resource }: Resource): Sql =>
  owner && fieldOf(resource, owner).kind === 'staff' ? ident(owner) : sql`NULL::text`

const askedBy = ({ resource }: WaitingKind, { username }: Filter): Sql =>
  username === undefined ? sql`true` : sql`${askerOf(resource)} = ${username}`

/** The rows of the kind that wait and are listed by the filter. */
function listed(kind: WaitingKind, filter: Filter, ctx: Ctx): Sql {
  const { resource } = kind
  const of = ident(sourceOf(resource))
  const where = sql`${waits(kind, ctx)} AND ${askedBy(kind, filter)}`
  if (filter.looked === null) return sql`${of} WHERE ${where}`
  const since = column(resource, kind.since)
  return sql`(SELECT * FROM ${of} WHERE ${where} ORDER BY ${since}, id LIMIT ${filter.looked}) w
    WHERE cardinality(${warnings(kind, ctx)}) > 0`
}

/** The condition that a row of the kind is listed by the filter. */
export const isListed = (kind: WaitingKind, filter: Filter, ctx: Ctx): Sql =>
  filter.looked === null
    ? sql`${waits(kind, ctx)} AND ${askedBy(kind, filter)}`
    : sql`id IN (SELECT id FROM ${listed(kind, filter, ctx)})`

/** The sum of the fields that are decided on; null where the caller sees none. */
function amountOf({ resource, amount = [] }: WaitingKind, { actor }: Ctx): Sql | null {
  const seen = visible(resource, amount, actor)
  return seen.length === 0
    ? null
    : join(
        seen.map((name) => sql`coalesce(${column(resource, name)}, 0)`),
        ' + ',
      )
}

/** Who asks for how much of the kind. */
export async function askersOf(kind: WaitingKind, ctx: Ctx): Promise<DeskAsker[]> {
  const { rows } = await ctx.db.query<DeskAsker>(sql`
    SELECT u.username, u.fullname, count(*)::int AS count, coalesce(sum(${amountOf(kind, ctx) ?? sql`0`}), 0)::bigint AS sum
    FROM (SELECT ${askerOf(kind.resource)} AS asker, * FROM ${ident(sourceOf(kind.resource))} WHERE ${waits(kind, ctx)}) w
    JOIN users u ON u.username = w.asker GROUP BY u.username, u.fullname`)
  return rows
}

/** Rows of the kind that wait, oldest first; `looked`: only warned ones, among so many. */
export async function waitingRows(kind: WaitingKind, asked: Asked, ctx: Ctx): Promise<Found[]> {
  const { resource } = kind
  const { actor } = ctx
  const shown = visible(resource, carried(kind), actor).map(
    (name) => sql`${name}::text, ${shownTo(name, fieldOf(resource, name), actor)}`,
  )
  const { author } = resource
  const who = askerOf(resource)
  const fullname = author?.name
    ? shownTo(author.name, fieldOf(resource, author.name), actor)
    : sql`NULL::text`
  const since = column(resource, kind.since)
  const { rows } = await ctx.db.query<{ row: Found }>(sql`
    SELECT row_to_json(r) AS row FROM (
      SELECT ${kind.name}::text AS kind, id, ${versionFor(resource, actor)} AS version, ${since} AS since, ${who} AS username, ${fullname} AS fullname,
        ${warnings(kind, ctx)} AS warnings, ${editable(kind, ctx)} AS editable,
        json_build_object(${join(shown)}) AS fields,
        to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS place
      FROM ${listed(kind, asked, ctx)} AND ${behind(kind, asked.place)} ORDER BY ${since}, id LIMIT ${asked.limit}) r`)
  return rows.map(({ row }) => row)
}

export type Counted = { count: number; sum: number | null; warned: number | null }

/** How many wait and how much; how many of them are warned of, where no more than `looked` wait. */
export async function countWaiting(kind: WaitingKind, looked: number, ctx: Ctx): Promise<Counted> {
  const of = ident(sourceOf(kind.resource))
  const amount = amountOf(kind, ctx)
  const sum = amount === null ? sql`NULL::bigint` : sql`coalesce(sum(${amount}), 0)::bigint`
  const { rows } = await ctx.db.query<Counted>(sql`
    SELECT count(*)::int AS count, ${sum} AS sum,
      CASE WHEN count(*) <= ${looked} THEN (
        SELECT count(*)::int FROM ${of} WHERE ${waits(kind, ctx)} AND cardinality(${warnings(kind, ctx)}) > 0
      ) END AS warned
    FROM ${of} WHERE ${waits(kind, ctx)}`)
  return rows[0] ?? { count: 0, sum: null, warned: null }
}

/** How many wait, and how many of them for longer than `minutes`. */
export async function countOld(
  kind: WaitingKind,
  minutes: number,
  ctx: Ctx,
): Promise<{ count: number; old: number }> {
  const since = column(kind.resource, kind.since)
  const { rows } = await ctx.db.query<{ count: number; old: number }>(sql`
    SELECT count(*)::int AS count,
      (count(*) FILTER (WHERE ${since} < now() - make_interval(mins => ${minutes})))::int AS old
    FROM ${ident(sourceOf(kind.resource))} WHERE ${waits(kind, ctx)}`)
  return rows[0] ?? { count: 0, old: 0 }
}
