/** Deleting rows of a resource, one or all ticked. */
import { operations } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { thousands } from '#kit/contract/thousands.ts'
import { newKey } from '../client.ts'
import { confirm, confirmDoing, toast } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { refresh } from '../query.ts'
import { callsOf, type TableRow } from '../resource-api.ts'
import { runBulk, type BulkWork } from './bulk-rows.ts'
import { markOwn } from './held-rows.ts'

/** Asks, then deletes one row, called `name`. */
export async function removeRow(resource: Resource, row: TableRow, name: string): Promise<void> {
  await confirmDoing(
    {
      title: messages.deleteTitle,
      body: `${messages.deleteConfirm}\n${name}`,
      danger: true,
      about: name,
    },
    async () => {
      try {
        const { msg } = await callsOf(resource).remove(row.id, { idempotencyKey: newKey() })
        if (!msg) toast('success', `Đã xoá ${name}`)
      } finally {
        markOwn([row.id])
        await refresh(resource)
      }
    },
  )
}

/** Asks, then deletes all ticked rows; reports the number and the failures. */
export async function removeBulk(
  resource: Resource,
  state: ListState,
  selection: BulkWork['selection'],
  count: number,
): Promise<void> {
  const many = thousands(selection.all ? count : selection.ids.size)
  const confirmed = await confirm({
    title: messages.deleteTitle,
    body: `${messages.deleteConfirm}\n${many} ${resource.noun}`,
    confirmLabel: `Xoá ${many} ${resource.noun}`,
    danger: true,
  })
  if (!confirmed) return
  await runBulk({
    resource,
    state,
    selection,
    write: { method: operations.remove.method, path: `/api/v1/${resource.path}${operations.remove.path}` },
    words: { done: 'Đã xoá', failed: 'không xoá được' },
  })
}
