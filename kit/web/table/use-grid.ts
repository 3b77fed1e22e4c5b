/** The state of one table, and the functions its parts call. */
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { copyText, toast } from '../feedback.ts'
import { lazyCode } from '../lazy-part.tsx'
import { useUnsaved } from '../tab-state.tsx'
import { useCellEdits, type CellEdits, type Paste, type SaveCell } from './cell-edits.ts'
import { fitRoom, inSight } from './fit-room.ts'
import { sizeOf, type Focus } from './range.ts'
import type { MenuAt } from './row-menu.tsx'
import type { TableRow } from '../resource-api.ts'
import type { DataTableProps, Grid, PositionedColumn } from './table-types.ts'
import type { AnyColumn } from './column.ts'

/** The columns, pinned ones with their offset; `left` and `right` are the widths of the grid's own columns. */
function positionColumns<R>(
  columns: readonly AnyColumn<R>[],
  left: number,
  right: number,
): PositionedColumn<R>[] {
  const placed: PositionedColumn<R>[] = columns.map((column) => ({ ...column }))
  const lefts = placed.filter((column) => column.pin === 'left')
  const rights = placed.filter((column) => column.pin === 'right')
  let from = left
  for (const column of lefts) {
    column.offset = from
    from += column.width
  }
  let to = right
  for (const column of rights.toReversed()) {
    column.offset = to
    to += column.width
  }
  const [lastLeft, firstRight] = [lefts.at(-1), rights[0]]
  if (lastLeft) lastLeft.edge = true
  if (firstRight) firstRight.edge = true
  return placed
}

const button = 28

/** Widths of the grid's own columns before and after the data: a row has one button and '…' (D3-GRID-12). */
function leadingOf<R extends TableRow>({ rows = [], selection, actions, rowButton }: DataTableProps<R>) {
  const hasButton =
    rowButton === true || rows.some((row) => actions?.(row).some(({ inRow, danger }) => inRow && !danger))
  const buttons = hasButton ? 1 : 0
  return {
    check: selection ? 40 : 0,
    number: 48,
    buttons,
    actions: actions ? (buttons + 1) * button + 12 : 0,
  }
}

/** Unchanged rows keep an older `grid`; their calls go through here and so use the latest props. */
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

type FocusedCell = { focus: Focus; id: string | undefined; key: string | undefined; anchor: Focus | null }

/** The index of `name` in `names`, near `former` if it is gone. */
function indexNear(names: readonly string[], name: string | undefined, former: number): number {
  const index = names.indexOf(name ?? '')
  return index < 0 ? Math.min(former, names.length - 1) : index
}

/**
 * The focused cell and the beginning of a range. The focus stays with its row and column; if one goes, it moves to the
 * next. A range ends when its cells move.
 */
function useFocus<R extends TableRow>(columns: readonly { key: string }[], rows: readonly R[] = []) {
  const [focused, setFocused] = useState<FocusedCell | null>(null)
  // Unchanged rows keep an older `focusCell`: only the state knows where the range begins.
  const focusCell = (focus: Focus, extend = false): void =>
    setFocused((now) => ({
      focus,
      id: rows[focus.row]?.id,
      key: columns[focus.column]?.key,
      anchor: extend ? (now?.anchor ?? now?.focus ?? null) : null,
    }))
  if (focused && rows.length > 0 && columns.length > 0) {
    const { row, column } = focused.focus
    if (rows[row]?.id !== focused.id || columns[column]?.key !== focused.key) {
      const [ids, keys] = [rows.map(({ id }) => id), columns.map(({ key }) => key)]
      focusCell({ row: indexNear(ids, focused.id, row), column: indexNear(keys, focused.key, column) })
    }
  }
  return [focused?.focus ?? null, focused?.anchor ?? null, focusCell] as const
}

const loadPaste = lazyCode(() => import('./paste.ts'))
type PasteCode = Awaited<ReturnType<typeof loadPaste>>

type Selected<R extends TableRow> = Pick<Grid<R>, 'props' | 'columns' | 'focus' | 'anchor'>

/** Copying ranges, and pasting and filling down with a preview in the cells; `title` names the paste in preview. */
function usePaste<R extends TableRow>(edits: CellEdits<R>, selected: Selected<R>) {
  const code = useRef<PasteCode | null>(null)
  const [title, setTitle] = useState('')
  const show = async (read: (code: PasteCode) => Paste<R> | string): Promise<void> => {
    const { many } = selected.props
    if (!many) return
    code.current = await loadPaste()
    const paste = read(code.current)
    if (typeof paste === 'string') return toast('failure', paste)
    setTitle(paste.title)
    edits.paste(paste.cells)
    edits.refuse(await code.current.checkPaste(paste, many))
  }
  const calls: Pick<Grid<R>, 'paste' | 'fillDown' | 'repaste' | 'copy'> = {
    paste: (text) => void show(({ pasteText }) => pasteText(selected, text)),
    fillDown: () => void show(({ fillDown }) => fillDown(selected)),
    repaste: (row, column, text) => {
      const state = code.current?.readPasted({ row, column, text })
      if (state) edits.repaste(row, column.key, state)
      return state?.reason === null
    },
    copy: (range) =>
      void loadPaste().then(({ copied }) => {
        const { text, html } = copied(selected, range)
        return copyText(text, sizeOf(range), html)
      }),
  }
  return { title, calls }
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
    for (let index = column + step; index >= 0 && index < columns.length; index += step) {
      const target = rows()[row]
      const next = columns[index]
      if (!target || !next || !edit(target, next)) continue
      setFocus({ row, column: index })
      return
    }
  }
  return { edit, editNext }
}

/** State shared by the parts of a table `width` px wide, and its open row menu; `reveal` scrolls to a row. */
export function useGrid<R extends TableRow>(
  props: DataTableProps<R>,
  table: RefObject<HTMLTableElement | null>,
  reveal: RefObject<(row: number) => void>,
  width: number,
): { grid: Grid<R>; pasteTitle: string; menu: MenuAt<R> | null; closeMenu: () => void } {
  const id = useId()
  const [menu, setMenu] = useState<MenuAt<R> | null>(null)
  const { rows, save, act, toggle, open } = useNewest(props)
  const edits = useCellEdits(save)
  const leading = leadingOf(props)
  const before = leading.check + leading.number
  const room = width === 0 ? 0 : Math.max(width, props.minWidth ?? 0) - before - leading.actions
  const columns = useMemo(
    () => positionColumns(inSight(fitRoom(props.layout.columns, room), room), before, leading.actions),
    [props.layout.columns, room, before, leading.actions],
  )
  const [focus, anchor, setFocus] = useFocus(columns, props.rows)
  useUnsaved(edits.dirty)
  const { title: pasteTitle, calls } = usePaste(edits, { props, columns, focus, anchor })
  const grid: Grid<R> = {
    id,
    props,
    columns,
    edits,
    focus,
    anchor,
    setFocus,
    ...calls,
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
  return { grid, pasteTitle, menu, closeMenu: () => setMenu(null) }
}
