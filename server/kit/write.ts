/** Changing one row: create, update, delete, each with its trail in the same statement. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { can, seesPhones, type Actor } from '../../contract/abilities.ts'
import { AppError, type FieldErrors } from '../../contract/kit/error.ts'
import type { Field } from '../../contract/kit/field.ts'
import { isEmpty, readField, type Value } from '../../contract/kit/kinds.ts'
import { fieldOf, sourceOf, tableOf, type Resource } from '../../contract/kit/resource.ts'
import { messages } from '../../contract/messages.ts'
import { wireNames, type Row } from '../../contract/kit/row-schema.ts'
import { prepared } from '../db/prepared.ts'
import { json, type Json } from './answer.ts'
import { auditRows, changeRows } from './audit.ts'
import type { Ctx } from './context.ts'
import { isPending, leavesClosed, mayRemove, mayWrite, type Change } from './approval.ts'
import { ident, sqlKinds, versionFor } from './kinds.ts'
import { one, ownRow, selection } from './list.ts'
import { withAuthor } from './author.ts'
import { countKeys, markUntold } from './phone-searches.ts'

export type Values = Record<string, Value>

/** A row as it was and is, by column; `before` of a new one and `after` of one that is gone are empty. */
type Written = { id: string; before: Record<string, unknown>; after: Record<string, unknown> }
/**
 * What else happens in the transaction of an action, of a create or a remove, once its row is written; what it throws
 * undoes both. What it answers is said in place of the step's own sentence, where the call answers a notice.
 */
export type Effect = (ctx: Ctx, change: Written) => Promise<{ channel: string; message: string } | void>

const bodyObject = (body: unknown): Record<string, unknown> => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  throw new AppError('VALIDATION', messages.invalid)
}

/** What `sent` has of a field, by the name under which it came. */
export const sentAs = (sent: object, name: string, { alias = name, bodyName = name }: Field): string =>
  [bodyName, name].find((known) => known in sent) ?? alias

/** Names that `actor` may write through the form or in the row. */
const writable = (resource: Resource, actor: Actor): string[] =>
  [...new Set([...(resource.form ?? []), ...(resource.inline ?? [])])].filter((name) => {
    const { write, see } = fieldOf(resource, name)
    if (write === 'never') return false
    return (write === undefined || can(actor, write)) && (see === undefined || can(actor, see))
  })

/**
 * Reads the writable fields of a body. 'create' takes all of them, 'update' only those sent. Fields the server sets
 * and fields the caller may not write are ignored (D2-Q-190); a wrong value is refused with its field's name.
 */
export function readBody(resource: Resource, body: unknown, actor: Actor, how: 'create' | 'update'): Values {
  const sent = bodyObject(body)
  const values: Values = {}
  const fields: FieldErrors = {}
  let missing = false
  for (const name of writable(resource, actor)) {
    const field = fieldOf(resource, name)
    const as = sentAs(sent, name, field)
    if (how === 'update' && !(as in sent)) continue
    if (how === 'update' && field.kind === 'phone' && !seesPhones(actor)) {
      fields[name] = `${field.label} đang bị che, không sửa được`
      continue
    }
    const given = sent[as]
    const empty = isEmpty(given)
    // An amount that is left empty stays as it is: 0 is one that is typed (D2-Q-68).
    if (how === 'update' && empty && field.kind === 'money' && field.default !== undefined) continue
    // Who is not named is the caller in a new row only: a row that is there keeps its person or gets another one.
    const person = how === 'update' && resource.author?.username === name
    const asked = resource.formRequired?.includes(name) && (as in sent || field.default === undefined)
    const needed = field.required || person || asked
    const reading = readField(given, needed ? { ...field, required: true } : field)
    if (reading.ok) values[name] = reading.value
    else fields[name] = reading.why
    if (!reading.ok && empty) missing = true
  }
  const first = Object.values(fields)[0]
  if (first !== undefined) {
    throw new AppError('VALIDATION', missing ? messages.missingField : first, { fields })
  }
  return values
}

/** SQL type of a column that is written; `untold` is no field. */
export const typeOf = (resource: Pick<Resource, 'fields' | 'path'>, name: string): string =>
  name === 'untold' ? 'boolean' : sqlKinds[fieldOf(resource, name).kind].type

const names = (values: Values): Sql => join(Object.keys(values).map(ident), ', ')
const literals = (resource: Resource, values: Values): Sql =>
  join(
    Object.entries(values).map(([name, value]) => sql`${value}::${raw(typeOf(resource, name))}`),
    ', ',
  )

/** What the column gets: in free text, a masked role's stars stand for the number that they hid. */
export function written(field: Field, name: string, value: Value, actor: Actor): Sql {
  const { kind } = field
  const sent = sql`${value}::${raw(sqlKinds[kind].type)}`
  return (kind === 'note' || kind === 'text') && !seesPhones(actor)
    ? sql`keep_phones(${sent}, t.${ident(name)})`
    : sent
}

