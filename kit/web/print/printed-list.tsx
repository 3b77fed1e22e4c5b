/** A printed list: every column that its reader may see, in parts as wide as a sheet (D3-GRID-11). */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { formatInstant, present } from '#kit/contract/dates.ts'
import { showField } from '#kit/contract/kinds.ts'
import { thousands } from '#kit/contract/thousands.ts'
import type { List } from '../resource/use-list-screen.tsx'
import type { TableRow } from '../resource-api.ts'
import { useActor } from '../session.ts'
import { useStore } from '../store.ts'
import type { AnyColumn } from '../table/column.ts'
import { foundText } from '../total.ts'
import { partsOf } from './parts.ts'
import { everyPrinted, usePrinting } from './printing.ts'
import css from './printed-list.module.css'

type ListProps<Row extends TableRow, Totals> = { list: List<Row, Totals> }

/** The applied filters, with their names. */
function filtersOf<Row extends TableRow, Totals>({ items = [], periods = [], state }: List<Row, Totals>) {
  const { filters } = state
  const days = periods
    .filter(({ from, to }) => filters[from] && filters[to])
    .map(({ from, to, label }) => `${label}: ${filters[from]} – ${filters[to]}`)
  const others = items.flatMap(({ name, label, field }) =>
    filters[name] ? [`${label}: ${showField(filters[name], field)}`] : [],
  )
  return [...days, ...others]
}

/** The text that would be copied; a cell without such text as on the screen. */
const printed = <Row extends TableRow>({ text, plain, cell }: AnyColumn<Row>, row: Row) =>
  text ? text(row) : (plain ?? cell)(row)

type PartProps<Row extends TableRow> = {
  columns: readonly AnyColumn<Row>[]
  rows: readonly Row[]
  first: number
  totals: Readonly<Record<string, ReactNode>> | undefined
}

const side = ({ numeric }: { numeric?: boolean }) => (numeric ? css.right : undefined)

function Part<Row extends TableRow>({ columns, rows, first, totals }: PartProps<Row>) {
  return (
    <table className={css.part}>
      <thead>
        <tr>
          <th className={css.right}>#</th>
          {columns.map((column) => (
            <th key={column.key} data-key={column.key} className={side(column)}>
              {column.group && <small>{column.group}</small>}
              {column.full ?? column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id}>
            <td className={css.right}>{first + index}</td>
            {columns.map((column) => (
              <td key={column.key} className={side(column)}>
                {printed(column, row)}
              </td>
            ))}
          </tr>
        ))}
        {totals && columns.some(({ key }) => totals[key] !== undefined) && (
          <tr className={css.totals}>
            <td className={css.right}>Σ</td>
            {columns.map((column) => (
              <td key={column.key} className={side(column)}>
                {totals[column.key]}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Who printed which rows of which list, and when. */
function Head<Row extends TableRow, Totals>({ list, note }: ListProps<Row, Totals> & { note: string }) {
  const { fullname, username } = useActor()
  const { title, label = title, answer, noun } = list
  return (
    <>
      <h1>{label}</h1>
      <p>{[answer && foundText(answer, noun), note, ...filtersOf(list)].filter(Boolean).join('; ')}</p>
      <p>
        In lúc {formatInstant(present().toISOString())} bởi {fullname} ({username})
      </p>
    </>
  )
}

/** Rendered only while it is printed: the rows of the page, or those that 'In tất cả' has read. */
export function PrintedList<Row extends TableRow, Totals>({ list }: ListProps<Row, Totals>) {
  const printing = usePrinting()
  const every = useStore(everyPrinted)
  const { name, layout, state, answer, totals } = list
  if (!printing || (every !== null && every.list !== name)) return null
  // The name is that of this list, so the rows are of its type.
  const rows = (every?.rows as readonly Row[] | undefined) ?? list.rows ?? []
  const first = every ? 1 : state.page * state.size + 1
  const note = rows.length > 0 ? `dòng ${thousands(first)}–${thousands(first + rows.length - 1)}` : ''
  const sums = answer && totals?.(answer, state.filters)
  return createPortal(
    <section className={css.sheet} data-printed>
      <Head list={list} note={note} />
      {partsOf(layout.all).map((columns) => (
        <Part key={columns.at(-1)?.key} columns={columns} rows={rows} first={first} totals={sums} />
      ))}
    </section>,
    document.body,
  )
}
