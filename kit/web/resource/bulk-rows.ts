/** Work on all ticked rows of a list: their ids, one call each, the report. */
import type { Resource } from '#kit/contract/resource.ts'
import { toastBulk, writeBulk, type RowWrite } from '../bulk.ts'
import { blockWhile, showError } from '../feedback.ts'
import type { ListState } from '../filters/list-state.ts'
import { refresh } from '../query.ts'
import { everyRow } from '../every-row.ts'
import { listOf, type TableRow } from '../resource-api.ts'
import type { Selection } from '../table/selection.ts'
import { markOwn } from './held-rows.ts'

/** Ids of all rows of the filter. */
export const allIds = async (resource: Resource, { query }: ListState): Promise<string[]> =>
  (await everyRow(listOf<TableRow, unknown>(resource), query)).map(({ id }) => id)

export type BulkWork = {
  resource: Resource
  state: ListState
  selection: Pick<Selection, 'ids' | 'all' | 'clear'>
  /** The call for one row, and its input besides the id. */
  write: RowWrite
  input?: Record<string, unknown>
  /** The version in which each row was seen, and the name of a refused row. */
  versions?: Readonly<Record<string, number>>
  nameOf?: (id: string) => string
  /** 'Đã xoá', 'không xoá được'; `message`: the usual answer, which is not shown again. */
  words: { done: string; failed: string; message?: string }
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
