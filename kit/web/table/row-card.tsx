/** One row as a card of three lines: key and amount, what it is and its state, who and when; and its actions (D3-PHN-01, D3-PHN-02). */
import { IconDots, IconPencil } from '@tabler/icons-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import type { TableRow } from '../resource-api.ts'
import { SaidTime } from '../ui/said-time.tsx'
import { cellContent } from './table-cell.tsx'
import type { PositionedColumn, RowAction, ShownRow } from './table-types.ts'
import css from './cards.module.css'
import { valueOf, type AnyColumn } from './column.ts'

/** A card shows this many figures under their headings, in lists whose rows do not open. */
const mostFigures = 3

/** Of columns that are no part of the card, those that say something without a heading: no figures, dates or yes and no. */
const saysItself = (text: string): boolean => !/^(\d{2}-\d{2}-\d{4}.*|Có|Không|-|[\d.,]*)$/.test(text)

const isNothing = (text: string): boolean => ['', '-', '0', '0.0'].includes(text)

/** What a card shows of a row: the columns of its parts, short texts, figures, and all columns but key, state and amount. */
function partsOf<R, C extends AnyColumn<R>>(columns: readonly C[], row: R) {
  const part = (card: AnyColumn<R>['card']) => columns.find((column) => column.card === card)
  const key = part('key') ?? columns.find(({ pin, card }) => pin === 'left' && !card) ?? columns[0]
  const [state, money, who, time] = [part('state'), part('money'), part('who'), part('time')]
  const further = columns.filter((column) => column !== key && column !== state && column !== money)
  const others = further.filter((column) => column !== who && column !== time)
  const texts = others
    .filter(({ numeric, grows }) => !numeric && !grows)
    .map(({ text }) => text?.(row) ?? '')
    .filter(saysItself)
  const running = others.find(({ grows, text }) => grows && !isNothing(text?.(row) ?? ''))?.text?.(row)
  const figures = others
    .filter(({ numeric, text }) => numeric && !isNothing(text?.(row) ?? 'shown'))
    .toSorted((a, b) => Number(b.card === 'figure') - Number(a.card === 'figure'))
  return { key, state, money, who, time, texts, running, figures, further }
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

/** The first steps that the row waits for as buttons, the rest under '…'; a row that opens has all of them in its drawer. */
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
  if (possible.length === 0 || (buttons.length === 0 && grid.props.onOpen)) return null
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

type FiguresProps<R extends TableRow> = {
  card: ShownRow<R>
  columns: readonly PositionedColumn<R>[]
  all: boolean
}

/** Values under their headings: a few figures in one line, or all that the row has. */
const Figures = <R extends TableRow>({ card, columns, all }: FiguresProps<R>) => (
  <dl className={css.rest} data-all={all || undefined}>
    {columns.map((column) => (
      <div key={column.key} data-wide={column.grows || undefined}>
        <dt>{column.title}</dt>
        <dd>
          <Value card={card} column={column} />
        </dd>
      </div>
    ))}
  </dl>
)

/** When something happened as people say it, or a day. */
function Time<R extends TableRow>({ row, column }: { row: R; column: AnyColumn<R> }) {
  const at = valueOf(row, column.key)
  if (typeof at === 'string' && at.includes('T')) return <SaidTime at={at} />
  return column.text?.(row) ?? column.cell(row)
}

/** The lines of a card: what is on the left and on the right of each. */
function linesOf<R extends TableRow>(
  card: ShownRow<R>,
  parts: ReturnType<typeof partsOf<R, PositionedColumn<R>>>,
) {
  const { row } = card
  const { key, state, money, who, time, texts, running } = parts
  const name = key?.text?.(row) ?? ''
  const named = who && !isNothing(who.text?.(row) ?? 'shown')
  const words = (all: readonly (ReactNode | undefined)[]) =>
    all.filter(Boolean).map((one, index) => <span key={index}>{one}</span>)
  const left = [
    <b key="key" className={css.key} data-part="key">
      {key && (key.plain?.(row) ?? (name || key.cell(row)))}
    </b>,
    ...[words(texts.slice(0, 2)), words([named && (who.plain ?? who.cell)(row), running ?? texts[2]])]
      .filter(({ length }) => length > 0)
      .map((line, index) => (
        <span key={index} className={css.words}>
          {line}
        </span>
      )),
  ]
  const right = [
    money && (
      <span key="money" className={css.money} data-part="money" data-num>
        {(money.plain ?? money.cell)(row)}
      </span>
    ),
    state && (
      <span key="state" className={css.state} data-part="state">
        <Value card={card} column={state} />
      </span>
    ),
    time && (
      <span key="time" className={css.time} data-part="time">
        <Time row={row} column={time} />
      </span>
    ),
  ].filter((one) => one !== undefined)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    left[index],
    right[index],
  ])
}

/** The whole face of a card is a button, below the buttons and links in it: it opens the row, or shows all its values. */
export function RowCard<R extends TableRow>(card: ShownRow<R>) {
  const { grid, row, ticked, open, gone, rowIndex } = card
  const { onOpen, selection, actions, firstNumber = 1 } = grid.props
  const [all, setAll] = useState(false)
  const parts = partsOf(grid.columns, row)
  const few = onOpen ? [] : parts.figures.slice(0, mostFigures)
  const unfolds = !onOpen && parts.further.length > few.length
  const place = `dòng ${firstNumber + rowIndex}`
  const name = parts.key?.text?.(row) || place
  return (
    <article className={css.card} data-on={ticked || open || undefined} data-gone={gone || undefined}>
      {(onOpen || unfolds) && (
        <button
          type="button"
          className={css.open}
          aria-label={onOpen ? `Mở ${name}` : `Xem cả ${name}`}
          aria-expanded={onOpen ? undefined : all}
          onClick={() => (onOpen ? grid.open(row) : setAll(!all))}
        />
      )}
      <div className={css.head} data-checks={selection ? true : undefined}>
        {selection && (
          <label className={css.check}>
            <Checkbox label={`Chọn ${place}`} checked={ticked} onChange={() => grid.toggle(row.id, false)} />
          </label>
        )}
        {linesOf(card, parts).map(([left, right], index) => (
          <div key={index} className={css.line}>
            {left}
            <span data-space />
            {right}
          </div>
        ))}
      </div>
      {(all || few.length > 0) && <Figures card={card} columns={all ? parts.further : few} all={all} />}
      {actions && <Actions card={card} actions={actions(row)} />}
    </article>
  )
}
