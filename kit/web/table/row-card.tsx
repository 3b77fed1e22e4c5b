/** One row as a card: key and amount, next values and state, further values, actions (D3-PHN-01). */
import { IconDots, IconPencil } from '@tabler/icons-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import type { TableRow } from '../resource-api.ts'
import { cellContent } from './table-cell.tsx'
import type { PositionedColumn, RowAction, ShownRow } from './table-types.ts'
import css from './cards.module.css'
import type { AnyColumn } from './column.ts'

type Parts<C> = {
  key: C | undefined
  state: C | undefined
  money: C | undefined
  /** Beside the state, without their headings. */
  beside: readonly C[]
  /** Below, each under its heading. */
  further: readonly C[]
}

const mostBeside = 1

/** A date among other values is not understood without its heading. */
const isDate = (text: string): boolean => /^\d{2}-\d{2}-\d{4}/.test(text)

/** Which columns a card shows, and where; without values that are empty or 0, unless `withEmpty`. */
function partsOf<R, C extends AnyColumn<R>>(columns: readonly C[], row: R, withEmpty = false): Parts<C> {
  const part = (card: AnyColumn<R>['card']) => columns.find((column) => column.card === card)
  const key = part('key') ?? columns.find(({ pin, card }) => pin === 'left' && !card) ?? columns[0]
  const [state, money] = [part('state'), part('money')]
  const others = columns.filter(
    (column) =>
      column !== key &&
      column !== state &&
      column !== money &&
      (withEmpty || !['', '0', '0.0'].includes(column.text?.(row) ?? 'shown')),
  )
  // Without a heading only short texts are understood: not figures, dates, long texts or editable cells.
  const beside = others
    .filter(
      ({ numeric, grows, edit, text }) => !numeric && !grows && text && !isDate(text(row)) && !edit?.(row),
    )
    .slice(0, mostBeside)
  return { key, state, money, beside, further: others.filter((column) => !beside.includes(column)) }
}

type ValueProps<R extends TableRow> = { card: ShownRow<R>; column: PositionedColumn<R> }

/** A value, or its editor. The button that begins an edit lies over value and pencil, not around the value. */
function Value<R extends TableRow>({ card, column }: ValueProps<R>): ReactNode {
  const { grid, row, cells } = card
  const state = cells?.[column.key]
  const field = column.edit?.(row) ?? null
  const position = grid.columns.indexOf(column)
  if (state && field && state.kind !== 'saved')
    return (
      <span className={css.editing} data-state={state.kind}>
        {cellContent({ ...card, column, position, state, focused: false, picked: undefined }, field)}
      </span>
    )
  const content = column.plain ?? column.cell
  if (!field || !grid.props.onSave) return content(row)
  return (
    <span className={css.edit}>
      {content(row)}
      <IconPencil size={12} stroke={1.9} aria-hidden />
      <button
        type="button"
        className={css.open}
        aria-label={`Sửa ${column.full ?? column.title}`}
        onClick={() => grid.edit(row, column)}
      />
    </span>
  )
}

/** Most buttons that a card shows beside '…'. */
const mostButtons = 2

/** The actions on the row: the first steps as buttons, the rest and deletion under '…'. */
function Actions<R extends TableRow>({
  card,
  actions,
}: {
  card: ShownRow<R>
  actions: readonly RowAction[]
}) {
  const { grid, row, rowIndex } = card
  const possible = actions.filter(({ reason, looks }) => reason === undefined && !looks)
  const buttons = possible
    .filter(({ danger, inRow, inMenu }) => !inMenu && !(danger && inRow))
    .slice(0, mostButtons)
  const number = (grid.props.firstNumber ?? 1) + rowIndex
  const more = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    grid.openMenu(row, box.right, box.bottom)
  }
  // Tapping the card opens the row, so a menu with nothing else to do is left out.
  if (possible.length === 0) return null
  return (
    <div className={css.actions}>
      {buttons.map((action) => (
        <Button
          key={action.label}
          icon={action.icon}
          data-danger={action.danger || undefined}
          aria-label={`${action.label} dòng ${number}`}
          onClick={() => grid.act(row, action.label)}
        >
          {action.label}
        </Button>
      ))}
      {buttons.length < actions.filter(({ looks }) => !looks).length && (
        <IconButton label="Thao tác khác" aria-label={`Thao tác khác dòng ${number}`} onClick={more}>
          <IconDots size={16} stroke={1.9} />
        </IconButton>
      )}
    </div>
  )
}

/** A card first shows this many further values; the others are behind a button or in the drawer. */
const fewValues = 4

/** The further values under their headings. */
function Rest<R extends TableRow>({ card }: { card: ShownRow<R> }) {
  const { grid, row } = card
  const [isOpen, setIsOpen] = useState(false)
  const { further } = partsOf(grid.columns, row, isOpen)
  if (further.length === 0) return null
  const few = further.slice(0, fewValues)
  return (
    <>
      <dl className={css.rest}>
        {(isOpen ? further : few).map((column) => (
          <div key={column.key} data-wide={column.grows || undefined}>
            <dt>{column.title}</dt>
            <dd>
              <Value card={card} column={column} />
            </dd>
          </div>
        ))}
      </dl>
      {!grid.props.onOpen && (isOpen || further.length > few.length) && (
        <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Thu gọn' : `Xem cả ${further.length} mục`}
        </button>
      )}
    </>
  )
}

/** The whole face of a card is a button, below the buttons and links in it. */
export function RowCard<R extends TableRow>(card: ShownRow<R>) {
  const { grid, row, ticked, open, gone, rowIndex } = card
  const { onOpen, selection, firstNumber = 1 } = grid.props
  const { key, state, money, beside } = partsOf(grid.columns, row)
  const name = key?.text?.(row) ?? ''
  const keyed = key && (key.plain?.(row) ?? (name || key.cell(row)))
  return (
    <article className={css.card} data-on={ticked || open || undefined} data-gone={gone || undefined}>
      {onOpen && (
        <button
          type="button"
          className={css.open}
          aria-label={`Mở ${name || `dòng ${firstNumber + rowIndex}`}`}
          onClick={() => grid.open(row)}
        />
      )}
      <div className={css.head} data-checks={selection ? true : undefined}>
        {selection && (
          <label className={css.check}>
            <Checkbox
              label={`Chọn dòng ${firstNumber + rowIndex}`}
              checked={ticked}
              onChange={() => grid.toggle(row.id, false)}
            />
          </label>
        )}
        <b className={css.key} data-part="key">
          {keyed}
        </b>
        {money && (
          <span className={css.money} data-part="money" data-num>
            {(money.plain ?? money.cell)(row)}
          </span>
        )}
        <span className={css.beside}>
          {beside.map((column) => (
            <span key={column.key}>{(column.plain ?? column.cell)(row)}</span>
          ))}
        </span>
        {state && (
          <span className={css.state} data-part="state">
            <Value card={card} column={state} />
          </span>
        )}
      </div>
      <Rest card={card} />
      {grid.props.actions && <Actions card={card} actions={grid.props.actions(row)} />}
    </article>
  )
}
