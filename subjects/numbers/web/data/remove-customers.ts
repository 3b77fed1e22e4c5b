/** Deletes customers; those with an appointment only after a question that names it (D1-CUST-51). */
import { thousands } from '#kit/contract/thousands.ts'
import { AppError } from '#kit/contract/error.ts'
import { operations } from '#kit/contract/operations.ts'
import { messages } from '#platform/contract/messages.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { isAppointment } from '#subjects/numbers/contract/calls/customer-lists.ts'
import { toastBulk, writeBulk } from '#kit/web/bulk.ts'
import { newKey, request } from '#kit/web/client.ts'
import { blockWhile, confirm, confirmDoing, showError, toast } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { allIds } from '#kit/web/resource/bulk-rows.ts'
import type { BulkContext } from '#kit/web/resource/screen-context.ts'

const path = `/api/v1/${customer.path}${operations.remove.path}`
const { noun } = customer
const words = { done: 'Đã xoá', failed: 'không xoá được', noun }

/** Asks whether customers with the named appointments are deleted too. */
const confirmAppointments = (about: string): Promise<boolean> =>
  confirm({
    title: 'Xoá cả lịch hẹn',
    body: `${about}\nXoá số thì lịch hẹn cũng mất.`,
    confirmLabel: 'Vẫn xoá',
    danger: true,
  })

const removeOne = async (id: string, more: object): Promise<void> => {
  await request('DELETE', path, { id, ...more }, { idempotencyKey: newKey(), quiet: true })
}

/** Deletes one customer, after a second question when it has an appointment. Returns whether it did. */
async function removeAsking(id: string): Promise<boolean> {
  try {
    await removeOne(id, {})
  } catch (error) {
    if (!(error instanceof AppError) || !isAppointment(error.message)) throw error
    if (!(await confirmAppointments(error.message))) return false
    await removeOne(id, { appointment: 1 })
  }
  return true
}

/** Asks, then deletes one customer, `name` being its phone. */
export async function removeCustomer(id: string, name: string): Promise<void> {
  const body = `${messages.deleteConfirm}\n${name}`
  await confirmDoing({ title: messages.deleteTitle, body, danger: true, about: name }, async () => {
    try {
      if (await removeAsking(id)) toast('success', `Đã xoá ${name}`)
    } finally {
      await refresh(customer.path)
    }
  })
}

const countText = (count: number): string => `${thousands(count)} ${noun}`

/** Asks, then deletes all ticked customers; those with an appointment after a second question. */
export async function removeCustomers(ticked: BulkContext): Promise<void> {
  const { ids, all, state, answer, clear, resource } = ticked
  const count = countText(all ? (answer?.count ?? ids.size) : ids.size)
  const confirmed = await confirm({
    title: messages.deleteTitle,
    body: `${messages.deleteConfirm}\n${count}`,
    confirmLabel: `Xoá ${count}`,
    danger: true,
  })
  if (!confirmed) return
  const write = { method: operations.remove.method, path }
  try {
    const first = await blockWhile(async () =>
      writeBulk(write, all ? await allIds(resource, state) : [...ids]),
    )
    const withAppointment = first.refused.filter(({ msg }) => isAppointment(msg))
    toastBulk({ ...first, refused: first.refused.filter(({ msg }) => !isAppointment(msg)) }, words)
    clear()
    if (withAppointment.length === 0) return
    const appointments = withAppointment.slice(0, 10).map(({ msg }) => msg)
    if (
      !(await confirmAppointments(
        [`${countText(withAppointment.length)} có hẹn, chưa xoá:`, ...appointments].join('\n'),
      ))
    )
      return
    const dueIds = withAppointment.map(({ id }) => id)
    toastBulk(await blockWhile(() => writeBulk(write, dueIds, { appointment: 1 })), words)
  } catch (error) {
    showError(error)
  } finally {
    await refresh(customer.path)
  }
}
