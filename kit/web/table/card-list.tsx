/** The rows of a list as cards, for a phone: rows and actions of the table, rendered only if visible, and what scrolls with them (D3-PHN-01). */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { TableRow } from '../resource-api.ts'
import { RowCard } from './row-card.tsx'
import { EmptyTable } from './empty-table.tsx'
import type { Grid } from './table-types.ts'
import css from './cards.module.css'

const usualHeight = 86
const gap = 6
const skeletons = [0, 1, 2, 3, 4, 5]

/** The totals of the list, starting with the amount that cards show; they scroll sideways if they do not fit. */
function Sums<R extends TableRow>({ grid: { columns, props } }: { grid: Grid<R> }) {
  const { totals = {} } = props
  const summed = columns
    .filter(({ key, numeric }) => numeric && totals[key] !== undefined && totals[key] !== null)
    .toSorted((a, b) => Number(b.card === 'money') - Number(a.card === 'money'))
  if (summed.length === 0) return null
  return (
    <dl className={css.sums} aria-label="Tổng" tabIndex={0}>
      {summed.map(({ key, title }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd data-num>{totals[key]}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CardList<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { props } = grid
  const { rows = [], selection, label, count, error, stale, gone, openId } = props
  const waiting = props.rows === undefined && !error
  // oxlint-disable-next-line react/incompatible-library -- its result is read in this render only, never memoised
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 4,
    gap,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  return (
    <div className={css.scroller} ref={scroller} data-stale={stale || undefined}>
      {props.before}
      <Sums grid={grid} />
      <ul
        className={css.list}
        aria-label={label}
        aria-busy={waiting}
        style={waiting ? undefined : { height: virtual.getTotalSize() }}
      >
        {waiting && skeletons.map((index) => <li key={index} className={css.skeleton} aria-hidden />)}
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={css.place}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={count ?? rows.length}
                aria-posinset={(props.firstNumber ?? 1) + index}
              >
                <RowCard
                  grid={grid}
                  row={row}
                  rowIndex={index}
                  cells={grid.edits.of(row.id)}
                  ticked={selection?.all === true || selection?.ids.has(row.id) === true}
                  open={openId === row.id}
                  gone={gone?.has(row.id) === true}
                />
              </li>
            )
          )
        })}
      </ul>
      <EmptyTable props={props} />
      {props.after}
    </div>
  )
}
