/** The state of one table, and the functions its parts call. */
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { useUnsaved } from '../tab-state.tsx'
import { useCellEdits, type CellEdits, type SaveCell } from './cell-edits.ts'
import { fitRoom, forPhone } from './fit-room.ts'
import { positionColumns } from './position-columns.ts'
import type { MenuAt } from './row-menu.tsx'
import type { TableRow } from '../resource-api.ts'
import type { DataTableProps, Focus, Grid } from './table-types.ts'

const button = 28
/** Below this width, in px, rows have no numbers. */
const phoneWidth = 480

/** Widths of the grid's own columns before and after the data. On a phone only '…' fits. */
function leadingOf<R extends TableRow>({ rows = [], selection, actions, rowButtons = 0 }: DataTableProps<R>) {
  // The row with most buttons must fit too.
  const inRow = rows.map((row) => actions?.(row).filter((action) => action.inRow).length ?? 0)
  const buttons = window.innerWidth <= 640 ? 0 : Math.max(rowButtons, ...inRow)
  return {
    check: selection ? 40 : 0,
    number: window.innerWidth <= phoneWidth ? 0 : 48,
    buttons,
    actions: actions ? (buttons + 1) * button + 12 : 0,
  }
}

/** Unchanged rows keep an older `grid`; their calls go through here, so that the latest props answer. */
function useNewest<R extends TableRow>(props: DataTableProps<R>) {
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })
  const save: SaveCell<R> = async (...args) => newest.current.onSave?.(...args)
  return {
    rows: () => newest.current.rows ?? [],
    save,
    act: (row: R, label: string) =>
      newest.current
        .actions?.(row)
        .find((action) => action.label === label)
        ?.run(),
    toggle: (id: string, range: boolean) => newest.current.selection?.toggle(id, range),
    open: (row: R) => newest.current.onOpen?.(row),
  }
}

type FocusedCell = { focus: Focus; id: string | undefined }

/** The focused cell. It stays with its row when others come in above; a row that is gone leaves it to the next one. */
function useFocus<R extends TableRow>(rows: readonly R[] = []) {
  const [focused, setFocused] = useState<FocusedCell | null>(null)
  const focusCell = (focus: Focus): void => setFocused({ focus, id: rows[focus.row]?.id })
  if (focused && rows.length > 0 && rows[focused.focus.row]?.id !== focused.id) {
    const moved = rows.findIndex(({ id }) => id === focused.id)
    focusCell({ ...focused.focus, row: moved < 0 ? Math.min(focused.focus.row, rows.length - 1) : moved })
  }
  return [focused?.focus ?? null, focusCell] as const
}

type Editing<R extends TableRow> = Pick<Grid<R>, 'edit' | 'editNext'>

function editing<R extends TableRow>(
  canSave: boolean,
  columns: Grid<R>['columns'],
  edits: CellEdits<R>,
  rows: () => readonly R[],
  setFocus: (focus: Focus) => void,
): Editing<R> {
  const edit: Grid<R>['edit'] = (row, column, typed) => {
    const field = canSave ? column.edit?.(row) : null
    if (!field) return false
    edits.begin(row, column.key, column.typed?.(row) ?? '', typed === undefined ? {} : { typed })
    return true
  }
  const editNext: Grid<R>['editNext'] = (row, column, step) => {
    for (let at = column + step; at >= 0 && at < columns.length; at += step) {
      const target = rows()[row]
      const next = columns[at]
      if (!target || !next || !edit(target, next)) continue
      setFocus({ row, column: at })
      return
    }
  }
  return { edit, editNext }
}

/** State shared by the parts of one table in a container `width` px wide, and its open row menu; `reveal` scrolls to a row. */
export function useGrid<R extends TableRow>(
  props: DataTableProps<R>,
  table: RefObject<HTMLTableElement | null>,
  reveal: RefObject<(row: number) => void>,
  width: number,
): { grid: Grid<R>; menu: MenuAt<R> | null; closeMenu: () => void } {
  const id = useId()
  const [focus, setFocus] = useFocus(props.rows)
  const [menu, setMenu] = useState<MenuAt<R> | null>(null)
  const { rows, save, act, toggle, open } = useNewest(props)
  const edits = useCellEdits(save)
  const leading = leadingOf(props)
  const before = leading.check + leading.number
  const room = width === 0 ? 0 : Math.max(width, props.minWidth ?? 0) - before - leading.actions
  const columns = useMemo(
    () => positionColumns(fitRoom(forPhone(props.layout.columns, width), room), before, leading.actions),
    [props.layout.columns, width, room, before, leading.actions],
  )
  useUnsaved(edits.dirty)
  const grid: Grid<R> = {
    id,
    props,
    columns,
    edits,
    focus,
    setFocus,
    leading,
    act,
    toggle,
    open,
    ...editing(props.onSave !== undefined, columns, edits, rows, setFocus),
    home: () => table.current?.focus(),
    goDown: ({ row, column }, step) => {
      if (!rows()[row + step]) return
      setFocus({ row: row + step, column })
      reveal.current(row + step)
    },
    // A row without actions opens no menu, which would be empty.
    openMenu: (row, x, y) => {
      if (props.actions && props.actions(row).length > 0) setMenu({ row, x, y })
    },
  }
  return { grid, menu, closeMenu: () => setMenu(null) }
}
