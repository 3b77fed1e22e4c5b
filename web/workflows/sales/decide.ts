/** Approving and rejecting from the screen: the question, the call, the list again. */
import type { Ability } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { Decision } from '../../../contract/outcomes.ts'
import { showPhone } from '../../../contract/phone.ts'
import { decideBaodo, decideKhr, rights, texts } from '../../../contract/workflows/sales.ts'
import { newKey, send, type SendOptions } from '../../kit/client.ts'
import { blockWhile, confirm, showError, toast } from '../../kit/feedback.ts'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { allIds } from '../../kit/resource/resource-actions.ts'
import type { BulkContext } from '../../kit/resource/screen-state.tsx'

/** One of the two lists whose rows are decided, and what the screen needs to know of it. */
export type Decidable = {
  resource: Resource
  may: Ability
  send: (id: string, decision: Decision, options: SendOptions) => Promise<unknown>
}

export const decidableOf = {
  khr: {
    may: rights.decideKhr,
    send: (id, trang_thai, options) => send(decideKhr, { id, trang_thai }, options),
  },
  baodo: {
    may: rights.decideBaodo,
    send: (id, trang_thai_duyet, options) => send(decideBaodo, { id, trang_thai_duyet }, options),
  },
} as const satisfies Record<string, Omit<Decidable, 'resource'>>

const words = {
  '1': { title: 'Duyệt', body: texts.approve, done: 'Đã duyệt', failed: 'không duyệt được' },
  '2': { title: 'Từ chối', body: texts.reject, done: 'Đã từ chối', failed: 'không từ chối được' },
} as const satisfies Record<Decision, object>

const ask = (decision: Decision, about: string): Promise<boolean> =>
  confirm({
    title: `${words[decision].title} đơn`,
    body: `${words[decision].body}\n${about}`,
    confirmLabel: words[decision].title,
    danger: decision === '2',
  })

/** Asks, then decides one row (D1-KHR-27, D1-KHR-28, D1-BAODO-26, D1-BAODO-27). */
export async function decideRow(list: Decidable, row: Row, decision: Decision): Promise<void> {
  if (!(await ask(decision, showPhone(String(row.so_dien_thoai ?? ''))))) return
  try {
    await list.send(row.id, decision, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(list.resource.path)
  }
}

async function decideIds(list: Decidable, ids: readonly string[], decision: Decision): Promise<string[]> {
  const failed: string[] = []
  for (const id of ids) {
    try {
      await list.send(id, decision, { idempotencyKey: newKey(), quiet: true })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'UNAUTHENTICATED') throw error
      failed.push(error.message)
    }
  }
  return failed
}

/** Asks once, then decides all ticked rows; those that somebody had decided before are counted and left. */
export async function decideMany(list: Decidable, context: BulkContext, decision: Decision): Promise<void> {
  const { ids, all, answer, state, clear } = context
  const { noun, path } = list.resource
  const many = (count: number): string => `${count.toLocaleString('en-US')} ${noun}`
  if (!(await ask(decision, many(all ? (answer?.count ?? ids.size) : ids.size)))) return
  try {
    await blockWhile(async () => {
      const chosen = all ? await allIds(list.resource, state) : [...ids]
      const failed = await decideIds(list, chosen, decision)
      if (chosen.length > failed.length)
        toast('success', `${words[decision].done} ${many(chosen.length - failed.length)}`)
      const reasons = [...new Set(failed)].join('\n')
      if (failed.length > 0) toast('failure', `${many(failed.length)} ${words[decision].failed}\n${reasons}`)
    })
    clear()
  } catch (error) {
    showError(error)
  } finally {
    await refresh(path)
  }
}
