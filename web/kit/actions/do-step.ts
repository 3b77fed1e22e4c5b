/** Runs a declared step: question, call, refreshed list; for one row or all ticked rows. */
import { thousands } from '../../../contract/thousands.ts'
import { actionPath, needsReason, paramOf } from '../../../contract/kit/action.ts'
import { bulkCount, type BulkCount } from '../../../contract/workflows/bulk.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { formatMoney } from '../../../contract/money.ts'
import { newKey, request, send } from '../client.ts'
import { askWhy, blockWhile, showError, toast, type Question } from '../feedback.ts'
import { refresh } from '../query.ts'
import type { TableRow } from '../resource-api.ts'
import { markOwn } from '../resource/held-rows.ts'
import { runBulk } from '../resource/resource-actions.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import type { Choice } from './choices.ts'

const inputOf = ({ action, step }: Choice, reason: string): Record<string, unknown> => {
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

/** Asks; null when cancelled, else the reason. The button says the step's verb, or 'Xác nhận' for a chosen state. */
function ask({ resource, choice, about, required, count }: About): Promise<string | null> {
  const { action, step } = choice
  if (!step.ask) return Promise.resolve('')
  const body = [step.ask.text, about].filter(Boolean).join('\n')
  const verb = action.cell === 'list' ? {} : { confirmLabel: count ? `${step.label} ${count}` : step.label }
  const why = reasonOf(resource, choice, required)
  return askWhy({ title: step.ask.title, body, ...verb, ...why, danger: step.ask.danger === true })
}

/** Asks, then runs the step on the row in the version shown; a conflict rereads it. Returns whether it was done. */
export async function doStep(
  resource: Resource,
  choice: Choice,
  row: TableRow,
  about: string,
): Promise<boolean> {
  const { action, step } = choice
  const reason = await ask({ resource, choice, about, required: needsReason(action, step, row) })
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

/** Text of the question from the server's count: rows and amount, rows left out or with doubts, closed rows. */
function textsOf({ noun }: Resource, { step }: Choice, counted: BulkCount): { count: string; about: string } {
  const rows = (count: number): string => `${thousands(count)} ${noun}`
  const count = rows(counted.rows.length)
  const doubts = counted.warned.map(({ words, rows: count }) => `${rows(count)} ${words}`)
  const about = [
    counted.sum === null ? count : `${count}, ${formatMoney(counted.sum)} đ`,
    counted.leftOut > 0 && [`Để lại ${rows(counted.leftOut)} cần xem riêng:`, ...doubts].join('\n'),
    !step.leavesWarned && doubts.length > 0 && ['Trong đó:', ...doubts].join('\n'),
    counted.unfit.map(({ words, rows: count }) => `Bỏ qua ${rows(count)} ${words}`).join('\n'),
    counted.closed > 0 && `Bỏ qua ${rows(counted.closed)} đã có người quyết hoặc còn thiếu thông tin`,
  ]
  return { count, about: about.filter(Boolean).join('\n\n') }
}

/**
 * Lets the server count the ticked rows open to the step, asks once, then runs it on exactly those; rows changed
 * meanwhile are left out and named. A step without a question runs at once on all of them.
 */
export async function doStepInBulk(choice: Choice, context: BulkContext): Promise<void> {
  const { resource, state, clear, ids, all } = context
  const { action, step } = choice
  const write = { method: action.method, path: actionPath(resource, action) }
  try {
    if (!step.ask)
      return await runBulk({
        resource,
        state,
        selection: context,
        write,
        input: inputOf(choice, ''),
        words: step,
      })
    const { page: _, count: __, ...filter } = state.query
    const selection = all ? { filter } : { ids: [...ids] }
    const counted = await blockWhile(() =>
      send(bulkCount, { ...write, input: inputOf(choice, ''), ...selection }, { quiet: true }),
    )
    const { count, about } = textsOf(resource, choice, counted)
    if (counted.rows.length === 0) return toast('failure', `${step.label}: ${about}`)
    const reason = await ask({ resource, choice, about, count, required: step.reason?.required === true })
    if (reason === null) return
    const names = new Map(counted.rows.map((row) => [row.id, row]))
    await runBulk({
      resource,
      state,
      selection: { ids: new Set(names.keys()), all: false, clear },
      write,
      input: inputOf(choice, reason),
      versions: Object.fromEntries(counted.rows.map(({ id, version }) => [id, version])),
      nameOf: (id) => names.get(id)?.name ?? id,
      words: step,
    })
  } catch (error) {
    showError(error)
  }
}
