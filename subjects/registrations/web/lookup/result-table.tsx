/** Rows of a carrier's answer in a dense table; a click on a value copies it (D1-Q-159). */
import { useState, type ReactNode } from 'react'
import { messages } from '#platform/contract/messages.ts'
import { Table, type TableColumn } from '#figures/table.tsx'
import { copyText } from '#kit/web/feedback.ts'
import { nextSort, sortedBy } from '#kit/web/filters/list-state.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import css from './result.module.css'
import { sortRows } from './sort-rows.ts'

export type ResultColumn<R> = Pick<TableColumn<R>, 'title' | 'width' | 'look' | 'numeric' | 'whole'> & {
  key: string
  show: (row: R) => string
  /** Text for sorting, if the cell's text is shortened. */
  by?: (row: R) => string
  copy?: true
}

/** The table as text for the clipboard: headings and rows. */
export const tableText = <R,>(columns: readonly ResultColumn<R>[], rows: readonly R[]): string =>
  rows.length === 0
    ? messages.empty
    : [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ show }) => show(row)))]
        .map((cells) => cells.join('\t'))
        .join('\n')

/** A text copied by a click; the tooltip has the full text if it is cut off. */
export const CopyButton = ({ text }: { text: string }) => (
  <button
    type="button"
    className={css.copy}
    title={`Nhấn để copy: ${text}`}
    onClick={() => void copyText(text)}
  >
    {text}
  </button>
)

function contentOf(text: string, copy: true | undefined): ReactNode {
  if (text === '') return <Nothing />
  return copy ? <CopyButton text={text} /> : text
}

type ResultTableProps<R> = {
  label: string
  columns: readonly ResultColumn<R>[]
  rows: readonly R[]
  /** Beside other content: full width, lines only between rows. */
  narrow?: true | undefined
  /** One page of several, in the carrier's order: sorting one page alone would mislead. */
  paged?: true
}

/** The text of a row to sort by under a heading. */
const textUnder =
  <R,>(columns: readonly ResultColumn<R>[]) =>
  (row: R, key: string): string => {
    const column = columns.find((candidate) => candidate.key === key)
    return (column?.by ?? column?.show)?.(row) ?? ''
  }

/** A sentence instead of the table when there are no rows. */
export function ResultTable<R>({ label, columns, rows, narrow, paged }: ResultTableProps<R>) {
  const [sort, setSort] = useState('')
  if (rows.length === 0)
    return (
      <p className={css.quiet} data-narrow={narrow}>
        {messages.empty}
      </p>
    )
  const drawn = columns.map(({ show, copy, ...column }): TableColumn<R> => ({
    ...column,
    cell: (row) => contentOf(show(row), copy),
    tip: (row) => (copy ? undefined : show(row)),
    ...(!paged && {
      sort: {
        way: sortedBy(sort, column.key),
        turn: () => setSort(nextSort(sort, column.key, 'asc')),
      },
    }),
  }))
  return (
    <div className={css.scroll} data-narrow={narrow} tabIndex={0} role="group" aria-label={label}>
      <Table
        label={label}
        columns={drawn}
        rows={sortRows(rows, sort, textUnder(columns))}
        // The carrier's rows have no id.
        keyOf={(_row, index) => String(index)}
        fit={narrow ? 'inset' : 'dense'}
      />
    </div>
  )
}
