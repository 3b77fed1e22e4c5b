/** Order, width and visibility of columns and the row height, stored per user and table. */
import { useMemo, useState } from 'react'
import { columnWidths, type ViewColumns } from '#kit/contract/views.ts'
import { useActor } from '../session.ts'
import { storeText, storeValue, storedValue } from '../storage.ts'
import type { AnyColumn } from './column.ts'

const isStoredLayout = (value: unknown): value is ViewColumns =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  Array.isArray(value.order) &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  'widths' in value &&
  typeof value.widths === 'object' &&
  'compact' in value

/** The columns as declared. */
export const emptyLayout: ViewColumns = { order: [], hidden: [], widths: {}, compact: false }
const { narrowest, widest } = columnWidths

export type Layout<R> = {
  /** Visible columns in order with their widths. */
  columns: readonly AnyColumn<R>[]
  /** All columns in order, for the column list. */
  all: readonly AnyColumn<R>[]
  isHidden: (key: string) => boolean
  /** Keys of columns that are folded away by themselves (D3-GRID-12). */
  folded?: readonly string[]
  compact: boolean
  resize: (key: string, width: number) => void
  toggle: (key: string) => void
  move: (key: string, before: string) => void
  setCompact: (compact: boolean) => void
  /** Back to the columns of the view, else to the declared ones. */
  reset: () => void
  /** The layout as stored in a view. */
  stored: ViewColumns
}

const side = (column: { pin?: 'left' | 'right' }): number =>
  column.pin === 'left' ? 0 : column.pin === 'right' ? 2 : 1

/** In the stored order, new columns at their declared place; pinned ones stay at their side. */
function ordered<R>(columns: readonly AnyColumn<R>[], order: readonly string[]): AnyColumn<R>[] {
  const position = (column: AnyColumn<R>): number => {
    const place = order.indexOf(column.key)
    return place >= 0 ? place : columns.indexOf(column)
  }
  return columns.toSorted((a, b) => side(a) - side(b) || position(a) - position(b))
}

/** Keys of the columns shown by a layout, in order. */
export const shownKeys = <R>(columns: readonly AnyColumn<R>[], { order, hidden }: ViewColumns): string[] =>
  ordered(columns, order).flatMap(({ key }) => (hidden.includes(key) ? [] : [key]))

/** What the user set under `key`; read again when the key changes. */
function useStored(key: string) {
  const [entry, setEntry] = useState(() => ({ key, columns: storedValue(key, isStoredLayout) }))
  if (entry.key !== key) setEntry({ key, columns: storedValue(key, isStoredLayout) })
  return [entry.columns ?? null, (columns: ViewColumns | null) => setEntry({ key, columns })] as const
}

/** Columns of a list under a view, which the user may change for themselves. */
export type ViewLayout = { id: string; columns: ViewColumns | null }

/** The layout of the table called `name` for the signed-in user; each view has its own. */
export function useLayout<R>(name: string, columns: readonly AnyColumn<R>[], view?: ViewLayout): Layout<R> {
  const key = ['columns', useActor().username, name, ...(view ? [view.id] : [])].join(':')
  const [ownColumns, setOwnColumns] = useStored(key)
  const stored = ownColumns ?? view?.columns ?? emptyLayout
  const allColumns = useMemo(() => ordered(columns, stored.order), [columns, stored.order])
  const visible = useMemo(
    () =>
      allColumns
        .filter((column) => !stored.hidden.includes(column.key))
        .map((column) => {
          const width = stored.widths[column.key]
          return width === undefined ? column : { ...column, width, grows: false, resized: true }
        }),
    [allColumns, stored],
  )
  const store = (part: Partial<ViewColumns>): void => {
    const next = { ...stored, ...part }
    setOwnColumns(next)
    storeValue(key, next)
  }
  return {
    columns: visible,
    all: allColumns,
    compact: stored.compact,
    isHidden: (column) => stored.hidden.includes(column),
    resize: (column, width) =>
      store({
        widths: { ...stored.widths, [column]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
      }),
    toggle: (column) =>
      store({
        hidden: stored.hidden.includes(column)
          ? stored.hidden.filter((other) => other !== column)
          : [...stored.hidden, column],
      }),
    move: (column, before) => {
      const others = allColumns.map((one) => one.key).filter((one) => one !== column)
      store({ order: others.toSpliced(others.indexOf(before), 0, column) })
    },
    setCompact: (compact) => store({ compact }),
    reset: () => {
      setOwnColumns(null)
      storeText(key, null)
    },
    stored,
  }
}
