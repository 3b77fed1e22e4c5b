/** Declared actions: one verb that locks, checks state, need and version, writes, audits and tells (D1-Q-128). */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import {
  actionPath,
  isSteps,
  paramOf,
  type Action,
  type State,
  type Step,
} from '../../contract/kit/action.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { AppError } from '../../contract/kit/error.ts'
import { spelled } from '../../contract/kit/field.ts'
import { readField, type Value } from '../../contract/kit/kinds.ts'
import { fieldOf, tableOf, type Resource } from '../../contract/kit/resource.ts'
import type { Row } from '../../contract/kit/row-schema.ts'
import { messages } from '../../contract/messages.ts'
import { maskPhone } from '../../contract/phone.ts'
import { noticed, type Reply } from './answer.ts'
import { auditRows } from './audit.ts'
import type { Ctx } from './context.ts'
import { register, type Api, type Raw } from './handle.ts'
import { columnOf, ident, sqlKinds } from './kinds.ts'
import { ownRow, requireId } from './list.ts'
import { rowNow, sentVersion, written } from './write.ts'

type Values = Record<string, unknown>

/** What else happens in the transaction of an action, once its row is written; what it throws undoes both. */
export type Effect = (ctx: Ctx, change: { id: string; before: Values; after: Values }) => Promise<void>

/** What a call asks for: the row, the version it was seen in, the value; and what is said and audited of it. */
type Asked = {
  id: string
  version: number | null
  value: Value
  step: Step | null
  audit: AuditAction
  said: string
}

const sentBy = (raw: Raw): Values => ({ ...raw.query, ...(raw.body as Values | null), ...raw.params })

/** Reads a call of `action`; NOT_FOUND without an id, VALIDATION with the name of the value for one that it does not know. */
export function readAsked(resource: Resource, action: Action, raw: Raw): Asked {
  const sent = sentBy(raw)
  const id = requireId(typeof sent.id === 'string' ? sent.id : undefined)
  const version = sentVersion({ version: Number(sent.version ?? Number.NaN) })
  const param = paramOf(action)
  const field = fieldOf(resource, action.field)
  if (!isSteps(action)) {
    const reading = readField(sent[param ?? action.field], { ...field, required: true })
    if (reading.ok)
      return { id, version, value: reading.value, step: null, audit: action.audit, said: action.done }
    throw new AppError('VALIDATION', reading.why, { fields: { [param ?? action.field]: reading.why } })
  }
  const text = spelled(String(param === null ? action.steps[0]?.to : sent[param]), field.options)
  const step = action.steps.find(({ to }) => String(to) === text)
  if (step) return { id, version, value: step.to, step, audit: step.audit, said: step.said ?? step.done }
  throw new AppError('VALIDATION', messages.invalid, {
    fields: { [param ?? action.field]: messages.invalidValue },
  })
}

/** The condition that a row is in one of the states the action leads from. */
function inState(resource: Resource, { from, field }: Action): Sql {
  if (!from) return sql`true`
  const column = columnOf(field, fieldOf(resource, field))
  const states = from.states.filter((state) => state !== null).map(String)
  const open = from.states.includes(null) ? sql`${column} IS NULL OR ` : empty
  return sql`(${open}${column}::text = ANY(${states}::text[]))`
}

const filled = (resource: Resource, { needs }: Action): Sql =>
  needs
    ? join(
        needs.fields.map((name) => sql`coalesce(${columnOf(name, fieldOf(resource, name))}::text, '') <> ''`),
        ' AND ',
      )
    : sql`true`

/** Column → new value of everything the action sets, but the time. */
function setsOf(resource: Resource, action: Action, { step, value }: Asked, ctx: Ctx): [string, Sql][] {
  const typed = (name: string, to: State): Sql =>
    sql`${to}::${raw(sqlKinds[fieldOf(resource, name).kind].type)}`
  const field = fieldOf(resource, action.field)
  return [
    [action.field, step ? typed(action.field, step.to) : written(field, action.field, value, ctx.actor)],
    ...Object.entries(step?.also ?? {}).map(([name, to]): [string, Sql] => [name, typed(name, to)]),
    ...(action.stamp?.by ? [[action.stamp.by, sql`${ctx.actor.username}`] as [string, Sql]] : []),
  ]
}

type Written = { before: Values; after: Values }

