/** Actions on the rows of a resource: save, delete one or many, export. */
import { useState } from 'react'
import { thousands } from '../../../contract/thousands.ts'
import { actionPath, paramOf, setterOf } from '../../../contract/kit/action.ts'
import { readField, type Value } from '../../../contract/kit/kinds.ts'
import { operations } from '../../../contract/kit/operations.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { packageKey } from '../../../contract/text.ts'
import { newKey, request } from '../client.ts'
import { blockWhile, confirm, confirmDoing, showError, toast } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { toastBulk, writeBulk, type RowWrite } from '../bulk.ts'
import { refresh } from '../query.ts'
import { callsOf, download, everyRow, listOf, type TableRow } from '../resource-api.ts'
import type { Selection } from '../table/selection.ts'
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

/** Id of the existing row with the new row's key, while the key is the same: saving changes that one (D3-PRC-01). */
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

/** Ids of all rows of the filter. */
export const allIds = async (resource: Resource, { query }: ListState): Promise<string[]> =>
  (await everyRow(listOf<TableRow, unknown>(resource), query)).map(({ id }) => id)

type BulkWork = {
  resource: Resource
  state: ListState
  selection: Pick<Selection, 'ids' | 'all' | 'clear'>
  /** The call for one row, and its input besides the id. */
  write: RowWrite
  input?: Record<string, unknown>
  /** The version in which each row was seen, and the name of a refused row. */
  versions?: Readonly<Record<string, number>>
  nameOf?: (id: string) => string
  /** 'Đã xoá', 'không xoá được'; `said`: the usual answer, which is not repeated. */
  words: { done: string; failed: string; said?: string }
}

/** Writes all ticked rows; reports the number, and the refused ones with reasons. */
export async function runBulk(work: BulkWork): Promise<void> {
  const { resource, state, selection, write, input, versions, nameOf, words } = work
  try {
    await blockWhile(async () => {
      const ids = selection.all ? await allIds(resource, state) : [...selection.ids]
      markOwn(ids)
      toastBulk(await writeBulk(write, ids, input, versions), { ...words, noun: resource.noun }, nameOf)
    })
    selection.clear()
  } catch (error) {
    showError(error)
  } finally {
    await refresh(resource)
  }
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

/** Anything with an export: a resource or a report. */
export type Exported = Pick<Resource, 'path' | 'noun' | 'exportAs'>

/** Exports the rows of the filter; their number is shown before the file arrives. */
export function useExport(resource: Exported, state: ListState): { busy: boolean; run: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const { page: _, count: __, ...filters } = state.query
    const about = `export ${resource.path}`
    try {
      const file = await download(
        callsOf(resource).exportUrl(filters),
        resource.exportAs?.file ?? `${resource.path}.xlsx`,
        (rows) =>
          rows !== null &&
          toast('info', `Đang xuất ${thousands(rows)} ${resource.noun}`, { time: 5000, about }),
      )
      const many = file.rows === null ? '' : ` (${thousands(file.rows)} ${resource.noun})`
      toast('success', `Đã xuất file ${file.name}${many}`, { about })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
