/** Order, width and visibility of columns and the row height, stored per user and table. */
import { useMemo, useState } from 'react'
import { useActor } from '../session.ts'
import { keepText, keepValue, keptValue } from '../storage.ts'
import type { AnyColumn } from './column.ts'

type Kept = { order: string[]; hidden: string[]; widths: Record<string, number>; compact: boolean }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  Array.isArray(value.order) &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  'widths' in value &&
  typeof value.widths === 'object' &&
  'compact' in value

const nothing: Kept = { order: [], hidden: [], widths: {}, compact: false }
const narrowest = 48
const widest = 640

export type Layout<R> = {
  /** Visible columns in order with their widths. */
  columns: readonly AnyColumn<R>[]
  /** All columns in order, for the column list. */
  all: readonly AnyColumn<R>[]
  isHidden: (key: string) => boolean
  compact: boolean
  resize: (key: string, width: number) => void
  toggle: (key: string) => void
  move: (key: string, before: string) => void
  setCompact: (compact: boolean) => void
  reset: () => void
}

const side = (column: { pin?: 'left' | 'right' }): number =>
  column.pin === 'left' ? 0 : column.pin === 'right' ? 2 : 1

/** In the stored order, new columns where they are declared; pinned ones stay at their side. */
function ordered<R>(columns: readonly AnyColumn<R>[], order: readonly string[]): AnyColumn<R>[] {
  const position = (column: AnyColumn<R>): number => {
    const kept = order.indexOf(column.key)
    return kept >= 0 ? kept : columns.indexOf(column)
  }
  return columns.toSorted((a, b) => side(a) - side(b) || position(a) - position(b))
}

/** The layout of the table called `name` for the signed-in user. */
export function useLayout<R>(name: string, columns: readonly AnyColumn<R>[]): Layout<R> {
  const key = `columns:${useActor().username}:${name}`
  const [kept, setKept] = useState<Kept>(() => keptValue(key, isKept) ?? nothing)
  const all = useMemo(() => ordered(columns, kept.order), [columns, kept.order])
  const shown = useMemo(
    () =>
      all
        .filter((column) => !kept.hidden.includes(column.key))
        .map((column) => {
          const width = kept.widths[column.key]
          return width === undefined ? column : { ...column, width, grows: false, own: true }
        }),
    [all, kept],
  )
  const keep = (part: Partial<Kept>): void => {
    const next = { ...kept, ...part }
    setKept(next)
    keepValue(key, next)
  }
  return {
    columns: shown,
    all,
    compact: kept.compact,
    isHidden: (column) => kept.hidden.includes(column),
    resize: (column, width) =>
      keep({
        widths: { ...kept.widths, [column]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
      }),
    toggle: (column) =>
      keep({
        hidden: kept.hidden.includes(column)
          ? kept.hidden.filter((other) => other !== column)
          : [...kept.hidden, column],
      }),
    move: (column, before) => {
      const others = all.map((one) => one.key).filter((one) => one !== column)
      keep({ order: others.toSpliced(others.indexOf(before), 0, column) })
    },
    setCompact: (compact) => keep({ compact }),
    reset: () => {
      setKept(nothing)
      keepText(key, null)
    },
  }
}