/** Writes the row if it is open to the action; what it already says keeps its version and leaves no trace. */
async function write(resource: Resource, action: Action, asked: Asked, ctx: Ctx): Promise<Written | null> {
  const sets = setsOf(resource, action, asked, ctx)
  const differs = sql`(${join(
    sets.map(([name]) => sql`t.${ident(name)}`),
    ', ',
  )})
    IS DISTINCT FROM (${join(
      sets.map(([, to]) => to),
      ', ',
    )})`
  const { at } = action.stamp ?? {}
  const changes = [
    ...sets.map(([name, to]) => sql`${ident(name)} = ${to}`),
    ...(at ? [sql`${ident(at)} = CASE WHEN ${differs} THEN now() ELSE t.${ident(at)} END`] : []),
    sql`version = t.version + CASE WHEN ${differs} THEN 1 ELSE 0 END`,
  ]
  const version = asked.version === null ? empty : sql`AND version = ${asked.version}`
  const { rows } = await ctx.db.query<Written>(sql`
    WITH changed AS (
      UPDATE ${ident(tableOf(resource))} AS t SET ${join(changes, ', ')}
      WHERE ${ownRow(resource, asked.id, ctx)} AND ${inState(resource, action)} AND ${filled(resource, action)} ${version}
      RETURNING t.id, to_jsonb(old) - 'version' AS before, to_jsonb(new) - 'version' AS after
    ), audited AS (${auditRows(ctx, asked.audit, resource.path)})
    SELECT before, after FROM changed`)
  return rows[0] ?? null
}

/** Why nothing was written: unknown to the caller, in another state, not filled in, or changed meanwhile. */
async function refusal(resource: Resource, action: Action, { id }: Asked, ctx: Ctx): Promise<AppError> {
  const { rows } = await ctx.db.query<{ open: boolean; filled: boolean }>(sql`
    SELECT ${inState(resource, action)} AS open, ${filled(resource, action)} AS filled
    FROM ${ident(tableOf(resource))} WHERE ${ownRow(resource, id, ctx)}`)
  const now = rows[0]
  if (!now) return new AppError('NOT_FOUND', messages.notFound)
  const current = (await rowNow(resource, id, ctx))?.row
  if (!now.open && action.from) return new AppError('CONFLICT', action.from.refusal, { current })
  if (!now.filled && action.needs) return new AppError('CONFLICT', action.needs.refusal, { current })
  return new AppError('CONFLICT', messages.stale, { current })
}

/** Rings the bell of whose row it is, the number masked; nobody is told of what he did himself. */
function tell(resource: Resource, step: Step, row: Values, ctx: Ctx): void {
  const username = resource.owner && row[resource.owner]
  if (!step.tell || typeof username !== 'string' || username === ctx.actor.username) return
  const phone = Object.keys(resource.fields).find((name) => resource.fields[name]?.kind === 'phone')
  const number = phone && row[phone] ? ` ${maskPhone(String(row[phone]))}` : ''
  const text = `${resource.title}${number} ${step.tell}`
  ctx.after(() => ctx.services.announce({ username }, text))
}

/**
 * Does what was asked, once and only from a state it leads from; answers the row as the caller sees it. NOT_FOUND
 * outside the scope; CONFLICT with the present row when it is in another state, not filled in, or not the version
 * that was sent.
 */
export async function act(
  resource: Resource,
  action: Action,
  asked: Asked,
  ctx: Ctx,
  effect?: Effect,
): Promise<Reply<Row>> {
  const { id, step } = asked
  const change = await write(resource, action, asked, ctx)
  if (!change) throw await refusal(resource, action, asked, ctx)
  if (effect) await effect(ctx, { id, ...change })
  ctx.publish(resource.path, [id])
  if (step) tell(resource, step, change.after, ctx)
  const now = await rowNow(resource, id, ctx)
  if (!now) throw new AppError('NOT_FOUND', messages.notFound)
  if (!action.notice) return now.row
  return noticed<Row>({ channel: resource.title, message: asked.said, status: 'Unknown', data: now.row })
}

/** Registers the calls of a resource's actions; `effects` by the action's name. */
export function serveActions(
  api: Api,
  resource: Resource,
  effects: Readonly<Record<string, Effect>> = {},
): void {
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    register(api, {
      method: action.method,
      path: actionPath(resource, action),
      may: action.may,
      mode: 'write',
      parse: (raw) => readAsked(resource, action, raw),
      run: (ctx, asked) => act(resource, action, asked, ctx, effects[name]),
    })
  }
}
