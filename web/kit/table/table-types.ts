/** What the parts of the table share. */
import type { ReactNode } from 'react'
import type { ListState } from '../filters/list-state.ts'
import type { TableRow } from '../resource-api.ts'
import type { CellEdits, SaveCell } from './cell-edits.ts'
import type { AnyColumn } from './column.ts'
import type { Layout } from './layout.ts'
import type { Selection } from './selection.ts'

export type RowAction = {
  label: string
  icon?: ReactNode
  run: () => void
  danger?: boolean
  /** Also a button of its own in the row. */
  inRow?: boolean
  /** Why it cannot be done; the action is shown off. */
  reason?: string | undefined
}

export type DataTableProps<R extends TableRow> = {
  /** Read aloud as the name of the table. */
  label: string
  layout: Layout<R>
  /** Undefined while the first rows are on their way. */
  rows: readonly R[] | undefined
  /** Running number of the first row. */
  firstNumber?: number
  /** All rows of the list, for screen readers; the rows' own number when left out. */
  count?: number | undefined
  /** Old rows are shown while new ones are on their way. */
  stale?: boolean
  error?: unknown
  /** When the rows were read, in ms; said when they could not be read again. */
  readAt?: number
  onRetry?: () => void
  /** What stands in place of no rows. */
  empty?: ReactNode
  selection?: Selection | undefined
  /** By which column the rows stand, and how that is changed. */
  sorting?: Pick<ListState, 'sort' | 'setSort'> | undefined
  actions?: ((row: R) => readonly RowAction[]) | undefined
  /** Runs the screen's own key on a row that has the focus; answers whether it knows the key. */
  rowKey?: ((row: R, key: string, column: string) => boolean) | undefined
  /** How many of them are buttons in the row, so that nothing moves when the rows come. */
  rowButtons?: number | undefined
  /** Opens a row: Enter, double click, its number. */
  onOpen?: ((row: R) => void) | undefined
  /** The row shown in the drawer. */
  openId?: string | null
  /** Rows that somebody else took away meanwhile, by id: greyed, until they are let go (D3-DEC-05). */
  gone?: ReadonlySet<string>
  onSave?: SaveCell<R> | undefined
  /** Column → total; shown in a row that stays at the foot. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** Pixels the table has at least, however narrow its place; it scrolls there. */
  minWidth?: number
}

/** The least width of the table of a screen (D1-LIST-19); tables inside dialogs are as wide as their columns. */
export const screenTableWidth = 1050

/** Cell that has the focus of the grid: row and column by place. */
export type Focus = { row: number; column: number }

export type PositionedColumn<R> = AnyColumn<R> & {
  /** Distance of a frozen column from its side. */
  offset?: number
  /** The frozen column next to the moving ones. */
  edge?: boolean
}

export type Grid<R extends TableRow> = {
  id: string
  props: DataTableProps<R>
  columns: readonly PositionedColumn<R>[]
  edits: CellEdits<R>
  focus: Focus | null
  setFocus: (focus: Focus) => void
  /** Puts the keyboard back on the grid after an edit. */
  home: () => void
  /** Begins editing the cell if the row allows it; answers whether it did. */
  edit: (row: R, column: AnyColumn<R>) => boolean
  /** Moves on to the next or previous cell that can be edited. */
  editNext: (row: number, column: number, step: 1 | -1) => void
  openMenu: (row: R, x: number, y: number) => void
  /** Runs the action of a row by its label, ticks a row, opens it: always with the newest props. */
  act: (row: R, label: string) => void
  toggle: (id: string, range: boolean) => void
  open: (row: R) => void
  /** Widths in px; `buttons`: how many actions stand in a row beside '…'. */
  leading: { check: number; number: number; buttons: number; actions: number }
}
