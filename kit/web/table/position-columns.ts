/** Offsets of pinned columns. */
import type { AnyColumn } from './column.ts'
import type { PositionedColumn } from './table-types.ts'

/** Columns with the offset of pinned ones; `left` and `right` are the widths of the grid's own columns. */
export function positionColumns<R>(
  columns: readonly AnyColumn<R>[],
  left: number,
  right: number,
): PositionedColumn<R>[] {
  const placed: PositionedColumn<R>[] = columns.map((column) => ({ ...column }))
  const lefts = placed.filter((column) => column.pin === 'left')
  const rights = placed.filter((column) => column.pin === 'right')
  let from = left
  for (const column of lefts) {
    column.offset = from
    from += column.width
  }
  let to = right
  for (const column of rights.toReversed()) {
    column.offset = to
    to += column.width
  }
  const [lastLeft, firstRight] = [lefts.at(-1), rights[0]]
  if (lastLeft) lastLeft.edge = true
  if (firstRight) firstRight.edge = true
  return placed
}
