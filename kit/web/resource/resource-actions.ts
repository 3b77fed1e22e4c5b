/** Saving a row of a resource, from its form or a cell. */
import { actionPath, paramOf, setterOf } from '#kit/contract/action.ts'
import { readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import { packageKey } from '#kit/contract/text.ts'
import { request } from '../client.ts'
import { toast } from '../feedback.ts'
import { refresh } from '../query.ts'
import { callsOf, type TableRow } from '../resource-api.ts'
import type { SaveRow } from './edit-dialog.tsx'
import { markOwn } from './held-rows.ts'

/** Texts of a resource; the general ones by default. */
export type ResourceTexts = {
  /** Buttons that open the empty form and the upload. */
  createLabel?: string
  uploadLabel?: string
  /** Main button of the form for a new row, and for a change. */
  saveNew?: string
  saveChange?: string
  createTitle?: string
  created?: string
  updated?: string
}

/** Id of the existing row with the new row's key, while the key is the same: saving changes that row (D3-PRC-01). */
function sameKey(
  resource: Resource,
  values: Readonly<Record<string, Value>>,
  current: Readonly<Record<string, unknown>> | null,
): string | undefined {
  const same = resource.unique?.key.every((name) => {
    const reading = readField(current?.[name], fieldOf(resource, name))
    return reading.ok && packageKey(String(reading.value)) === packageKey(String(values[name]))
  })
  return same && typeof current?.id === 'string' ? current.id : undefined
}

/** Saves a new or changed row and refreshes the list. The shell shows the server's message. */
export const saver =
  (resource: Resource, row: TableRow | null, texts: ResourceTexts): SaveRow =>
  async (values, { key, version, current = null }) => {
    const api = callsOf<TableRow, unknown>(resource)
    const body = { ...values, ...(version !== undefined && { version }) }
    const options = { idempotencyKey: key }
    const changed = row?.id ?? sameKey(resource, values, current)
    const answer = await (changed ? api.update(changed, body, options) : api.create(values, options))
    markOwn([answer.data.id])
    if (!answer.msg) toast('success', changed ? (texts.updated ?? 'Đã lưu') : (texts.created ?? 'Đã tạo'))
    await refresh(resource)
  }

/** Saves one cell, by the action that sets its field if there is one, and refreshes the list; returns the row. */
export async function saveCell(
  resource: Resource,
  row: TableRow,
  column: string,
  value: Value,
  more: { key: string; version: number | undefined },
): Promise<unknown> {
  const version = more.version !== undefined && { version: more.version }
  const options = { idempotencyKey: more.key, quiet: true }
  const setter = setterOf(resource, column)
  const { data } = await (setter
    ? request(
        setter.method,
        actionPath(resource, setter),
        { id: row.id, [paramOf(setter) ?? column]: value, ...version },
        options,
      )
    : callsOf(resource).update(row.id, { [column]: value, ...version }, options))
  await refresh(resource)
  return data
}
