/** What can be done with the rows of a resource: save, delete one or many, export. */
import { useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { newKey } from '../client.ts'
import { blockWhile, confirm, showError, toast } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { refresh } from '../query.ts'
import { download, resourceApi, type Row } from '../resource-api.ts'
import type { Selection } from '../table/selection.ts'
import type { SaveRow } from './edit-dialog.tsx'

/** Sentences of a resource that has words of its own; the general ones where left out. */
export type ResourceTexts = {
  /** The button that opens the empty form, and the one that opens the upload. */
  createLabel?: string
  uploadLabel?: string
  /** The main button of the form: a new row, a changed one. */
  saveNew?: string
  saveChange?: string
  createTitle?: string
  updateTitle?: string
  deleteTitle?: string
  deleteConfirm?: string
  created?: string
  updated?: string
  removed?: string
}

const thousands = (value: number): string => value.toLocaleString('en-US')

/** Saves a row, new or changed, and reads the list again. The server's sentence is toasted by the shell. */
export const saver =
  (resource: Resource, row: Row | null, texts: ResourceTexts): SaveRow =>
  async (values, { key, version }) => {
    const api = resourceApi(resource)
    const body = { ...values, ...(version !== undefined && { version }) }
    const options = { idempotencyKey: key }
    const answer = row ? await api.update(row.id, body, options) : await api.create(values, options)
    if (!answer.msg) toast('success', row ? (texts.updated ?? 'Đã lưu') : (texts.created ?? 'Đã tạo'))
    await refresh(resource.path)
  }

/** Saves one cell of a row and reads the list again. */
export async function saveCell(
  resource: Resource,
  row: Row,
  column: string,
  value: Value,
  more: { key: string; version: number | undefined },
): Promise<void> {
  const body = { [column]: value, ...(more.version !== undefined && { version: more.version }) }
  await resourceApi(resource).update(row.id, body, { idempotencyKey: more.key, quiet: true })
  await refresh(resource.path)
}

/** Asks, then deletes one row. `name` says which. */
export async function removeRow(
  resource: Resource,
  row: Row,
  name: string,
  texts: ResourceTexts,
): Promise<void> {
  const agreed = await confirm({
    title: texts.deleteTitle ?? messages.deleteTitle,
    body: `${texts.deleteConfirm ?? messages.deleteConfirm}\n${name}`,
    danger: true,
  })
  if (!agreed) return
  try {
    const { msg } = await resourceApi(resource).remove(row.id, { idempotencyKey: newKey() })
    if (!msg) toast('success', texts.removed ?? `Đã xoá ${name}`)
  } catch (error) {
    showError(error)
  } finally {
    await refresh(resource.path)
  }
}

const pageOfIds = 1000

/** Ids of everything the filter finds, read page by page. */
export async function allIds(resource: Resource, state: ListState): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const { values, count } = await resourceApi(resource).list({ ...state.query, page, count: pageOfIds })
    ids.push(...values.map((row) => row.id))
    if (values.length === 0 || ids.length >= count) return ids
  }
}

async function removeIds(resource: Resource, ids: readonly string[]): Promise<string[]> {
  const api = resourceApi(resource)
  const failed: string[] = []
  for (const id of ids) {
    try {
      await api.remove(id, { idempotencyKey: newKey(), quiet: true })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'UNAUTHENTICATED') throw error
      failed.push(error.message)
    }
  }
  return failed
}

/** Asks, then deletes all ticked rows; says how many went and what failed. */
export async function removeMany(
  resource: Resource,
  state: ListState,
  selection: Selection,
  count: number,
): Promise<void> {
  const many = selection.all ? count : selection.ids.size
  const agreed = await confirm({
    title: messages.deleteTitle,
    body: `${messages.deleteConfirm}\n${thousands(many)} ${resource.noun}`,
    confirmLabel: `Xoá ${thousands(many)} ${resource.noun}`,
    danger: true,
  })
  if (!agreed) return
  try {
    await blockWhile(async () => {
      const ids = selection.all ? await allIds(resource, state) : [...selection.ids]
      const failed = await removeIds(resource, ids)
      toast('success', `Đã xoá ${thousands(ids.length - failed.length)} ${resource.noun}`)
      const reasons = [...new Set(failed)].join('\n')
      if (failed.length > 0)
        toast('failure', `${thousands(failed.length)} ${resource.noun} không xoá được\n${reasons}`)
    })
    selection.clear()
  } catch (error) {
    showError(error)
  } finally {
    await refresh(resource.path)
  }
}

/** Exports what the filter finds; the count is stated before the file comes. */
export function useExport(resource: Resource, state: ListState): { busy: boolean; run: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const { page: _, count: __, ...filters } = state.query
    const about = `export ${resource.path}`
    try {
      const file = await download(
        resourceApi(resource).exportUrl(filters),
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
