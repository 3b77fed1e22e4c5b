/**
 * 'Giải thích': a person's slip at the left, the chosen figure and the difference at the right; printable (D3-PAY-03).
 */
import { Drawer } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconPencil,
  IconPrinter,
  IconX,
} from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import { explainedFigures, isTakenOff, payFacts, type PayFigure } from '#subjects/pay/contract/pay-lists.ts'
import { type PayRow, payrollSubject, rowHistory } from '#subjects/pay/contract/calls/payroll.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { SideDrawer } from '#kit/web/ui/side-drawer.tsx'
import { Difference } from './difference.tsx'
import { ExplainFigure } from './explain-figure.tsx'
import { figureText, warningOf } from './payroll-columns.tsx'
import css from './explain.module.css'
import { formatInstant } from '#kit/contract/dates.ts'
import { showField } from '#kit/contract/kinds.ts'
import { useCall } from '#kit/web/query.ts'

/** Changes of the typed values of a row: who, when, before and after (D2-Q-27). Empty without changes. */
function History({ row }: { row: PayRow }) {
  const { data } = useCall('tinhluong', rowHistory, { id: row.id })
  if (!data || data.values.length === 0) return null
  return (
    <section className={css.history} aria-label="Lịch sử sửa tay">
      <h3>Lịch sử sửa tay</h3>
      <ol>
        {data.values.map((entry, index) => (
          <li key={index}>
            <span>
              {entry.fullname ?? entry.username} <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
            </span>
            {entry.changes.map((change) => {
              const field = payrollSubject.fields[change.field]
              const valueText = (value: typeof change.before): string =>
                (field ? showField(value, field) : String(value)) || '-'
              return (
                <p key={change.field}>
                  {change.label}: <del>{valueText(change.before)}</del> → <ins>{valueText(change.after)}</ins>
                </p>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}

type SlipProps = { row: PayRow; figure: PayFigure; show: (figure: PayFigure) => void }

/** Its figures in the order of the calculation, deductions with a minus. */
function Slip({ row, figure, show }: SlipProps) {
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = explainedFigures[explainedFigures.indexOf(figure) + by]
    if (by === 0 || !next) return
    event.preventDefault()
    show(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus()
  }
  return (
    <ul className={css.slip} onKeyDown={step}>
      {explainedFigures.map((name) => {
        const mark = warningOf(row, name)
        return (
          <li key={name}>
            <button
              type="button"
              data-line={name}
              data-sum={payFacts[name].role === 'sum' || undefined}
              data-net={name === 'chiTra' || undefined}
              aria-pressed={name === figure}
              {...(name === figure && { 'data-autofocus': true })}
              onClick={() => show(name)}
            >
              <span>
                {figureLabel(name)}
                {mark && (
                  <em title={mark}>
                    <IconAlertTriangle size={12} stroke={2} aria-hidden /> {mark}
                  </em>
                )}
              </span>
              <b data-num data-zero={row[name] === 0 || undefined}>
                {isTakenOff(name) && row[name] !== 0
                  ? `−${figureText(name, row[name])}`
                  : figureText(name, row[name])}
              </b>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

export type ExplainProps = {
  row: PayRow
  figure: PayFigure
  /** 'dòng 3 trong 26' */
  place: string
  onClose: () => void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onEdit?: (() => void) | undefined
}

/** The person of the slip, with buttons to the previous and next person. */
function Head({ row, place, onClose, onPrevious, onNext }: ExplainProps) {
  return (
    <header className={css.head}>
      <div>
        <Drawer.Title className={css.title ?? ''}>
          Giải thích <small>lương tháng {row.thangTinhLuong}</small>
        </Drawer.Title>
        <p>
          <b>{row.fullname}</b> {row.username}, {place}
        </p>
      </div>
      <span className={css.tools}>
        <IconButton small label="In" onClick={() => print()}>
          <IconPrinter size={16} stroke={1.9} />
        </IconButton>
        <IconButton small label="Người trước" disabled={!onPrevious} onClick={onPrevious}>
          <IconChevronUp size={16} stroke={1.9} />
        </IconButton>
        <IconButton small label="Người sau" disabled={!onNext} onClick={onNext}>
          <IconChevronDown size={16} stroke={1.9} />
        </IconButton>
        <IconButton small label="Đóng" onClick={onClose}>
          <IconX size={16} stroke={1.9} />
        </IconButton>
      </span>
    </header>
  )
}

/** The drawer, starting with the chosen figure. */
export function ExplainDrawer(props: ExplainProps) {
  const { row, figure: first, onClose, onEdit } = props
  const [figure, setFigure] = useState(first)
  const [peeked, setPeeked] = useState<PayFigure | null>(null)
  const show = (next: PayFigure): void => {
    setPeeked(null)
    setFigure(next)
  }
  const { username, thangTinhLuong } = row
  return (
    <SideDrawer
      printed
      size={940}
      onClose={onClose}
      // Esc closes the popover first.
      closeOnEscape={peeked === null}
    >
      <Head {...props} />
      <Drawer.Body className={css.body ?? ''}>
        <Slip row={row} figure={figure} show={show} />
        <div className={css.right}>
          <ExplainFigure
            key={`${username} ${figure}`}
            username={username}
            month={thangTinhLuong}
            figure={figure}
            show={show}
            peek={{ figure: peeked, set: setPeeked }}
          />
          <Difference username={username} month={thangTinhLuong} />
          <History row={row} />
        </div>
      </Drawer.Body>
      <footer className={css.foot}>
        <span data-keys>
          <kbd>↑</kbd> <kbd>↓</kbd> đổi dòng giải thích
        </span>
        {onEdit && (
          <Button icon={<IconPencil size={16} stroke={1.9} />} onClick={onEdit}>
            Sửa dữ liệu nhập tay
          </Button>
        )}
      </footer>
    </SideDrawer>
  )
}
