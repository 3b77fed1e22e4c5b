/** Runs a declared step on one row: question, call, refreshed list. */
import { actionPath, needsReason, paramOf } from '#kit/contract/action.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { newKey, request } from '../client.ts'
import { askForReason, showError, type Question } from '../feedback.ts'
import { refresh } from '../query.ts'
import type { TableRow } from '../resource-api.ts'
import { markOwn } from '../resource/held-rows.ts'
import type { Choice } from './choices.ts'

/** What a step sends beside the row: its state and the reason given. */
export const inputOf = ({ action, step }: Choice, reason: string): Record<string, unknown> => {
  const param = paramOf(action)
  return {
    ...(param !== null && { [param]: step.to }),
    ...(step.reason && reason !== '' && { [step.reason.field]: reason }),
  }
}

/** The reason field of the question; '(không bắt buộc)' when it may stay empty. */
function reasonOf(resource: Resource, { step }: Choice, required: boolean): Pick<Question, 'reason'> {
  if (!step.reason) return {}
  const { label } = fieldOf(resource, step.reason.field)
  return {
    reason: {
      label: required ? label : `${label} (không bắt buộc)`,
      required,
      suggest: step.reason.suggest ?? [],
    },
  }
}

type About = { resource: Resource; choice: Choice; about: string; required: boolean; count?: string }

/** Asks; null when cancelled, else the reason. The button shows the step's verb, or 'Xác nhận' for a chosen state. */
export function askStep({ resource, choice, about, required, count }: About): Promise<string | null> {
  const { action, step } = choice
  if (!step.ask) return Promise.resolve('')
  const body = [step.ask.text, about].filter(Boolean).join('\n')
  const verb = action.cell === 'list' ? {} : { confirmLabel: count ? `${step.label} ${count}` : step.label }
  const field = reasonOf(resource, choice, required)
  return askForReason({ title: step.ask.title, body, ...verb, ...field, danger: step.ask.danger === true })
}

/** Asks, then runs the step on the row in the version shown; a conflict rereads it. Returns whether it was done. */
export async function doStep(
  resource: Resource,
  choice: Choice,
  row: TableRow,
  about: string,
): Promise<boolean> {
  const { action, step } = choice
  const reason = await askStep({ resource, choice, about, required: needsReason(action, step, row) })
  if (reason === null) return false
  const input = { id: row.id, ...inputOf(choice, reason), version: row.version }
  try {
    await request(action.method, actionPath(resource, action), input, { idempotencyKey: newKey() })
    return true
  } catch (error) {
    showError(error)
    return false
  } finally {
    markOwn([row.id])
    await refresh(resource)
  }
}
