/** Create, update and delete one row, each with its audit entry in the same statement. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { can, seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { isEmpty, readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, sourceOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { wireNames, type Row } from '#kit/contract/row-schema.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { json, type Json } from './answer.ts'
import { auditRows, changeRows } from './audit.ts'
import type { Ctx } from './context.ts'
import { noteInsistence, requireReachable } from './do-not-call.ts'
import {
  decidesWithin,
  isPending,
  leavesClosed,
  ownRefusal,
  mayRemove,
  mayWrite,
  type Change,
} from './approval.ts'
import { ident, sqlKinds, versionFor } from './kinds.ts'
import { readOne, rowInScope, selection } from './list.ts'
import { withAuthor } from './author.ts'
import { countKeys, markUntold } from './phone-searches.ts'

export type Values = Record<string, Value>

/** A row before and after, by column; `before` of a new row and `after` of a deleted one are empty. */
type RowChange = { id: string; before: Record<string, unknown>; after: Record<string, unknown> }
/**
 * Additional effect of an action, create or remove, in the same transaction after the row is written; an error rolls
 * back both. Its result replaces the step's message if the call returns a notice.
 */
export type Effect = (ctx: Ctx, change: RowChange) => Promise<{ channel: string; message: string } | void>

const bodyObject = (body: unknown): Record<string, unknown> => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  throw new AppError('VALIDATION', messages.invalid)
}

/** Name under which `sent` contains a field. */
export const sentName = (sent: object, name: string, { alias = name, bodyName = name }: Field): string =>
  [bodyName, name].find((key) => key in sent) ?? alias

/** Fields that `actor` may write through form or cell. */
export const writable = (resource: Resource, actor: Actor): string[] =>
  [...new Set([...(resource.form ?? []), ...(resource.inline ?? [])])].filter((name) => {
    const { write, see } = fieldOf(resource, name)
    if (write === 'never') return false
    return (write === undefined || can(actor, write)) && (see === undefined || can(actor, see))
  })

/**
 * Reads the writable fields of a body: 'create' all, 'update' only those sent. Fields set by the server or not writable
 * for the caller are ignored (D2-Q-190); an invalid value is refused under its field's name.
 */
export function readBody(resource: Resource, body: unknown, actor: Actor, verb: 'create' | 'update'): Values {
  const sent = bodyObject(body)
  const values: Values = {}
  const fields: FieldErrors = {}
  let missing = false
  for (const name of writable(resource, actor)) {
    const field = fieldOf(resource, name)
    const as = sentName(sent, name, field)
    if (verb === 'update' && !(as in sent)) continue
    if (verb === 'update' && field.kind === 'phone' && !seesPhones(actor)) {
      fields[name] = `${field.label} đang bị che, không sửa được`
      continue
    }
    const rawValue = sent[as]
    const empty = isEmpty(rawValue)
    // An empty amount leaves the value unchanged; 0 must be sent explicitly (D2-Q-68).
    if (verb === 'update' && empty && field.kind === 'money' && field.default !== undefined) continue
    // Only new rows default to the caller; existing ones keep their person or get another.
    const person = verb === 'update' && resource.author?.username === name
    const isRequired = resource.formRequired?.includes(name) && (as in sent || field.default === undefined)
    const needed = field.required || person || isRequired
    const reading = readField(rawValue, needed ? { ...field, required: true } : field)
    if (reading.ok) values[name] = reading.value
    else fields[name] = reading.reason
    if (!reading.ok && empty) missing = true
  }
  const first = Object.values(fields)[0]
  if (first !== undefined) {
    throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
  }
  return values
}

/** SQL type of a written column; `untold` is not a declared field. */
export const typeOf = (resource: Pick<Resource, 'fields' | 'path'>, name: string): string =>
  name === 'untold' ? 'boolean' : sqlKinds[fieldOf(resource, name).kind].type

const names = (values: Values): Sql => join(Object.keys(values).map(ident), ', ')
const literals = (resource: Resource, values: Values): Sql =>
  join(
    Object.entries(values).map(([name, value]) => sql`${value}::${raw(typeOf(resource, name))}`),
    ', ',
  )

