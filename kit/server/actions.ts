/** Declared actions: lock the row, check state, required fields and version, write, audit, notify (D1-Q-128). */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import {
  actionPath,
  fromOf,
  isSteps,
  ofManyName,
  paramOf,
  reasonFields,
  type Action,
  type State,
  type Step,
  type StepAction,
} from '#kit/contract/action.ts'
import { can } from '#platform/contract/abilities.ts'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import { decidedRow } from '#kit/contract/decided.ts'
import { AppError } from '#kit/contract/error.ts'
import { isPlain } from '#kit/contract/is-object.ts'
import { spelled, type Field } from '#kit/contract/field.ts'
import { readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { stepDecision } from '#platform/contract/money-decisions.ts'
import { noticed, withMes, withMsg, type Reply } from './answer.ts'
import { decidesWithin, isOthers, isUnwarned, leavesClosed, ownRefusal } from './approval.ts'
import { changeRows } from './audit.ts'
import { ring } from './bell.ts'
import type { Ctx } from './context.ts'
import { decidedWords } from './decided.ts'
import { register, type Api, type Raw } from './handle.ts'
import { columnOf, ident, sqlKinds, versionFor } from './kinds.ts'
import { rowInScope, requireId } from './list.ts'
import { requireTaken, takenBy } from './untaken.ts'
import { currentRow, sentVersion, storedValue, type Effect } from './write.ts'

type Values = Record<string, unknown>

/** A requested action: row, version as read, new value, message and audit action. */
type ActionCall = {
  id: string
  version: number | null
  value: Value
  step: Step | null
  reason: Value
  /** One of a selection of rows: skipped if it has a warning. */
  ofMany: boolean
  audit: AuditAction
  message: string
}

const sentBy = (raw: Raw): Values => ({ ...raw.query, ...(raw.body as Values | null), ...raw.params })

/** Reads a value by its field; VALIDATION under the name it was sent with. */
function readSent(name: string, value: unknown, field: Field): Value {
  const reading = readField(value, field)
  if (reading.ok) return reading.value
  throw new AppError('VALIDATION', reading.reason, { fields: { [name]: reading.reason } })
}

/** The requested step; VALIDATION under the value's name when the action does not have it. */
export function readStep(resource: Resource, action: StepAction, input: Values): Step {
  const param = paramOf(action)
  const { options } = fieldOf(resource, action.field)
  const stepName = param === null ? action.steps[0]?.to : input[param]
  const text = stepName === null || isPlain(stepName) ? spelled(String(stepName), options) : undefined
  const step = action.steps.find(({ to }) => String(to) === text)
  if (step) return step
  throw new AppError('VALIDATION', messages.invalid, {
    fields: { [param ?? action.field]: messages.invalidValue },
  })
}

/** Reads a call of `action`; NOT_FOUND without an id, VALIDATION under the name of an unreadable value. */
export function readActionCall(resource: Resource, action: Action, raw: Raw): ActionCall {
  const input = sentBy(raw)
  const id = requireId(typeof input.id === 'string' ? input.id : undefined)
  const version = sentVersion(input)
  const target = { id, version, ofMany: input[ofManyName] === true }
  if (!isSteps(action)) {
    const name = paramOf(action) ?? action.field
    const field = fieldOf(resource, action.field)
    // A note may be cleared, but a missing value is a mistake; an amount cannot be cleared, 0 must be sent (D2-Q-68).
    const may =
      !action.needed &&
      field.kind !== 'money' &&
      (field.default !== undefined || (field.kind === 'note' && input[name] !== undefined))
    const value = readSent(name, input[name], may ? field : { ...field, required: true })
    return { ...target, value, step: null, reason: null, audit: action.audit, message: action.done }
  }
  const step = readStep(resource, action, input)
  const { field: reasonField = '', required } = step.reason ?? {}
  const reason =
    reasonField &&
    readSent(reasonField, input[reasonField], {
      ...fieldOf(resource, reasonField),
      ...(required && { required }),
    })
  return {
    ...target,
    value: step.to,
    step,
    reason: reason || null,
    audit: step.audit,
    message: step.message ?? step.done,
  }
}

/** Condition that a row is in a state the step may start from. */
export function inState(resource: Resource, action: Action, step: Step | null): Sql {
  const from = fromOf(action, step)
  if (!from) return sql`true`
  const { field } = action
  const column = columnOf(field, fieldOf(resource, field))
  const states = from.states.filter((state) => state !== null).map(String)
  const open = from.states.includes(null) ? sql`${column} IS NULL OR ` : empty
  return sql`(${open}${column}::text = ANY(${states}::text[]))`
}

/** Condition that the fields the action needs are filled, or that a reason is given instead. */
export const isFilled = (resource: Resource, { needs }: Action, hasReason: boolean): Sql =>
  needs && !(needs.orReason && hasReason)
    ? join(
        needs.fields.map((name) => sql`coalesce(${columnOf(name, fieldOf(resource, name))}::text, '') <> ''`),
        ' AND ',
      )
    : sql`true`

/** Column → new value of all fields the action sets, except the time. */
function setsOf(
  resource: Resource,
  action: Action,
  { step, value, reason }: ActionCall,
  ctx: Ctx,
): [string, Sql][] {
  const stepValue = (name: string, to: State): Sql =>
    sql`${to}::${raw(sqlKinds[fieldOf(resource, name).kind].type)}`
  const field = fieldOf(resource, action.field)
  return [
    [
      action.field,
      step ? stepValue(action.field, step.to) : storedValue(field, action.field, value, ctx.actor),
    ],
    ...reasonFields(resource, action.field).map((name): [string, Sql] => [
      name,
      sql`${name === step?.reason?.field ? reason : null}::text`,
    ]),
    ...Object.entries(step?.also ?? {}).map(([name, to]): [string, Sql] => [name, stepValue(name, to)]),
    ...(action.stamp?.by ? [[action.stamp.by, sql`${ctx.actor.username}`] as [string, Sql]] : []),
  ]
}

type Written = { before: Values; after: Values }

/** In a selection of many rows a step may skip rows with a warning. */
const unwarned = (resource: Resource, { ofMany, step, id }: ActionCall, { actor }: Ctx): Sql =>
  ofMany && step?.leavesWarned ? isUnwarned(resource, actor, id) : sql`true`

const decides = (step: Step | null): boolean => step?.audit === 'approve' || step?.audit === 'reject'

/** Whether users may not take this decision on rows in their own name or entered by themselves (D3-ACC-03, platform/contract/money-decisions.ts). */
export const isForOthers = (resource: Resource, action: Action, step: Step | null): boolean =>
  step !== null && stepDecision(resource, action, step.to)?.own === true

const decidable = (resource: Resource, action: Action, step: Step | null, { actor }: Ctx): Sql =>
  isForOthers(resource, action, step) ? isOthers(resource, actor) : sql`true`

/** Writes the row if the action is possible; a row that already has the values keeps its version and gets no audit entry. */
async function write(
  resource: Resource,
  action: Action,
  call: ActionCall,
  ctx: Ctx,
): Promise<Written | null> {
  const sets = setsOf(resource, action, call, ctx)
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
  const version =
    call.version === null ? empty : sql`AND ${versionFor(resource, ctx.actor)} = ${call.version}`
  const changed = changeRows(ctx, call.audit, resource, {
    table: tableOf(resource),
    where: sql`${rowInScope(resource, call.id, ctx)} AND ${inState(resource, action, call.step)}
      AND ${isFilled(resource, action, call.reason !== null)} AND ${leavesClosed(resource, sets)} AND ${decidesWithin(resource, sets, ctx.actor)}
      AND ${unwarned(resource, call, ctx)} AND ${decidable(resource, action, call.step, ctx)} ${version}`,
    set: join(changes, ', '),
  })
  const statement = prepared(sql`WITH ${changed} SELECT before, after FROM changed`)
  const { rows } = await ctx.db.query<Written>(statement)
  return rows[0] ?? null
}

/** Message for a row in none of the step's states; for a repeated decision it names the first decider. */
const refusalMessage = async (
  resource: Resource,
  action: Action,
  { step, id }: ActionCall,
  ctx: Ctx,
): Promise<string> =>
  decides(step)
    ? decidedWords(resource, action, step, id, ctx)
    : (fromOf(action, step)?.refusal ?? refusals.stale)

type Standing = Record<'open' | 'closed' | 'right' | 'others' | 'filled', boolean> & { version: number }

/** The reason nothing was written: out of scope, wrong state, closed, fields missing, changed meanwhile, or one of many with a warning. */
async function refusal(resource: Resource, action: Action, call: ActionCall, ctx: Ctx): Promise<AppError> {
  const { id, version, step, reason } = call
  const sets = setsOf(resource, action, call, ctx)
  const { rows } = await ctx.db.query<Standing>(sql`
    SELECT ${inState(resource, action, step)} AS open, ${isFilled(resource, action, reason !== null)} AS filled,
      ${versionFor(resource, ctx.actor)} AS version, ${decidable(resource, action, step, ctx)} AND ${decidesWithin(resource, sets, ctx.actor, ['own'])} AS others,
      ${decidesWithin(resource, sets, ctx.actor, ['right'])} AS right,
      NOT ${leavesClosed(resource, sets)} AS closed
    FROM ${ident(tableOf(resource))} AS t WHERE ${rowInScope(resource, id, ctx)}`)
  const now = rows[0]
  if (!now) return new AppError('NOT_FOUND', refusals.notFound)
  const current = (await currentRow(resource, id, ctx))?.row
  if (!now.open)
    return new AppError('CONFLICT', await refusalMessage(resource, action, call, ctx), { current })
  if (now.closed) return new AppError('FORBIDDEN', messages.decided)
  if (!now.right) return new AppError('FORBIDDEN', messages.forbidden)
  const ownError = now.others ? undefined : await ownRefusal(resource, id, ctx)
  if (ownError) return ownError
  if (!now.filled && action.needs) return new AppError('CONFLICT', action.needs.refusal, { current })
  const isCurrent = version === null || version === now.version
  return new AppError('CONFLICT', isCurrent ? refusals.warned : refusals.stale, { current })
}

/** Notifies the row's owner of the decision (D3-BELL-01). */
async function notifyOwner(
  resource: Resource,
  { step, reason }: ActionCall,
  row: Values,
  ctx: Ctx,
): Promise<void> {
  if (!step?.tell) return
  const { to, about, amount } = decidedRow(resource, row)
  const reasonText = typeof reason === 'string' ? reason : undefined
  if (to !== undefined)
    await ring({ to, kind: step.tell, about: { ...about, reason: reasonText }, amount }, ctx)
}

/**
 * Performs the action once, from a state it may start from; returns the row as the caller sees it. NOT_FOUND outside
 * the scope; CONFLICT with the current row if it is in another state, lacks a needed field, or has another version than
 * sent.
 */
export async function runAction(
  resource: Resource,
  action: Action,
  call: ActionCall,
  ctx: Ctx,
  effect?: Effect,
): Promise<Reply<Row>> {
  const { id, step } = call
  if (step?.may && !can(ctx.actor, step.may)) throw new AppError('FORBIDDEN', messages.forbidden)
  const change = await write(resource, action, call, ctx)
  if (!change) throw await refusal(resource, action, call, ctx)
  const effectMessage = await effect?.(ctx, { id, ...change })
  ctx.publish(resource)
  await notifyOwner(resource, call, change.after, ctx)
  const now = await currentRow(resource, id, ctx)
  if (!now) throw new AppError('NOT_FOUND', refusals.notFound)
  if (action.mes) return withMes(now.row, call.message)
  if (!action.notice) return effectMessage ? withMsg(now.row, effectMessage.message) : now.row
  const notice = effectMessage ?? { channel: resource.title, message: call.message }
  return noticed<Row>({ ...notice, status: 'Unknown', data: now.row })
}

/** Registers the calls of a resource's actions; `effects` by the action's name. */
export function serveActions(
  api: Api,
  resource: Resource,
  effects: Readonly<Partial<Record<string, Effect>>> = {},
): void {
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    api.actions.set(`${action.method} ${actionPath(resource, action)}`, { resource, action })
    register(api, {
      method: action.method,
      path: actionPath(resource, action),
      may: action.may,
      mode: 'write',
      parse: (raw) => ({ call: readActionCall(resource, action, raw), sent: sentBy(raw) }),
      // Manual edits of a cell can be undone; decisions cannot (D3-GRID-04).
      run: async (ctx, { call, sent }) => {
        await requireTaken(resource, takenBy(resource, action), sent, call.id, ctx)
        const within: Ctx = isSteps(action) ? ctx : { ...ctx, step: 'hand' }
        return runAction(resource, action, call, within, effects[name])
      },
    })
  }
}
