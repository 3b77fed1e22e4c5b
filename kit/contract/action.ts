/** Declared actions on a row: steps to a state, and setters of one field. */
import type { Ability } from '#platform/contract/abilities.ts'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import type { Icon } from './field.ts'

/** Flag in an action's body: the call is one of a selection of many rows. */
export const ofManyName = 'ofMany'

export type State = string | number | null

/** States of a field that an action applies to, and the text that follows the number of rows in other states (D3-DEC-04). */
export type Fit = { field: string; states: readonly State[]; words: string }

/** States that a step may start from, and the refusal in any other state. */
type From = { states: readonly State[]; refusal: string }

/** One choice of an action: its target state and texts. */
export type Step = {
  to: State
  label: string
  icon?: Icon
  danger?: true
  /** Label of the button for selected rows; absent if the step is only offered row by row. */
  bulk?: string
  /** Shortcut for the focused row. */
  key?: string
  /** Confirmation before it; the screen adds the row. Without it the action runs at once. */
  ask?: { title: string; text?: string; danger?: true }
  /** Text around a number of rows: 'Đã duyệt 3 đơn', '2 đơn không duyệt được'. */
  done: string
  failed: string
  /** Message of the response, for calls that return a notice. */
  message?: string
  audit: AuditAction
  /** Ability needed in addition to the action's right. */
  may?: Ability
  /** States it may start from, if they differ from the action's. */
  from?: From
  /** Other fields that it sets. */
  also?: Readonly<Record<string, State>>
  /** Reason to ask for; sent and stored in this field, which all other steps of the same field clear. */
  reason?: { field: string; required?: true; suggest?: readonly string[] }
  /** With many rows selected, skips rows with a warning (D3-DEC-04). */
  leavesWarned?: true
  fits?: Fit
  /** With many rows selected, skips rows without an amount (`approval.sum`); the text follows the number of skipped rows. */
  pays?: string
  /** Notice to the row's owner, as a kind of platform/contract/bell.ts. */
  tell?: 'approved' | 'rejected' | 'reopened'
}

type Common = {
  method: 'GET' | 'PUT' | 'POST'
  /** Below the resource's path. Without `:id` the body has `id`. A GET only writes with the session's header. */
  path: string
  /** One sentence for the API description. */
  summary: string
  may: Ability
  /** The field it sets, and the value's name in the body unless `param` says otherwise. */
  field: string
  param?: string
  /** Fields that get the author's username and the time. */
  stamp?: { by?: string; at?: string }
  /** States of `field` it may start from, and the refusal otherwise; every state by default. */
  from?: From
  fits?: Fit
  /** Fields that must be filled, and the refusal otherwise; `orReason`: a reason is accepted instead. */
  needs?: { fields: readonly string[]; refusal: string; orReason?: true }
  /** Answers `{ channel, message, status, data }` instead of `{ status, data }`. */
  notice?: true
  /** Answers `{ result: 'success', mes, data }` (D2-Q-10). */
  mes?: true
  /** How its field is shown in the table to users with the right: buttons while the action is possible, a list or a menu. */
  cell?: 'buttons' | 'list' | 'menu'
}

/** With a `param` the call names the step; an action with a single step needs none. */
export type StepAction = Common &
  (
    | { notice: true; steps: readonly Step[] }
    | { mes: true; steps: readonly Step[] }
    // `message` is the message of the response, so an action without a message must not declare it.
    | { steps: readonly (Step & { message?: never })[] }
  )
/** Sets its field to the sent value, read by the field's kind. */
export type SetterAction = Common & {
  audit: AuditAction
  done: string
  failed: string
  /** An empty value is refused, even if the field has a default. */
  needed?: true
}
export type Action = StepAction | SetterAction

/** States that a step of an action may start from; undefined for every state. */
export const fromOf = (action: Action, step: Step | null | undefined): From | undefined =>
  step?.from ?? action.from

export const isSteps = (action: Action): action is StepAction => 'steps' in action

/** Name of the parameter with the new value; null if there is no choice. */
export const paramOf = (action: Action): string | null =>
  isSteps(action) && action.steps.length === 1 ? null : (action.param ?? action.field)

export const actionPath = ({ path }: { path: string }, action: Action): string =>
  `/api/v1/${path}/${action.path}`

type Values = Readonly<Record<string, unknown>>

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const isReady = ({ needs }: Action, row: Values): boolean =>
  needs?.fields.every((name) => isFilled(row[name])) ?? true

/** The reason the server would refuse the action for `row`; null if it is possible. */
export function refusalOf(action: Action, row: Values): string | null {
  const { from, needs, field } = action
  if (from && !from.states.includes((row[field] ?? null) as State)) return from.refusal
  return needs && !needs.orReason && !isReady(action, row) ? needs.refusal : null
}

export const needsReason = (action: Action, { reason }: Step, row: Values): boolean =>
  reason?.required === true || (action.needs?.orReason === true && !isReady(action, row))

/** Fields that store the reasons of the steps that set the same field. */
export const reasonFields = (
  { actions = {} }: { actions?: Readonly<Record<string, Action>> },
  field: string,
): string[] => [
  ...new Set(
    Object.values(actions)
      .filter(isSteps)
      .filter((action) => action.field === field)
      .flatMap(({ steps }) => steps.flatMap(({ reason }) => reason?.field ?? [])),
  ),
]

/** The action that edits a field's cell: a setter that is not shown as a cell itself. */
export const setterOf = (
  { actions = {} }: { actions?: Readonly<Record<string, Action>> },
  name: string,
): Action | undefined =>
  Object.values(actions).find(({ field, cell }) => field === name && cell === undefined)

/** Names of all fields that actions refer to, to validate a declaration. */
export const namedByActions = (actions: Readonly<Record<string, Action>> = {}): string[] =>
  Object.values(actions).flatMap((action) => [
    action.field,
    ...(action.needs?.fields ?? []),
    ...Object.values(action.stamp ?? {}),
    ...(action.fits ? [action.fits.field] : []),
    ...(isSteps(action)
      ? action.steps.flatMap(({ also, reason, fits }) => [
          ...(fits ? [fits.field] : []),
          ...Object.keys(also ?? {}),
          ...(reason ? [reason.field] : []),
        ])
      : []),
  ])
