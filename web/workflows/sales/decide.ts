/** Approving and rejecting from the screen: the question, the call, the list again. */
import type { Ability } from '../../../contract/abilities.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import type { Decision } from '../../../contract/outcomes.ts'
import { showPhone } from '../../../contract/phone.ts'
import { decideBaodo, decideKhr, rights, texts } from '../../../contract/workflows/sales.ts'
import { newKey, request } from '../../kit/client.ts'
import { confirm, showError } from '../../kit/feedback.ts'
import type { RowWrite } from '../../kit/bulk.ts'
import { refresh } from '../../kit/query.ts'
import type { Row } from '../../kit/resource-api.ts'
import { runBulk } from '../../kit/resource/resource-actions.ts'
import type { BulkContext } from '../../kit/resource/screen-state.tsx'

/** One of the two lists whose rows are decided, and what the screen needs to know of it. */
export type Decidable = {
  resource: Resource
  may: Ability
  call: RowWrite
  /** What the call is sent beside the id. */
  input: (decision: Decision) => Record<string, Decision>
}

export const decidableOf = {
  khr: {
    may: rights.decideKhr,
    call: decideKhr,
    input: (trang_thai) => ({ trang_thai }),
  },
  baodo: {
    may: rights.decideBaodo,
    call: decideBaodo,
    input: (trang_thai_duyet) => ({ trang_thai_duyet }),
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
    const { method, path } = list.call
    await request(method, path, { id: row.id, ...list.input(decision) }, { idempotencyKey: newKey() })
  } catch (error) {
    showError(error)
  } finally {
    await refresh(list.resource.path)
  }
}

/** Asks once, then decides all ticked rows; those that somebody had decided before are counted and left. */
export async function decideMany(list: Decidable, context: BulkContext, decision: Decision): Promise<void> {
  const { ids, all, answer, state, clear } = context
  const { resource, call, input } = list
  const many = all ? (answer?.count ?? ids.size) : ids.size
  if (!(await ask(decision, `${many.toLocaleString('en-US')} ${resource.noun}`))) return
  await runBulk({
    resource,
    state,
    selection: { ids, all, clear },
    write: call,
    input: input(decision),
    words: words[decision],
  })
}
