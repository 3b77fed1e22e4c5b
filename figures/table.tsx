/** A small table on a card or in a dialog: few rows, no paging. Lists of a resource are the kit's. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './table.module.css'

type Look = 'quiet' | 'strong' | 'red' | 'amber'

export type TableColumn<R> = {
  title: string
  /** Identifies its cells. */
  key?: string
  /** Pixels; once a column has a width the table keeps to the widths, and columns without share the rest. */
  width?: number
  /** Aligned right, with tabular digits. */
  numeric?: true
  /** The row's heading, read out with each of its cells. */
  heads?: true
  look?: Look | ((row: R) => Look | undefined)
  /** Number of columns that its cell spans. */
  span?: (row: R) => number
  /** Up to two lines instead of one that is cut off. */
  lines?: true
  /** The full text in as many lines as needed, with its own line breaks. */
  whole?: true
  cell: (row: R, index: number) => ReactNode
  /** The full text, if it may be cut off. */
  tip?: (row: R) => string | undefined
  /** Sorted by its heading: the present direction, and the result of a click. */
  sort?: { way: 'asc' | 'desc' | undefined; turn: () => void }
  /** Below the rows: the column's sum, or its label. */
  sum?: ReactNode
  /** Number of columns that its sum spans. */
  sumSpan?: number
}

type TableProps<R> = {
  /** Needed if no heading beside it describes the table. */
  label?: string
  columns: readonly TableColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R, index: number) => string
  /** Rows that are over are paler, unchanged ones are less prominent. */
  lookOf?: (row: R) => 'over' | 'kept' | 'red' | undefined
  /** Without headings, if the cells explain themselves. */
  bare?: true
  /** Low rows; `inset` ones line up with the content around them, on its ground. `wide` is a whole pane. */
  fit?: 'dense' | 'inset' | 'wide' | undefined
  busy?: boolean
}

/** The columns that have a cell in a line, each with its span. */
function spread<R>(
  columns: readonly TableColumn<R>[],
  spanOf: (column: TableColumn<R>) => number | undefined,
) {
  let next = 0
  return columns.flatMap((column, index) => {
    if (index < next) return []
    const span = spanOf(column) ?? 1
    next = index + span
    return [{ column, span }]
  })
}

type CellProps<R> = { column: TableColumn<R>; span: number; row: R; index: number }

function CellOf<R>({ column, span, row, index }: CellProps<R>) {
  const { key, cell, heads, numeric, look, lines, whole, tip } = column
  const content = lines ? <p>{cell(row, index)}</p> : cell(row, index)
  const marks = {
    'data-key': key,
    'data-numeric': numeric,
    'data-look': typeof look === 'function' ? look(row) : look,
    'data-whole': whole,
    title: tip?.(row),
    colSpan: span,
  }
  return heads ? (
    <th scope="row" {...marks}>
      {content}
    </th>
  ) : (
    <td {...marks}>{content}</td>
  )
}

function Heading<R>({ column: { title, numeric, sort } }: { column: TableColumn<R> }) {
  const Arrow = sort?.way === 'desc' ? IconArrowDown : IconArrowUp
  const order = sort?.way && (sort.way === 'asc' ? 'ascending' : 'descending')
  return (
    <th scope="col" data-numeric={numeric} aria-sort={order}>
      {sort ? (
        <button
          type="button"
          className={css.sort}
          data-sorted={sort.way}
          title={`Sắp xếp theo ${title}`}
          onClick={sort.turn}
        >
          {title}
          {sort.way && <Arrow size={12} stroke={2} aria-hidden />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Sums stay visible below the rows. */
const Sums = <R,>({ columns }: Pick<TableProps<R>, 'columns'>) => (
  <tfoot>
    <tr>
      {spread(columns, ({ sumSpan }) => sumSpan).map(({ column: { title, numeric, sum }, span }) => (
        <td key={title} data-numeric={numeric} colSpan={span}>
          {sum}
        </td>
      ))}
    </tr>
  </tfoot>
)

export function Table<R>({ label, columns, rows, keyOf, lookOf, bare, fit, busy }: TableProps<R>) {
  const fixed = columns.some(({ width }) => width !== undefined)
  return (
    <table
      className={css.table}
      data-fixed={fixed || undefined}
      data-fit={fit}
      aria-label={label}
      aria-busy={busy}
    >
      {fixed && (
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
      )}
      {!bare && (
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} data-look={lookOf?.(row)}>
            {spread(columns, (column) => column.span?.(row)).map(({ column, span }) => (
              <CellOf key={column.title} column={column} span={span} row={row} index={index} />
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some(({ sum }) => sum !== undefined) && <Sums columns={columns} />}
    </table>
  )
}

/** For a table that scrolls below the heading of its card; with a label it can be focused. */
export const TableScroll = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div className={css.scroll} {...(label && { tabIndex: 0, role: 'region', 'aria-label': label })}>
    {children}
  </div>
)
