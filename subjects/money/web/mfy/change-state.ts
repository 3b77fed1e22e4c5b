/** Sets the state of a request after a question about old and new state (D2-MFY-50, D2-Q-38). */
import { actionPath, paramOf, type StepAction } from '#kit/contract/action.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { newKey, request } from '#kit/web/client.ts'
import { confirm, showError } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { aboutOf, type Row } from './rows.ts'

/** Asks, then sets the state of the row in the version shown; after a conflict the row is reread. */
export async function changeState(row: Row, action: StepAction, value: string): Promise<void> {
  const step = action.steps.find(({ to }) => to === value)
  if (!step) return
  const field = fieldOf(mfy, action.field)
  const [from, to] = [row[action.field as keyof Row], value].map((state) => `"${showField(state, field)}"`)
  if (!(await confirm({ title: step.ask?.title ?? '', body: `${from} → ${to}\n${aboutOf(row)}` }))) return
  const input = { id: row.id, [paramOf(action) ?? '']: value, version: row.version }
  try {
    await request(action.method, actionPath(mfy, action), input, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    markOwn([row.id])
    await refresh(mfy.path)
  }
}