/** POST: inserts the row and answers it; CONFLICT with the row that has its key already. */
export async function create(
  resource: Resource,
  given: Values,
  ctx: Ctx,
  effect?: Effect,
): Promise<Json<Row>> {
  const authored = await withAuthor(resource, given, ctx)
  const { key = [], refusal = '' } = resource.unique ?? {}
  await countKeys(resource, resource.sheet?.key ?? [], [authored], ctx)
  const [values = authored] = await markUntold(resource, [authored], ctx)
  const table = ident(tableOf(resource))
  const live = resource.softDelete ? sql`WHERE deleted_at IS NULL` : empty
  // Updated as it is, the row that is there says which one it is; the refusal takes that back.
  const conflict =
    key.length === 0
      ? empty
      : sql`ON CONFLICT (${join(key.map(ident), ', ')}) ${live} DO UPDATE SET version = t.version`
  const { rows } = await ctx.db.query<Written>(sql`
    WITH changed AS (
      INSERT INTO ${table} AS t (${names(values)}) VALUES (${literals(resource, values)}) ${conflict}
      RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'create', resource)})
    SELECT id, before, after FROM changed`)
  const [row] = rows
  if (!row) throw new AppError('INTERNAL', messages.unknownError, { inner: 'insert answered no row' })
  if (row.before)
    throw new AppError('CONFLICT', refusal, { current: (await rowNow(resource, row.id, ctx))?.row })
  await effect?.(ctx, { ...row, before: {} })
  ctx.publish(resource)
  return one(resource, row.id, ctx)
}

/** The version that a row was seen in; null from old callers that send none, VALIDATION for what is no version. */
export function sentVersion(body: unknown): number | null {
  const { version } = bodyObject(body)
  if (version === undefined || version === null || version === '') return null
  const read = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN
  if (Number.isSafeInteger(read) && read >= 0) return read
  throw new AppError('VALIDATION', messages.invalid, { fields: { version: messages.invalidValue } })
}

/** PUT: changes the sent fields of the row; a stale version answers 409 with the current row. */
export async function update(resource: Resource, id: string, body: unknown, ctx: Ctx): Promise<Json<Row>> {
  const read = readBody(resource, body, ctx.actor, 'update')
  const version = sentVersion(body)
  if (Object.keys(read).length === 0) return one(resource, id, ctx)
  const renamed = resource.author !== undefined && resource.author.username in read
  const values = renamed ? await withAuthor(resource, read, ctx) : read
  const sets = Object.entries(values).map(
    ([name, value]) => [name, written(fieldOf(resource, name), name, value, ctx.actor)] as const,
  )
  const changes = sets.map(([name, to]) => sql`${ident(name)} = ${to}`)
  const guard = version === null ? empty : sql`AND ${versionFor(resource, ctx.actor)} = ${version}`
  // What a view adds to the row is read when the row is written.
  const now = resource.view
    ? sql`SELECT NULL AS body FROM changed`
    : sql`SELECT row_to_json(r)::text AS body FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM changed) r`
  const changed = changeRows(ctx, 'update', resource, {
    table: tableOf(resource),
    where: sql`${ownRow(resource, id, ctx)} AND ${mayWrite(resource, 'update', ctx.actor)}
      AND ${leavesClosed(resource, sets)} ${guard}`,
    set: join([...changes, sql`version = t.version + 1`], ', '),
  })
  const { rows } = await ctx.db.query<{ body: string | null }>(prepared(sql`WITH ${changed} ${now}`))
  const row = rows[0]
  if (row) {
    ctx.publish(resource)
    return row.body === null ? one(resource, id, ctx) : json(row.body)
  }
  throw await stale(resource, id, ctx, 'update', Object.keys(values))
}

type Now = { row: Row & { may?: Record<Change, boolean> }; undecided: boolean }

/** The row as it is now and as the caller sees it, and whether it is still open; undefined where there is none. */
export async function rowNow(resource: Resource, id: string, ctx: Ctx): Promise<Now | undefined> {
  const { rows } = await ctx.db.query<Now>(sql`
    SELECT row_to_json(r) AS row, (SELECT ${isPending(resource)} FROM ${ident(sourceOf(resource))}
      WHERE id = ${id}) AS undecided FROM (
      SELECT ${selection(resource, wireNames(resource), ctx.actor)} FROM ${ident(sourceOf(resource))}
      WHERE ${ownRow(resource, id, ctx)}) r`)
  return rows[0]
}

/**
 * Why a guarded change met no row: gone (404), decided or somebody else's (403), or changed meanwhile (409 with the
 * row as it is now). `names`: the fields that it would have set.
 */
export async function stale(
  resource: Resource,
  id: string,
  ctx: Ctx,
  change: Change = 'update',
  names: readonly string[] = [],
): Promise<AppError> {
  const now = await rowNow(resource, id, ctx)
  if (!now) return new AppError('NOT_FOUND', messages.notFound)
  const current = now.row
  const closed = !now.undecided && names.some((name) => resource.approval?.closes.includes(name))
  if (closed || current.may?.[change] === false) {
    return new AppError('FORBIDDEN', now.undecided ? messages.forbidden : messages.decided)
  }
  return new AppError('CONFLICT', messages.stale, { current })
}

/** DELETE: marks the row as deleted, or removes it where the declaration keeps nothing; a second time is 404. */
export async function remove(resource: Resource, id: string, ctx: Ctx, effect?: Effect): Promise<null> {
  const changed = changeRows(ctx, 'remove', resource, {
    table: tableOf(resource),
    where: sql`${ownRow(resource, id, ctx)} AND ${mayRemove(resource, ctx.actor)}`,
    set: resource.softDelete
      ? sql`deleted_at = now(), deleted_by = ${ctx.actor.username}, version = t.version + 1`
      : null,
    after: sql`NULL::jsonb`,
  })
  const { rows } = await ctx.db.query<Written>(
    sql`WITH ${changed} SELECT id, before, '{}'::jsonb AS after FROM changed`,
  )
  const [row] = rows
  if (!row) throw await stale(resource, id, ctx, 'remove')
  await effect?.(ctx, row)
  ctx.publish(resource)
  return null
}
