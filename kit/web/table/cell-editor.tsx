/**
 * The control inside an edited cell: Enter saves and goes down, Tab saves and goes on to the next cell, Esc cancels;
 * leaving saves too. With `enterOnly` only Enter saves.
 */
import { useRef, type KeyboardEvent } from 'react'
import type { Field } from '#kit/contract/field.ts'
import { isNumeric } from '#kit/contract/kinds.ts'
import { composing } from '../keys.ts'
import { typeMoney } from '../kinds/money-typing.ts'
import { Kbd } from '@mantine/core'
import { Picker } from '../ui/picker.tsx'
import { StaffPicker } from '../ui/staff-picker.tsx'
import type { TableRow } from '../resource-api.ts'
import type { Grid, PositionedColumn } from './table-types.ts'
import css from './cell.module.css'

type EditorProps<R extends TableRow> = {
  grid: Grid<R>
  row: R
  column: PositionedColumn<R>
  field: Field
  text: string
  /** The text that counts as unchanged. */
  before: string
  /** The row's version when the editor opened. */
  version: number | undefined
  /** The cell belongs to a paste in preview: its text goes there. */
  pasted: boolean
  rowIndex: number
  position: number
}

const isList = (field: Field): boolean => field.kind === 'choice' || field.kind === 'staff'

/** The keys of an editor. */
function useEditor<R extends TableRow>({
  grid,
  row,
  column,
  field,
  text,
  before,
  version,
  pasted,
  rowIndex,
  position,
}: EditorProps<R>) {
  const done = useRef(false)
  /** Returns whether the value was accepted: a refused one must be corrected first. */
  const finish = (save: boolean, now: string = text): boolean => {
    if (done.current) return true
    done.current = true
    if (save && pasted) return grid.repaste(row, column, now)
    if (save && now !== before) return grid.edits.commit(row, column.key, field, now, version)
    grid.edits.drop(row, column.key)
    return true
  }
  const leave = (): void => {
    if (!column.enterOnly || text === before) finish(true)
  }
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (composing(event.nativeEvent)) return
    if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    const [enter, tab] = [event.key === 'Enter', event.key === 'Tab']
    if (tab) leave()
    const stands = !tab && finish(enter)
    grid.home()
    if (tab) grid.editNext(rowIndex, position, event.shiftKey ? -1 : 1)
    if (enter && stands) grid.goDown({ row: rowIndex, column: position }, event.shiftKey ? -1 : 1)
  }
  return { finish, leave, onKey }
}

function ListEditor<R extends TableRow>(props: EditorProps<R>) {
  const { grid, column, field, text, before } = props
  const { finish, onKey } = useEditor({ ...props, text: before })
  const picker = {
    open: true,
    autoFocus: true,
    value: before,
    ...(text !== before && { typed: text }),
    label: column.full ?? column.title,
    ...(!field.required && { emptyLabel: 'Không chọn' }),
    onChange: (now: string) => void finish(true, now),
    onClose: () => {
      finish(false)
      grid.home()
    },
  }
  return (
    <div className={css.list} onKeyDown={onKey}>
      {field.kind === 'staff' ? (
        <StaffPicker {...picker} />
      ) : (
        <Picker {...picker} options={field.options ?? []} />
      )}
    </div>
  )
}

function TextEditor<R extends TableRow>(props: EditorProps<R>) {
  const { grid, row, column, field, text, before } = props
  const { leave, onKey } = useEditor(props)
  const groups = isNumeric(field.kind) && !field.decimals
  return (
    <>
      <div className={css.edit}>
        <input
          autoFocus
          aria-label={column.full ?? column.title}
          className={column.numeric ? css.editNumber : undefined}
          value={text}
          maxLength={field.max ?? 500}
          onFocus={({ target }) => {
            if (text === before) target.select()
            else target.setSelectionRange(text.length, text.length)
          }}
          onChange={({ target }) => {
            const caret = target.selectionStart ?? target.value.length
            const typed = groups ? typeMoney(text, target.value, caret) : { text: target.value, caret }
            grid.edits.type(row, column.key, typed.text)
            requestAnimationFrame(() => target.setSelectionRange(typed.caret, typed.caret))
          }}
          onKeyDown={onKey}
          onBlur={leave}
        />
      </div>
      <div className={css.hint} aria-hidden data-keys>
        <Kbd>Enter</Kbd> lưu <Kbd>Esc</Kbd> huỷ
      </div>
    </>
  )
}

/** The editor of the field's kind. */
export function CellEditor<R extends TableRow>(props: EditorProps<R>) {
  return isList(props.field) ? <ListEditor {...props} /> : <TextEditor {...props} />
}
