/** Fits column widths to the room of a table: small overflows are absorbed, wide screens are not left empty. */
import type { AnyColumn } from './column.ts'

/** Running text shrinks to at least this share of its width; the rest is cut off, and shown in the drawer. */
const minShrink = 0.4
/** Columns grow by at most this share: with wider gaps the eye loses the row. */
const maxGrowth = 0.5

/** Columns pinned at the right may take at most this share of a table. */
const maxPinned = 0.45

const decides = <R>({ card, sight }: AnyColumn<R>): boolean =>
  card === 'state' || card === 'money' || sight === true

/**
 * The main columns are visible without scrolling: state and money, as on cards, and declared others (`sight`).
 * Those beyond `room` px are pinned at the right, if the others keep more than half of the table (D3-GRID-09).
 */
export function inSight<R>(columns: readonly AnyColumn<R>[], room: number): readonly AnyColumn<R>[] {
  if (room === 0) return columns
  const pinned = new Set(columns.filter(({ pin }) => pin === 'right'))
  const pinnedWidth = (): number => [...pinned].reduce((sum, { width }) => sum + width, 0)
  const hidden = (): AnyColumn<R> | undefined => {
    let end = 0
    return columns.find((column) => {
      if (pinned.has(column)) return false
      end += column.width
      return decides(column) && !column.pin && end > room - pinnedWidth()
    })
  }
  for (let column = hidden(); column && pinnedWidth() + column.width <= room * maxPinned; column = hidden())
    pinned.add(column)
  return [
    ...columns.filter((column) => !pinned.has(column)),
    ...columns.filter((column) => pinned.has(column)).map((column) => ({ ...column, pin: 'right' as const })),
  ]
}

/** Shrinks running text if that makes all columns fit; else the table scrolls. */
function narrowed<R>(columns: readonly AnyColumn<R>[], missing: number): readonly AnyColumn<R>[] {
  const spare = ({ grows, width }: AnyColumn<R>): number => (grows ? width * (1 - minShrink) : 0)
  const sum = columns.reduce((total, column) => total + spare(column), 0)
  if (sum < missing) return columns
  return columns.map((column) =>
    column.grows ? { ...column, width: Math.floor(column.width - missing * (spare(column) / sum)) } : column,
  )
}

/** Distributes spare width, except to columns pinned at the right and those sized by the user. */
function widened<R>(columns: readonly AnyColumn<R>[], spare: number): readonly AnyColumn<R>[] {
  const takes = (column: AnyColumn<R>): boolean => column.pin !== 'right' && !column.resized
  const total = columns.reduce((sum, column) => sum + (takes(column) ? column.width : 0), 0)
  const share = Math.min(maxGrowth, spare / total)
  return columns.map((column) =>
    takes(column) ? { ...column, width: Math.floor(column.width * (1 + share)) } : column,
  )
}

/** The columns fitted to `room` px; 0 for an unmeasured room. */
export function fitRoom<R>(columns: readonly AnyColumn<R>[], room: number): readonly AnyColumn<R>[] {
  const spare = room - columns.reduce((sum, { width }) => sum + width, 0)
  if (room === 0 || spare === 0) return columns
  if (spare < 0) return narrowed(columns, -spare)
  return columns.some(({ grows }) => grows) ? columns : widened(columns, spare)
}
