/** Runs a declared step on all ticked rows: count by the server, question, calls, refreshed list. */
import { actionPath } from '#kit/contract/action.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { bulkCount, type BulkCount } from '#platform/contract/calls/bulk.ts'
import { send } from '../client.ts'
import { blockWhile, showError, toast } from '../feedback.ts'
import { runBulk } from '../resource/bulk-rows.ts'
import type { BulkContext } from '../resource/screen-context.ts'
import type { Choice } from './choices.ts'
import { askStep, inputOf } from './do-step.ts'

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
    const reason = await askStep({ resource, choice, about, count, required: step.reason?.required === true })
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
