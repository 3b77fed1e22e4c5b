/** Saves cells of many rows as one step, and undoes the user's last step (D3-GRID-03, D3-GRID-04); loaded late. */
import { thousands } from '#kit/contract/thousands.ts'
import type { CellsAnswer, UndoAnswer } from '#kit/contract/cells.ts'
import { operations } from '#kit/contract/operations.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { newKey, request } from '../client.ts'
import { showError, toast } from '../feedback.ts'
import { refresh } from '../query.ts'
import type { CellsOfRow } from '../table/table-types.ts'
import { markOwn } from './held-rows.ts'

/** At most this many cells are named. */
const mostNamed = 10

/** Reports what was undone, and what was not and why. */
function tellUndone({ undone, rows, stayed }: UndoAnswer): void {
  const of = rows.length > 0 ? `: ${rows.join(', ')}` : ''
  if (undone > 0) toast('success', `Đã hoàn tác ${thousands(undone)} ô${of}`)
  if (stayed.length === 0) return
  const named = stayed.slice(0, mostNamed).map(({ row, field, msg }) => `${row}, ${field}: ${msg}`)
  const more = stayed.length - named.length
  toast(
    'failure',
    [
      `${thousands(stayed.length)} ô giữ nguyên`,
      ...named,
      ...(more > 0 ? [`và ${thousands(more)} ô khác`] : []),
    ].join('\n'),
  )
}

/** Saves all cells or none; `check` only reports what would be refused. */
export async function saveCells(
  resource: Resource,
  rows: readonly CellsOfRow[],
  check: boolean,
): Promise<CellsAnswer> {
  const path = `/api/v1/${resource.path}${operations.cells.path}`
  const options = { idempotencyKey: newKey(), quiet: true }
  const { data } = await request<CellsAnswer>('POST', path, { rows, check }, options)
  if (data.saved > 0) markOwn(rows.map(({ id }) => id))
  if (!check) await refresh(resource)
  return data
}

/** Undoes the last step and reports the result. */
export async function undoCells(resource: Resource): Promise<void> {
  try {
    const path = `/api/v1/${resource.path}${operations.undo.path}`
    const { data } = await request<UndoAnswer>('POST', path, {}, { idempotencyKey: newKey() })
    tellUndone(data)
  } catch (error) {
    showError(error)
  } finally {
    await refresh(resource)
  }
}
