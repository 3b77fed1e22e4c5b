/** The states of what moves money, and every way from one to another: where from, where to, who. Read off the declared actions. */
import type { Ability } from './abilities.ts'
import { fromOf, type State, type StepAction } from './kit/action.ts'
import type { Resource } from './kit/resource.ts'
import { mfyStates } from './mfy.ts'
import { decisions } from './outcomes.ts'
import { mfy, setMfyState } from './resources/mfy.ts'
import { order, orderStates } from './resources/order.ts'
import * as refunds from './resources/refund-actions.ts'
import { requestrefund } from './resources/requestrefund.ts'

/** One step of an action, as it changes the state. */
export type Transition = {
  action: StepAction
  step: StepAction['steps'][number]
  from: readonly string[]
  to: string
  who: Ability
}
export type MoneyOrder = {
  resource: Resource
  /** The field that holds the state. For refunds and top-ups the database computes it from the decision fields. */
  state: string
  states: readonly string[]
  transitions: readonly Transition[]
}

/** Nothing decided is '0' of the state, however the field of a kind says it. */
const stateOf = (value: State): string => String(value ?? 0)

function moneyOrder(
  resource: Resource,
  state: string,
  options: readonly { value: string }[],
  actions: readonly StepAction[],
): MoneyOrder {
  const states = options.map(({ value }) => value)
  const transitions = actions.flatMap((action) =>
    action.steps.map((step) => ({
      action,
      step,
      from: fromOf(action, step)?.states.map(stateOf) ?? states,
      to: stateOf(step.to),
      who: action.may,
    })),
  )
  return { resource, state, states, transitions }
}

export const moneyOrders = {
  refund: moneyOrder(requestrefund, 'quyet_dinh', decisions, [refunds.packageApproval, refunds.reopening]),
  topUp: moneyOrder(requestrefund, 'quyet_dinh', decisions, [
    refunds.refundActions.approve,
    refunds.reopening,
  ]),
  mfy: moneyOrder(mfy, 'trang_thai', mfyStates, [setMfyState, mfy.actions.approve, mfy.actions.approveAgain]),
  sim: moneyOrder(order, 'trang_thai', orderStates, [order.actions.setPayment]),
} as const satisfies Record<string, MoneyOrder>
