/** Which rows of a kind wait for the caller: its condition, its columns, and one page of it (D3-APR-01). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { warningsOf, type WaitingKind } from '../../../contract/desk.ts'
import type { State } from '../../../contract/kit/action.ts'
import { fieldOf, sourceOf, type Resource } from '../../../contract/kit/resource.ts'
import type { DeskRow } from '../../../contract/workflows/desk.ts'
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
  const named = [kind.phone, kind.package, amount, ...facts, ...decided]
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

type Asked = { place: Place | null; limit: number; looked: number | null }

/** Rows of the kind that wait, oldest first; `looked`: only warned ones, among so many. */
export async function waitingRows(kind: WaitingKind, asked: Asked, ctx: Ctx): Promise<Found[]> {
  const { resource } = kind
  const { actor } = ctx
  const shown = visible(resource, carried(kind), actor).map(
    (name) => sql`${name}::text, ${shownTo(name, fieldOf(resource, name), actor)}`,
  )
  const { owner, author } = resource
  const who = owner && fieldOf(resource, owner).kind === 'staff' ? ident(owner) : sql`NULL::text`
  const fullname = author?.name
    ? shownTo(author.name, fieldOf(resource, author.name), actor)
    : sql`NULL::text`
  const since = column(resource, kind.since)
  const of = ident(sourceOf(resource))
  const from =
    asked.looked === null
      ? sql`${of} WHERE ${waits(kind, ctx)} AND ${behind(kind, asked.place)}`
      : sql`(SELECT * FROM ${of} WHERE ${waits(kind, ctx)} ORDER BY ${since}, id LIMIT ${asked.looked}) w
          WHERE ${behind(kind, asked.place)} AND cardinality(${warnings(kind, ctx)}) > 0`
  const { rows } = await ctx.db.query<{ row: Found }>(sql`
    SELECT row_to_json(r) AS row FROM (
      SELECT ${kind.name}::text AS kind, id, ${versionFor(resource, actor)} AS version, ${since} AS since, ${who} AS username, ${fullname} AS fullname,
        ${warnings(kind, ctx)} AS warnings, ${editable(kind, ctx)} AS editable,
        json_build_object(${join(shown)}) AS fields,
        to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS place
      FROM ${from} ORDER BY ${since}, id LIMIT ${asked.limit}) r`)
  return rows.map(({ row }) => row)
}

export type Counted = { count: number; sum: number | null; warned: number | null }

/** How many wait and how much; how many of them are warned of, where no more than `looked` wait. */
export async function countWaiting(kind: WaitingKind, looked: number, ctx: Ctx): Promise<Counted> {
  const { resource, amount } = kind
  const [seen] = amount === undefined ? [] : visible(resource, [amount], ctx.actor)
  const of = ident(sourceOf(resource))
  const sum =
    seen === undefined ? sql`NULL::bigint` : sql`coalesce(sum(${column(resource, seen)}), 0)::bigint`
  const { rows } = await ctx.db.query<Counted>(sql`
    SELECT count(*)::int AS count, ${sum} AS sum,
      CASE WHEN count(*) <= ${looked} THEN (
        SELECT count(*)::int FROM ${of} WHERE ${waits(kind, ctx)} AND cardinality(${warnings(kind, ctx)}) > 0
      ) END AS warned
    FROM ${of} WHERE ${waits(kind, ctx)}`)
  return rows[0] ?? { count: 0, sum: null, warned: null }
}
