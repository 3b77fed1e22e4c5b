/** Decisions of leaders, managers and accountants on rows waiting at the desk, as declared by the lists. */
import { actionPath, paramOf } from '#kit/contract/action.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { deskList } from '#subjects/money/contract/calls/desk.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import type { Asked } from './asked.ts'

export type DeskPage = AnswerOf<typeof deskList>
export type Waiting = { kind: string; id: string; version?: number }

/** Approves a waiting row, or rejects it with a reason; null if its kind is not decided like this. */
export function decisionOn({ kind, ...row }: Waiting, reasonText?: string): Asked | null {
  const waiting = waitingKinds.find(({ name }) => name === kind)
  const choice = reasonText === undefined ? waiting?.approving : waiting?.rejecting
  if (!waiting || !choice) return null
  const { action, step } = choice
  const { method } = action
  const path = actionPath(waiting.resource, action).replace(':id', row.id)
  const reason: Record<string, string> =
    step.reason && reasonText !== undefined ? { [step.reason.field]: reasonText } : {}
  if (method === 'GET')
    return { method, path: reasonText === undefined ? path : `${path}?${new URLSearchParams(reason)}` }
  const param = paramOf(action)
  return { method, path, body: { ...row, ...(param !== null && { [param]: step.to }), ...reason } }
}
