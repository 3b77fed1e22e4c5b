/** Overrides of customers, which belong to files and holders and are never erased. */
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Raw } from '#kit/server/handle.ts'
import { history } from '#kit/server/history.ts'
import { importRows, readChunk } from '#kit/server/import.ts'
import { readOne, requireId } from '#kit/server/list.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { allLists, countAssignable, listAssignable } from './customer/assignable.ts'
import { assignCustomers } from './customer/assign.ts'
import { createCustomer, withAliases } from './customer/create.ts'
import { saveListRows } from './customer/lists.ts'
import { removeCustomer } from './customer/remove.ts'
import { checked, listCustomers, requireVisible } from './customer/visible.ts'

/** The list named in the body of an import; null (the caller's own) for the all-zero id or none. */
function uploadOf(extra: Record<string, unknown>): string | null {
  const { upload } = extra
  if (upload === undefined || upload === null || upload === '' || upload === allLists) return null
  if (typeof upload !== 'string') throw new AppError('VALIDATION', messages.invalid)
  return requireId(upload)
}

/** Whether query or body has `appointment=1`, which confirms deleting a number with an appointment. */
const knowsAppointment = ({ query, body }: Raw): boolean =>
  query.appointment === '1' || (isObject(body) && body.appointment === 1)

export const customerOverrides: Overrides = {
  list: (ctx, raw) => listCustomers(raw.query, ctx),
  one: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    await requireVisible(id, ctx)
    return readOne(checked, id, ctx)
  },
  history: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    await requireVisible(id, ctx)
    return history(checked, id, ctx)
  },
  create: createCustomer,
  import: (ctx, raw) => {
    const { rows, ...chunk } = readChunk(raw.body)
    const upload = uploadOf(chunk.extra)
    return importRows(customer, { ...chunk, rows: rows.map(withAliases) }, ctx, (good) =>
      saveListRows(upload, good, ctx),
    )
  },
  remove: (ctx, raw) => removeCustomer(requireId(raw.params.id), knowsAppointment(raw), ctx),
  assignList: (ctx, raw) => listAssignable(raw.query, ctx),
  countAssign: (ctx) => countAssignable(null, ctx),
  assign: (ctx, raw) => assignCustomers(raw.body, raw.query.upload, ctx),
}
