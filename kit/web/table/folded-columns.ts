/** Columns that tell no row from another are folded away (D3-GRID-12, docs/decisions/lists.md). */
import { useMemo, useState } from 'react'
import { valueOf, type AnyColumn } from './column.ts'
import type { TableRow } from '../resource-api.ts'

/** A folded column and the text that all its cells have. */
export type FoldedColumn = { key: string; title: string; value: string }

/** A shorter list is read at once, and its columns stay. */
const fewestRows = 5

const isNothing = (text: string): boolean => text === '' || text === '-' || text === '0'

/** The text of a cell; undefined where it has none that can be compared. */
function textOf<R extends TableRow>({ key, text }: AnyColumn<R>, row: R): string | undefined {
  if (text) return text(row)
  return key in row ? String(valueOf(row, key) ?? '') : undefined
}

/** What a row is known by, its money and state, what is edited, and what the user set stay whatever they hold. */
const stays = <R>({ pin, card, sight, resized, edit }: AnyColumn<R>): boolean =>
  pin !== undefined || card !== undefined || sight === true || resized === true || edit !== undefined

/**
 * The columns whose cells are all empty, 0 or equal. One with a sum at the foot only if that is 0 too: `sums` by
 * column, the amounts of all rows of the filter.
 */
export function alike<R extends TableRow>(
  columns: readonly AnyColumn<R>[],
  rows: readonly R[],
  sums: Readonly<Record<string, unknown>>,
): FoldedColumn[] {
  const [first] = rows
  if (!first || rows.length < fewestRows) return []
  return columns.flatMap((column) => {
    const value = stays(column) ? undefined : textOf(column, first)
    if (value === undefined || !rows.every((row) => textOf(column, row) === value)) return []
    if (column.steady && !isNothing(value)) return []
    if (column.key in sums && !(isNothing(value) && Number(sums[column.key]) === 0)) return []
    return [{ key: column.key, title: column.full ?? column.title, value: isNothing(value) ? '' : value }]
  })
}

const none: readonly FoldedColumn[] = []

type Decided = { filter: string; folded: readonly FoldedColumn[] }

type FoldOptions<R extends TableRow> = {
  columns: readonly AnyColumn<R>[]
  /** The rows of `filter`; undefined while they are not there. */
  rows: readonly R[] | undefined
  /** Identifies what the list is filtered by: decided once for each. */
  filter: string
  /** Field the list is sorted by. */
  sort: string
  sums: Readonly<Record<string, unknown>>
  /** The user or the view set the order of the columns: all of them are chosen. */
  chosen: boolean
}

const holds = <R extends TableRow>(
  { key, value }: FoldedColumn,
  columns: readonly AnyColumn<R>[],
  rows: readonly R[],
): boolean => {
  const column = columns.find((candidate) => candidate.key === key)
  return (
    column !== undefined &&
    rows.every((row) => {
      const text = textOf(column, row) ?? ''
      return value === '' ? isNothing(text) : text === value
    })
  )
}

/** The folded columns and a function that opens them. A column opens by itself when a row on screen differs. */
export function useFoldedColumns<R extends TableRow>(options: FoldOptions<R>) {
  const { columns, rows, filter, sort, sums, chosen } = options
  const [decided, setDecided] = useState<Decided | null>(null)
  const sorted = sort.replace('-', '')
  if (rows && decided?.filter !== filter) {
    const folded = chosen ? [] : alike(columns, rows, sums)
    setDecided({ filter, folded: folded.filter(({ key }) => key !== sorted) })
  } else if (rows && decided) {
    const folded = chosen
      ? []
      : decided.folded.filter((column) => column.key !== sorted && holds(column, columns, rows))
    if (folded.length < decided.folded.length) setDecided({ filter, folded })
  }
  const folded = decided?.folded ?? none
  // The rows are rendered again whenever their columns are other ones.
  const visible = useMemo(
    () =>
      folded.length === 0
        ? columns
        : columns.filter(({ key }) => !folded.some((column) => column.key === key)),
    [columns, folded],
  )
  return {
    folded,
    visible,
    unfold: () => setDecided((now) => now && { ...now, folded: [] }),
  }
}
