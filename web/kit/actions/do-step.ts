/** Doing a declared step: the question, the call, the list again; to one row or to all that are ticked. */
import { actionPath, paramOf } from '../../../contract/kit/action.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { newKey, request } from '../client.ts'
import { confirm, showError } from '../feedback.ts'
import { refresh } from '../query.ts'
import type { TableRow } from '../resource-api.ts'
import { allIds, runBulk } from '../resource/resource-actions.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import type { Choice } from './choices.ts'

const inputOf = ({ action, step }: Choice): Record<string, unknown> => {
  const param = paramOf(action)
  return param === null ? {} : { [param]: step.to }
}

/** A verb confirms itself; a state out of a list is confirmed by the general word. */
const ask = ({ action, step }: Choice, about: string, many?: string): Promise<boolean> => {
  if (!step.ask) return Promise.resolve(true)
  const body = [step.ask.text, about].filter(Boolean).join('\n')
  const verb = action.cell === 'list' ? {} : { confirmLabel: many ? `${step.label} ${many}` : step.label }
  return confirm({ title: step.ask.title, body, ...verb, danger: step.ask.danger === true })
}

/** Asks, then does the step to the row as it was seen; who was slower is told so and sees how it is now. */
export async function doStep(
  resource: Resource,
  choice: Choice,
  row: TableRow,
  about: string,
): Promise<void> {
  if (!(await ask(choice, about))) return
  const { method } = choice.action
  const input = { id: row.id, ...inputOf(choice), version: row.version }
  try {
    await request(method, actionPath(resource, choice.action), input, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(resource.path)
  }
}

/** Asks once, then does the step to every ticked row; what is not open to it any more is counted and left. */
export async function doStepInBulk(
  choice: Choice,
  context: BulkContext,
  about: string | null,
): Promise<void> {
  const { resource, state, clear } = context
  const { action, step } = choice
  try {
    // Read before the question: what comes in after it has not been agreed to.
    const ids = context.all ? new Set(await allIds(resource, state)) : context.ids
    const many = `${ids.size.toLocaleString('en-US')} ${resource.noun}`
    if (!(await ask(choice, about ? `${many}${about}` : many, many))) return
    await runBulk({
      resource,
      state,
      selection: { ids, all: false, clear },
      write: { method: action.method, path: actionPath(resource, action) },
      input: inputOf(choice),
      words: step,
    })
  } catch (error) {
    showError(error)
  }
}
