/** State machines of everything that moves money, derived from the declared actions. */
import type { Ability } from '#platform/contract/abilities.ts'
import { fromOf, type State, type StepAction } from '#kit/contract/action.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { mfyStates } from './mfy.ts'
import { decisions } from '#kit/contract/outcomes.ts'
import { mfy, setMfyState } from './lists/mfy.ts'
import { order, orderStates } from '#subjects/sims/contract/lists/order.ts'
import * as refunds from './lists/refund-actions.ts'
import { requestrefund } from './lists/requestrefund.ts'

/** A step of an action, as a transition. */
export type Transition = {
  action: StepAction
  step: StepAction['steps'][number]
  from: readonly string[]
  to: string
  ability: Ability
}
export type MoneyOrder = {
  resource: Resource
  /** Field with the state. For refunds and top-ups the database computes it from the decision. */
  state: string
  states: readonly string[]
  transitions: readonly Transition[]
}

/** Undecided counts as state '0'. */
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
      ability: step.may ?? action.may,
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
