/** The declared actions a reader has on a row, and the reasons why some are disabled. */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { isSteps, refusalOf, type Step, type StepAction } from '#kit/contract/action.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import type { TableRow } from '../resource-api.ts'
import { valueOf } from '../table/column.ts'
import type { RowAction } from '../table/table-types.ts'

/** One choice: a step of an action. */
export type Choice = { action: StepAction; step: Step }

/** All choices of `actor` for rows of the resource, in the declared order. */
export const choicesOf = ({ actions = {} }: Resource, actor: Actor): Choice[] =>
  Object.values(actions)
    .filter(isSteps)
    .flatMap((action) => action.steps.map((step) => ({ action, step })))
    .filter(({ action, step }) => can(actor, step.may ?? action.may))

/** Whether a person has put the row into the step's state; a state set automatically can still be set by hand. */
export function isDone(resource: Resource, { action, step }: Choice, row: TableRow): boolean {
  if ((valueOf(row, action.field) ?? null) !== step.to) return false
  const { by } = action.stamp ?? {}
  if (by === undefined) return true
  return !fieldOf(resource, by).options?.some(({ value }) => value === valueOf(row, by))
}

/** Whether the approval of the row closed the field, so that no action may set it (D3-DEC-01). */
export const isClosed = ({ approval }: Resource, name: string, row: TableRow): boolean =>
  approval?.closes.includes(name) === true && (valueOf(row, approval.field) ?? null) !== approval.pending

/** The choices of a row that are not done yet, each with the reason if it is disabled. */
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

/** How a choice is offered outside its column: a bare state after its field's label; opening again is nothing that a row waits for. */
export function offered(resource: Resource, { action, step }: Choice): Pick<RowAction, 'label' | 'inMenu'> {
  const { approval } = resource
  const isList = action.cell === 'list'
  const reopens = approval?.field === action.field && step.to === approval.pending
  const label = isList ? `${fieldOf(resource, action.field).label}: ${step.label}` : step.label
  return isList || reopens ? { label, inMenu: true } : { label }
}
