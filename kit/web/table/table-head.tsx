/** The sticky head: groups, headings that sort, resizing, the checkbox of the page. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties, PointerEvent } from 'react'
import { nextSort, sortedBy } from '../filters/list-state.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import type { TableRow } from '../resource-api.ts'
import type { Grid, PositionedColumn } from './table-types.ts'
import css from './table.module.css'
import type { AnyColumn } from './column.ts'

const padding = 20
let context: CanvasRenderingContext2D | null = null

function widthOf(text: string, weight: number): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 7
  context.font = `${weight} 13px "Inter Variable", sans-serif`
  return context.measureText(text).width
}

/** Width in pixels that a column needs for its heading and the texts of `rows`. */
function fitWidth<R>(column: AnyColumn<R>, rows: readonly R[]): number {
  const texts = column.text ? rows.map(column.text) : []
  const longest = Math.max(widthOf(column.title, 500), ...texts.map((text) => widthOf(text, 400)))
  return Math.ceil(longest) + padding
}

/** Style of a pinned cell. */
export function pinStyle<R>(column: PositionedColumn<R>): CSSProperties | undefined {
  if (!column.pin || column.offset === undefined) return undefined
  return column.pin === 'left' ? { left: column.offset } : { right: column.offset }
}

/** Class names of a pinned cell. */
export const pinClass = <R,>(column: PositionedColumn<R>): string =>
  [column.pin && css.pin, column.edge && (column.pin === 'left' ? css.pinLeft : css.pinRight)]
    .filter(Boolean)
    .join(' ')

function Handle<R extends TableRow>({ grid, column }: { grid: Grid<R>; column: PositionedColumn<R> }) {
  const { layout, rows = [] } = grid.props
  const drag = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    const from = event.clientX - column.width
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent): void => layout.resize(column.key, moved.clientX - from)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <span
      className={css.handle}
      aria-hidden
      onPointerDown={drag}
      onDoubleClick={() => layout.resize(column.key, fitWidth(column, rows))}
    />
  )
}

type HeadingProps<R extends TableRow> = { grid: Grid<R>; column: PositionedColumn<R> }

/** The present direction of the column's sort and what a click would do; null if the list cannot be sorted by it. */
function sortOf<R extends TableRow>({ grid: { props }, column: { sort } }: HeadingProps<R>) {
  const { sorting } = props
  if (!sorting || !sort) return null
  const { by, first } = sort
  const way = sortedBy(sorting.sort, by)
  return { way, first, turn: () => sorting.setSort(nextSort(sorting.sort, by, first)) }
}

const sortWords = { asc: 'ascending', desc: 'descending', none: 'none' } as const

/** A sortable heading is a button; its arrow shows the direction, or the one after a click. */
function Heading<R extends TableRow>({ grid, column, index }: HeadingProps<R> & { index: number }) {
  const sort = sortOf({ grid, column })
  const title = <span className={css.heading}>{column.title}</span>
  const Arrow = (sort?.way ?? sort?.first) === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={`${column.numeric ? css.right : ''} ${pinClass(column)}`}
      style={pinStyle(column)}
      title={column.full}
      aria-colindex={index + 3}
      aria-sort={sort ? sortWords[sort.way ?? 'none'] : undefined}
      data-key={column.key}
    >
      {sort ? (
        <button type="button" className={css.sort} data-sorted={sort.way} onClick={sort.turn}>
          {title}
          <Arrow size={12} stroke={2} aria-hidden />
        </button>
      ) : (
        title
      )}
      <Handle grid={grid} column={column} />
    </th>
  )
}

/** `offset`: that of its last column, from the side where the group is pinned. */
type Group = { key: string; title: string; span: number; offset: number | undefined }

/** Neighbouring columns of one group under one heading. */
function groupsOf<R>(columns: readonly PositionedColumn<R>[]): Group[] {
  const groups: Group[] = []
  for (const column of columns) {
    const last = groups.at(-1)
    if (last?.title === (column.group ?? '')) {
      last.span++
      last.offset = column.offset
    } else groups.push({ key: column.key, title: column.group ?? '', span: 1, offset: column.offset })
  }
  return groups
}

function GroupRow<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const [left, moving, right] = (['left', undefined, 'right'] as const).map((side) =>
    grid.columns.filter(({ pin }) => pin === side),
  )
  const lead = (grid.leading.check ? 1 : 0) + 1 + (left?.length ?? 0)
  return (
    <tr className={css.groups}>
      <th colSpan={lead} className={`${css.pin} ${css.pinLeft}`} style={{ left: 0 }} scope="colgroup">
        {left?.[0]?.group}
      </th>
      {groupsOf(moving ?? []).map(({ key, title, span }) => (
        <th key={key} colSpan={span} scope="colgroup" data-titled={title !== '' || undefined}>
          {title}
        </th>
      ))}
      <th aria-hidden />
      {groupsOf(right ?? []).map(({ key, title, span, offset }, index) => (
        <th
          key={key}
          colSpan={span}
          className={`${css.pin} ${index === 0 ? css.pinRight : ''}`}
          style={{ right: offset }}
          scope="colgroup"
        >
          {title}
        </th>
      ))}
      {grid.leading.actions > 0 && (
        <th className={`${css.pin} ${right?.length ? '' : css.pinRight}`} style={{ right: 0 }} aria-hidden />
      )}
    </tr>
  )
}

function PageCheck<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const { selection, rows = [] } = grid.props
  if (!selection) return null
  const ticked = rows.filter((row) => selection.ids.has(row.id)).length
  return (
    <th className={`${css.check} ${css.pin}`} style={{ left: 0 }} aria-label="Chọn">
      <Checkbox
        label="Chọn cả trang"
        checked={selection.all || (rows.length > 0 && ticked === rows.length)}
        mixed={!selection.all && ticked > 0 && ticked < rows.length}
        onChange={selection.togglePage}
      />
    </th>
  )
}

export function TableHead<R extends TableRow>({ grid }: { grid: Grid<R> }) {
  const grouped = grid.columns.some((column) => column.group)
  const { check, actions } = grid.leading
  const moving = grid.columns.filter((column) => column.pin !== 'right')
  const pinned = grid.columns.filter((column) => column.pin === 'right')
  const frozen = moving.some((column) => column.pin === 'left')
  return (
    <thead data-grouped={grouped || undefined}>
      {grouped && <GroupRow grid={grid} />}
      <tr>
        <PageCheck grid={grid} />
        <th
          className={`${css.right} ${css.number} ${css.pin} ${frozen ? '' : css.pinLeft}`}
          style={{ left: check }}
          scope="col"
        >
          #
        </th>
        {moving.map((column, index) => (
          <Heading key={column.key} grid={grid} column={column} index={index} />
        ))}
        <th className={css.filler} aria-hidden />
        {pinned.map((column, index) => (
          <Heading key={column.key} grid={grid} column={column} index={moving.length + index} />
        ))}
        {actions > 0 && (
          <th className={`${css.pin} ${pinned.length === 0 ? css.pinRight : ''}`} style={{ right: 0 }}>
            <span data-spoken>Thao tác</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
