/** Types shared by the parts of the table. */
import type { ReactNode } from 'react'
import type { ListState } from '../filters/list-state.ts'
import type { TableRow } from '../resource-api.ts'
import type { CellsAnswer } from '#kit/contract/cells.ts'
import type { CellEdits, RowCells, SaveCell } from './cell-edits.ts'
import type { AnyColumn } from './column.ts'
import type { Focus, Range } from './range.ts'
import type { Layout } from './layout.ts'
import type { Selection } from './selection.ts'

export type RowAction = {
  label: string
  icon?: ReactNode
  run: () => void
  danger?: boolean
  /** Also a button in the row, if it is the first and deletes nothing; on a card a deletion with it is in the menu. */
  inRow?: boolean
  /** Opens the row, which a tap on its card does too. */
  looks?: true
  /** Never a button on a card: nothing that the row waits for. */
  inMenu?: true
  /** Why the action is disabled. */
  reason?: string | undefined
}

export type ManyCells = {
  /** Saves all or none; `check` only reports what would be refused. */
  save: (rows: readonly CellsOfRow[], check: boolean) => Promise<CellsAnswer>
  undo: () => Promise<void>
}
export type CellsOfRow = { id: string; version: number | undefined; values: Record<string, unknown> }

export type DataTableProps<R extends TableRow> = {
  /** Accessible name of the table. */
  label: string
  layout: Layout<R>
  /** Undefined while the first rows load. */
  rows: readonly R[] | undefined
  /** Number of the first row. */
  firstNumber?: number
  /** Number of rows in the list, for screen readers; the number of `rows` by default. */
  count?: number | undefined
  /** Called with the number of rows that fit. */
  onRoom?: (rows: number) => void
  /** Old rows are shown while new ones load. */
  stale?: boolean
  error?: unknown
  /** When the rows were read, in ms; shown when they could not be read again. */
  readAt?: number
  onRetry?: () => void
  /** Shown instead of an empty table. */
  empty?: ReactNode
  selection?: Selection | undefined
  /** The sort and its setter. */
  sorting?: Pick<ListState, 'sort' | 'setSort'> | undefined
  actions?: ((row: R) => readonly RowAction[]) | undefined
  /** Runs the screen's own key on the focused row; returns whether it knows the key. */
  rowKey?: ((row: R, key: string, column: string) => boolean) | undefined
  /** The first action is a button in the row, so that nothing moves when the rows arrive. */
  rowButton?: boolean | undefined
  /** Opens a row: Enter, double click, its number. */
  onOpen?: ((row: R) => void) | undefined
  /** The row shown in the drawer. */
  openId?: string | null
  /** Rows that somebody else removed, by id: greyed until the user releases them (D3-DEC-05). */
  gone?: ReadonlySet<string>
  onSave?: SaveCell<R> | undefined
  /** Saves many cells as one step, and undoes the last one; without it pasting is off. */
  many?: ManyCells | undefined
  /** Column → total; shown in a row that stays at the foot. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** Minimum width of the table in pixels; narrower containers scroll. */
  minWidth?: number
  /** On a phone these scroll with the cards: charts and notes before them, panels and pages after them (D3-PHN-02). */
  before?: ReactNode
  after?: ReactNode
}

/** Minimum width of a screen's table (D1-LIST-19); tables inside dialogs are as wide as their columns. */
export const screenTableWidth = 1050

export type PositionedColumn<R> = AnyColumn<R> & {
  /** Distance of a pinned column from its side. */
  offset?: number
  /** The pinned column next to the movable ones. */
  edge?: boolean
}

export type Grid<R extends TableRow> = {
  id: string
  props: DataTableProps<R>
  columns: readonly PositionedColumn<R>[]
  edits: CellEdits<R>
  focus: Focus | null
  /** Where the selected range begins; null while it is one cell. */
  anchor: Focus | null
  /** Focuses a cell; `extend` selects the range up to it. */
  setFocus: (focus: Focus, extend?: boolean) => void
  /** Shows what a copied text would change; does nothing where pasting is off. */
  paste: (text: string) => void
  /** The same with the range's first row for all its rows. */
  fillDown: () => void
  /** Gives a cell of the paste another text; returns whether it is valid. */
  repaste: (row: R, column: AnyColumn<R>, text: string) => boolean
  /** Copies a range in the format of spreadsheets. */
  copy: (range: Range) => void
  /** Returns the focus to the grid after an edit. */
  home: () => void
  /** Starts editing the cell if the row allows it, with `typed` instead of its value; returns whether it did. */
  edit: (row: R, column: AnyColumn<R>, typed?: string) => boolean
  /** Focuses the cell above or below, if there is one. */
  goDown: (from: Focus, step: 1 | -1) => void
  /** Moves to the next or previous editable cell. */
  editNext: (row: number, column: number, step: 1 | -1) => void
  openMenu: (row: R, x: number, y: number) => void
  /** Row handlers that always use the latest props. */
  act: (row: R, label: string) => void
  toggle: (id: string, range: boolean) => void
  open: (row: R) => void
  /** Widths in px; `buttons`: number of action buttons in a row beside '…'. */
  leading: { check: number; number: number; buttons: number; actions: number }
}

/** One row on screen, in the table or as a card. */
export type ShownRow<R extends TableRow> = {
  grid: Grid<R>
  row: R
  rowIndex: number
  cells: RowCells | undefined
  ticked: boolean
  open: boolean
  gone: boolean
}
