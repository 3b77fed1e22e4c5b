/** Rows of a carrier's answer in a dense table; a click on a value copies it (D1-Q-159). */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { messages } from '#platform/contract/messages.ts'
import { copyText } from '#kit/web/feedback.ts'
import { nextSort, sortedBy } from '#kit/web/filters/list-state.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import css from './result.module.css'
import { sortRows } from './sort-rows.ts'

export type ResultColumn<R> = {
  key: string
  title: string
  /** Pixels; columns without a width share the rest. */
  width?: number
  show: (row: R) => string
  /** Text to sort by, where the cell's text is shortened. */
  by?: (row: R) => string
  look?: 'red' | 'strong' | 'quiet'
  numeric?: true
  /** Long text wraps and keeps its line breaks. */
  lines?: true
  copy?: true
}

/** The table as text for the clipboard: headings and rows. */
export const tableText = <R,>(columns: readonly ResultColumn<R>[], rows: readonly R[]): string =>
  rows.length === 0
    ? messages.empty
    : [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ show }) => show(row)))]
        .map((cells) => cells.join('\t'))
        .join('\n')

/** A text copied by a click; the tooltip has all of it when it is cut off. */
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

function content<R>({ show, copy }: ResultColumn<R>, row: R): ReactNode {
  const text = show(row)
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

type Sorting = { sort: string; setSort: (sort: string) => void }

function Head<R>({ column, sorting }: { column: ResultColumn<R>; sorting: Sorting | undefined }) {
  const { key, title, numeric } = column
  const way = sortedBy(sorting?.sort, key)
  const Arrow = way === 'desc' ? IconArrowDown : IconArrowUp
  if (!sorting)
    return (
      <th scope="col" data-numeric={numeric}>
        {title}
      </th>
    )
  return (
    <th scope="col" data-numeric={numeric} aria-sort={way && (way === 'asc' ? 'ascending' : 'descending')}>
      <button
        type="button"
        className={css.sort}
        data-sorted={way}
        title={`Sắp xếp theo ${title}`}
        onClick={() => sorting.setSort(nextSort(sorting.sort, key, 'asc'))}
      >
        {title}
        {way && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
    </th>
  )
}

/** A sentence instead of the table when there are no rows. */
export function ResultTable<R>({ label, columns, rows, narrow, paged }: ResultTableProps<R>) {
  const [sort, setSort] = useState('')
  const sorting = paged ? undefined : { sort, setSort }
  if (rows.length === 0)
    return (
      <p className={css.quiet} data-narrow={narrow}>
        {messages.empty}
      </p>
    )
  return (
    <div className={css.scroll} data-narrow={narrow} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table} aria-label={label}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sort, textUnder(columns)).map((row, at) => (
            // The carrier's rows have no id.
            <tr key={at}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-key={column.key}
                  data-look={column.look}
                  data-numeric={column.numeric}
                  data-lines={column.lines}
                  title={column.copy ? undefined : column.show(row)}
                >
                  {content(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