/** New value of a column: in free text from a masked role, mask characters keep the digits they hide. */
export function storedValue(field: Field, name: string, value: Value, actor: Actor): Sql {
  const { kind } = field
  const sent = sql`${value}::${raw(sqlKinds[kind].type)}`
  return (kind === 'note' || kind === 'text') && !seesPhones(actor)
    ? sql`keep_phones(${sent}, t.${ident(name)})`
    : sent
}

/** POST: inserts the row and returns it; CONFLICT with the existing row of the same key. */
export async function create(
  resource: Resource,
  rawValue: Values,
  ctx: Ctx,
  effect?: Effect,
): Promise<Json<Row>> {
  const authored = await withAuthor(resource, rawValue, ctx)
  const { key = [], refusal = '' } = resource.unique ?? {}
  await countKeys(resource, resource.sheet?.key ?? [], [authored], ctx)
  const [marked] = await markUntold(resource, [authored], ctx)
  const values = marked ?? authored
  const { reaches } = resource
  const limitedCtx: Ctx = marked?.untold ? { ...ctx, untold: true } : ctx
  const unwilling = reaches === undefined ? null : await requireReachable(String(values[reaches]), limitedCtx)
  const table = ident(tableOf(resource))
  const live = resource.softDelete ? sql`WHERE deleted_at IS NULL` : empty
  // A no-op update of the existing row identifies it; the refusal rolls that back.
  const conflict =
    key.length === 0
      ? empty
      : sql`ON CONFLICT (${join(key.map(ident), ', ')}) ${live} DO UPDATE SET version = t.version`
  const { rows } = await ctx.db.query<RowChange>(sql`
    WITH changed AS (
      INSERT INTO ${table} AS t (${names(values)}) VALUES (${literals(resource, values)}) ${conflict}
      RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'create', resource)})
    SELECT id, before, after FROM changed`)
  const [row] = rows
  if (!row) throw new AppError('INTERNAL', messages.unknownError, { inner: 'insert answered no row' })
  if (row.before)
    throw new AppError('CONFLICT', refusal, { current: (await currentRow(resource, row.id, ctx))?.row })
  await noteInsistence(resource, row.id, unwilling, ctx)
  await effect?.(ctx, { ...row, before: {} })
  ctx.publish(resource)
  return readOne(resource, row.id, ctx)
}

/** The version that a row was read at; null from old clients that send none, VALIDATION for a malformed one. */
export function sentVersion(body: unknown): number | null {
  const { version } = bodyObject(body)
  if (version === undefined || version === null || version === '') return null
  const parsed = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN
  if (Number.isSafeInteger(parsed) && parsed >= 0) return parsed
  throw new AppError('VALIDATION', messages.invalid, { fields: { version: messages.invalidValue } })
}

