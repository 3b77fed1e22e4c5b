/** Columns that tell no row from another are folded away (D3-GRID-12, docs/decisions/lists.md). */
import { useMemo, useState } from 'react'
import type { AnyColumn } from './column.ts'
import type { TableRow } from '../resource-api.ts'

/** A folded column and the text that all its cells have. */
export type FoldedColumn = { key: string; title: string; value: string }

/** A shorter list is read at once, and its columns stay. */
const fewestRows = 5

const isNothing = (text: string): boolean => /^(-|0(\.0+)?)?$/.test(text)

/** All that a cell shows as text; undefined where that is not known. */
function textOf<R extends TableRow>(
  { cell, kitCell, text, foldText }: AnyColumn<R>,
  row: R,
): string | undefined {
  return cell === kitCell ? text?.(row) : foldText?.(row)
}

/** Columns that never fold: pinned ones, key, state and amount, other states, editable ones, and those the user resized. */
const stays = <R>({ pin, card, sight, toned, resized, edit }: AnyColumn<R>): boolean =>
  [pin, edit].some((part) => part !== undefined) ||
  [sight, toned, resized].includes(true) ||
  (card !== undefined && card !== 'who' && card !== 'time')

/** What all `texts` have in common: their text, '' if each shows nothing; undefined if they differ. */
function commonText(texts: readonly (string | undefined)[]): string | undefined {
  const [first] = texts
  if (texts.every((text) => text !== undefined && isNothing(text))) return ''
  return texts.every((text) => text === first) ? first : undefined
}

/**
 * The columns whose cells are all empty, 0 or equal. One with a sum at the foot only if that is 0 too: `sums` by
 * column, the amounts of all rows of the filter.
 */
export function alike<R extends TableRow>(
  columns: readonly AnyColumn<R>[],
  rows: readonly R[],
  sums: Readonly<Record<string, unknown>>,
): FoldedColumn[] {
  if (rows.length < fewestRows) return []
  return columns.flatMap((column) => {
    const value = stays(column) ? undefined : commonText(rows.map((row) => textOf(column, row)))
    if (value === undefined || (column.steady && value !== '')) return []
    if (column.key in sums && !(value === '' && Number(sums[column.key]) === 0)) return []
    return [{ key: column.key, title: column.full ?? column.title, value }]
  })
}

const none: readonly FoldedColumn[] = []

type Decided = { filter: string; folded: readonly FoldedColumn[]; open: boolean }

type FoldOptions<R extends TableRow> = {
  columns: readonly AnyColumn<R>[]
  /** The rows of `filter`; undefined while they are not there. */
  rows: readonly R[] | undefined
  /** Identifies what the list is filtered by: decided once for each. */
  filter: string
  /** Field the list is sorted by. */
  sort: string
  sums: Readonly<Record<string, unknown>>
  /** The user or the view chose the columns, or they are cards. */
  chosen: boolean
}

const holds = <R extends TableRow>(
  { key, value }: FoldedColumn,
  columns: readonly AnyColumn<R>[],
  rows: readonly R[],
): boolean => {
  const column = columns.find((candidate) => candidate.key === key)
  return column !== undefined && commonText(rows.map((row) => textOf(column, row))) === value
}

/** The columns that fold, and a function that opens and folds them. One opens by itself when a row on screen differs. */
export function useFoldedColumns<R extends TableRow>(options: FoldOptions<R>) {
  const { columns, rows, filter, sort, sums, chosen } = options
  const [decided, setDecided] = useState<Decided | null>(null)
  const sorted = sort.replace('-', '')
  if (rows && decided?.filter !== filter) {
    const folded = chosen ? [] : alike(columns, rows, sums)
    setDecided({ filter, folded: folded.filter(({ key }) => key !== sorted), open: false })
  } else if (rows && decided) {
    const folded = chosen
      ? []
      : decided.folded.filter((column) => column.key !== sorted && holds(column, columns, rows))
    if (folded.length < decided.folded.length) setDecided({ ...decided, folded })
  }
  const { folded, open } = decided ?? { folded: none, open: false }
  // The rows are rendered again whenever their columns are other ones.
  const visible = useMemo(
    () =>
      folded.length === 0 || open
        ? columns
        : columns.filter(({ key }) => !folded.some((column) => column.key === key)),
    [columns, folded, open],
  )
  return {
    folded,
    visible,
    open,
    toggle: () => setDecided((now) => now && { ...now, open: !now.open }),
  }
}
