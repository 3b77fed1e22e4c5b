/** What is done with a row besides writing its fields: declared steps to a state, and setters of one field. */
import type { Ability } from '../abilities.ts'
import type { AuditAction } from '../audit-actions.ts'
import type { Icon } from './field.ts'

export type State = string | number | null

/** Of many rows, those it is done to: the states of a field, and words behind a number of others (D3-DEC-04). */
export type Fit = { field: string; states: readonly State[]; words: string }

/** States that something leads from, and the refusal in any other. */
type From = { states: readonly State[]; refusal: string }

/** One choice of an action: the state it leads to and its words. */
export type Step = {
  to: State
  /** What a button says: 'Duyệt'. */
  label: string
  icon?: Icon
  danger?: true
  /** What the button over ticked rows says; none where they are done one by one. */
  bulk?: string
  /** Key that does it to the row in focus. */
  key?: string
  /** Asked before it is done; the screen adds what it is done to. Without it it is done at once. */
  ask?: { title: string; text?: string; danger?: true }
  /** Words before and behind a number of rows: 'Đã duyệt 3 đơn', '2 đơn không duyệt được'. */
  done: string
  failed: string
  /** Sentence of the answer, where the call answers a notice. */
  said?: string
  audit: AuditAction
  /** States of the action's field that it leads from, where they are not those of the action. */
  from?: From
  /** Fields that change with it. */
  also?: Readonly<Record<string, State>>
  /** Why it is done: asked for, sent and kept in this field, which every other step of the same field empties. */
  reason?: { field: string; required?: true; suggest?: readonly string[] }
  /** Of many rows, those that something speaks against stay out (D3-DEC-04). */
  leavesWarned?: true
  fits?: Fit
  /** Of many rows, those with nothing in the sum of `approval` stay out; words behind their number. */
  pays?: string
  /** What the bell of the row's owner says behind kind and number: 'Báo đỏ ****12345 đã được duyệt'. */
  tell?: string
}

type Common = {
  method: 'GET' | 'PUT' | 'POST'
  /** Below the resource's path. Without `:id` the body carries `id`. A GET writes only with the session's header. */
  path: string
  /** One sentence for the API description. */
  summary: string
  may: Ability
  /** The field it sets; also the name of the value in the body, unless `param` says otherwise. */
  field: string
  param?: string
  /** Who did it and when: fields that get user name and time. */
  stamp?: { by?: string; at?: string }
  /** States of `field` itself that it leads from and the refusal in any other; every state when left out. */
  from?: From
  fits?: Fit
  /** Fields that must be filled, and the refusal while one is not; `orReason`: a reason that is sent stands for them. */
  needs?: { fields: readonly string[]; refusal: string; orReason?: true }
  /** Answers `{ channel, message, status, data }` instead of `{ status, data }`. */
  notice?: true
  /** Answers `{ result: 'success', mes, data }` (D2-Q-10). */
  mes?: true
  /** How its field stands in the table for whoever may: buttons while the row is open to it, a list, or not at all. */
  cell?: 'buttons' | 'list' | 'menu'
}

/** An action with a `param` takes the step from the call; one with a single step takes nothing. */
export type StepAction = Common & { steps: readonly Step[] }
/** Sets its field to what is sent, read as the field reads it. */
export type SetterAction = Common & {
  audit: AuditAction
  done: string
  failed: string
  /** An empty value is refused, also where the field has a default. */
  needed?: true
}
export type Action = StepAction | SetterAction

/** The states that a step of an action leads from; every state when undefined. */
export const fromOf = (action: Action, step: Step | null | undefined): From | undefined =>
  step?.from ?? action.from

export const isSteps = (action: Action): action is StepAction => 'steps' in action

/** The name under which a call carries the new value; null when there is nothing to choose. */
export const paramOf = (action: Action): string | null =>
  isSteps(action) && action.steps.length === 1 ? null : (action.param ?? action.field)

/** Full path of an action's call. */
export const actionPath = ({ path }: { path: string }, action: Action): string =>
  `/api/v1/${path}/${action.path}`

type Values = Readonly<Record<string, unknown>>

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const isReady = ({ needs }: Action, row: Values): boolean =>
  needs?.fields.every((name) => isFilled(row[name])) ?? true

/** Why `row` is not open to the action, as the server would refuse it; null when it is. */
export function refusalOf(action: Action, row: Values): string | null {
  const { from, needs, field } = action
  if (from && !from.states.includes((row[field] ?? null) as State)) return from.refusal
  return needs && !needs.orReason && !isReady(action, row) ? needs.refusal : null
}

/** Whether the step is done to `row` only with a reason. */
export const needsReason = (action: Action, { reason }: Step, row: Values): boolean =>
  reason?.required === true || (action.needs?.orReason === true && !isReady(action, row))

/** The fields that hold the reasons of steps of the same field. */
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

/** The action that a cell of the field is edited by: one without a cell of its own. */
export const setterOf = (
  { actions = {} }: { actions?: Readonly<Record<string, Action>> },
  name: string,
): Action | undefined =>
  Object.values(actions).find(({ field, cell }) => field === name && cell === undefined)

/** Names of fields that actions speak of, for the check of a declaration. */
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