/** Checks the do-not-call list when the row gets another phone; its current one was checked when it was set. */
async function requireNewReachable({ reaches, ...resource }: Resource, id: string, values: Values, ctx: Ctx) {
  const phone = reaches === undefined ? undefined : values[reaches]
  if (reaches === undefined || typeof phone !== 'string') return null
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM ${ident(tableOf(resource))} WHERE ${rowInScope(resource, id, ctx)} AND ${ident(reaches)} <> ${phone}`)
  return rowCount ? requireReachable(phone, ctx) : null
}

/** PUT: changes the sent fields of the row; a stale version answers 409 with the current row. */
export async function update(resource: Resource, id: string, body: unknown, ctx: Ctx): Promise<Json<Row>> {
  const parsed = readBody(resource, body, ctx.actor, 'update')
  const version = sentVersion(body)
  if (Object.keys(parsed).length === 0) return readOne(resource, id, ctx)
  const renamed = resource.author !== undefined && resource.author.username in parsed
  const values = renamed ? await withAuthor(resource, parsed, ctx) : parsed
  const sets = Object.entries(values).map(
    ([name, value]) => [name, storedValue(fieldOf(resource, name), name, value, ctx.actor)] as const,
  )
  const changes = sets.map(([name, to]) => sql`${ident(name)} = ${to}`)
  const guard = version === null ? empty : sql`AND ${versionFor(resource, ctx.actor)} = ${version}`
  // Columns of a view must be read before the row is written.
  const now = resource.view
    ? sql`SELECT NULL AS body FROM changed`
    : sql`SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM changed) r`
  const unwilling = await requireNewReachable(resource, id, values, ctx)
  const changed = changeRows(ctx, 'update', resource, {
    table: tableOf(resource),
    where: sql`${rowInScope(resource, id, ctx)} AND ${mayWrite(resource, 'update', ctx.actor)}
      AND ${leavesClosed(resource, sets)} AND ${decidesWithin(resource, sets, ctx.actor)} ${guard}`,
    set: join([...changes, sql`version = t.version + 1`], ', '),
  })
  const { rows } = await ctx.db.query<{ body: string | null }>(prepared(sql`WITH ${changed} ${now}`))
  const row = rows[0]
  if (row) {
    await noteInsistence(resource, id, unwilling, ctx)
    ctx.publish(resource)
    return row.body === null ? readOne(resource, id, ctx) : json(row.body)
  }
  throw await staleRefusal(resource, id, ctx, 'update', sets)
}

type Now = { row: Row & { may?: Record<Change, boolean> }; undecided: boolean }

/** The current row as the caller sees it, and whether it is still open; undefined if it does not exist. */
export async function currentRow(resource: Resource, id: string, ctx: Ctx): Promise<Now | undefined> {
  const { rows } = await ctx.db.query<Now>(sql`
    SELECT row_to_json(r) AS row, (SELECT ${isPending(resource)} FROM ${ident(sourceOf(resource))}
      WHERE id = ${id}) AS undecided FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE ${rowInScope(resource, id, ctx)}) r`)
  return rows[0]
}

/** The reason a guarded change found no row: gone (404), decided or another user's (403), or changed meanwhile (409 with the current row). `sets`: the new values. */
export async function staleRefusal(
  resource: Resource,
  id: string,
  ctx: Ctx,
  change: Change = 'update',
  sets: readonly (readonly [string, Sql])[] = [],
): Promise<AppError> {
  const now = await currentRow(resource, id, ctx)
  if (!now) return new AppError('NOT_FOUND', refusals.notFound)
  const current = now.row
  const closed = !now.undecided && sets.some(([name]) => resource.approval?.closes.includes(name))
  if (closed || current.may?.[change] === false) {
    return new AppError('FORBIDDEN', now.undecided ? messages.forbidden : messages.decided)
  }
  const { rows } = await ctx.db.query<{ right: boolean; others: boolean }>(sql`
    SELECT ${decidesWithin(resource, sets, ctx.actor, ['right'])} AS right, ${decidesWithin(resource, sets, ctx.actor, ['own'])} AS others
    FROM ${ident(tableOf(resource))} AS t WHERE id = ${id}`)
  if (rows[0]?.right === false) return new AppError('FORBIDDEN', messages.forbidden)
  const ownError = rows[0]?.others === false ? await ownRefusal(resource, id, ctx) : undefined
  if (ownError) return ownError
  return new AppError('CONFLICT', refusals.stale, { current })
}

/** DELETE: marks the row as deleted, or removes it if the declaration has no soft delete; 404 the second time. */
export async function remove(resource: Resource, id: string, ctx: Ctx, effect?: Effect): Promise<null> {
  const changed = changeRows(ctx, 'remove', resource, {
    table: tableOf(resource),
    where: sql`${rowInScope(resource, id, ctx)} AND ${mayRemove(resource, ctx.actor)}`,
    set: resource.softDelete
      ? sql`deleted_at = now(), deleted_by = ${ctx.actor.username}, version = t.version + 1`
      : null,
    after: sql`NULL::jsonb`,
  })
  const { rows } = await ctx.db.query<RowChange>(
    sql`WITH ${changed} SELECT id, before, '{}'::jsonb AS after FROM changed`,
  )
  const [row] = rows
  if (!row) throw await staleRefusal(resource, id, ctx, 'remove')
  await effect?.(ctx, row)
  ctx.publish(resource)
  return null
}
