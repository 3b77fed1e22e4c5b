/** What a reader may do with a row by its declared actions, and why not. */
import { can, type Actor } from '../../../contract/abilities.ts'
import { isSteps, refusalOf, type Step, type StepAction } from '../../../contract/kit/action.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import type { TableRow } from '../resource-api.ts'
import { valueOf } from '../table/column.ts'

/** One thing to do: a step of an action. */
export type Choice = { action: StepAction; step: Step }

/** Everything that `actor` may do with rows of the resource, in the declared order. */
export const choicesOf = ({ actions = {} }: Resource, actor: Actor): Choice[] =>
  Object.values(actions)
    .filter(isSteps)
    .filter(({ may }) => can(actor, may))
    .flatMap((action) => action.steps.map((step) => ({ action, step })))

/** Whether somebody has put the row into the step's state: what was found by itself may be put there by hand. */
export function isDone(resource: Resource, { action, step }: Choice, row: TableRow): boolean {
  if ((valueOf(row, action.field) ?? null) !== step.to) return false
  const { by } = action.stamp ?? {}
  if (by === undefined) return true
  return !fieldOf(resource, by).options?.some(({ value }) => value === valueOf(row, by))
}

/** Whether the field was decided on with the row, so that no action sets it (D3-DEC-01). */
export const isClosed = ({ approval }: Resource, name: string, row: TableRow): boolean =>
  approval?.closes.includes(name) === true && (valueOf(row, approval.field) ?? null) !== approval.pending

/** The choices of a row that is not there yet, each with why it is not open now. */
export const choicesFor = (
  resource: Resource,
  choices: readonly Choice[],
  row: TableRow,
): (Choice & { refusal: string | null })[] =>
  choices
    .filter((choice) => !isDone(resource, choice, row))
    .map((choice) => {
      const closed = isClosed(resource, choice.action.field, row)
      return { ...choice, refusal: closed ? messages.decided : refusalOf(choice.action, row) }
    })

/** What a choice is called away from its column: the field before a bare state. */
export const menuLabel = (resource: Resource, { action, step }: Choice): string =>
  action.cell === 'list' ? `${fieldOf(resource, action.field).label}: ${step.label}` : step.label
