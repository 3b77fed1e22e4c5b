/** A value of each kind in a table cell or drawer. */
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Field, Kind } from '#kit/contract/field.ts'
import { showField } from '#kit/contract/kinds.ts'
import { copyText } from '../feedback.ts'
import { useStaffName } from '../staff.ts'
import { Pill } from '../ui/pill.tsx'
import css from './cell.module.css'

type CellProps = { field: Field; value: unknown }

/** An empty value. */
export const Nothing = () => <span className={css.nothing}>-</span>

const Plain = ({ field, value }: CellProps) => showField(value, field)

const Numeric = ({ field, value }: CellProps) => (
  <span className={value === 0 ? css.nothing : undefined} data-num>
    {showField(value, field)}
  </span>
)

/** A text in two lines, which fill a row without making it higher; the tooltip has it whole. */
export const TwoLines = ({ children }: { children: string }) => (
  <span className={css.twoLines} title={children}>
    {children}
  </span>
)

/** Hyphens of dates are narrow so that the figures stay together. */
const Dated = ({ field, value }: CellProps) => {
  const parts = showField(value, field).split('-')
  return (
    <span data-num>
      {parts.map((part, index) => (
        // A part of a date is identified by its position.
        <span key={index}>
          {index > 0 && <i className={css.hyphen}>-</i>}
          {part}
        </span>
      ))}
    </span>
  )
}

/** A click copies the shown text (D1-Q-159). */
export function PhoneCell({ field, value }: CellProps) {
  const text = showField(value, field)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.phone}
      data-copy
      title="Nhấn để copy"
      onClick={(event) => {
        event.stopPropagation()
        void copyText(text)
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span data-num>{text}</span>
      <IconCopy size={14} stroke={1.9} aria-hidden />
    </button>
  )
}

function ChoiceCell({ field, value }: CellProps) {
  const option = field.options?.find((candidate) => candidate.value === value)
  if (!option?.tone) return showField(value, field)
  return (
    <Pill tone={option.tone} icon={option.icon} plain={!option.pill}>
      {option.label}
    </Pill>
  )
}

/** A person by full name, followed by the username in small letters. */
export const Person = ({ fullname, username }: { fullname: string; username: string }) => (
  <span title={`${fullname} (${username})`}>
    {fullname} <span className={css.username}>{username}</span>
  </span>
)

function StaffCell({ field, value }: CellProps) {
  const username = String(value)
  const fullname = useStaffName(username)
  return fullname ? <Person fullname={fullname} username={username} /> : showField(value, field)
}

const FlagCell = ({ field, value }: CellProps) =>
  field.options ? (
    <ChoiceCell field={field} value={String(value)} />
  ) : value === 1 ? (
    <IconCheck size={16} stroke={1.8} aria-label={field.label} />
  ) : (
    <Nothing />
  )

const cells = {
  id: Plain,
  phone: PhoneCell,
  sim: PhoneCell,
  text: Plain,
  note: Plain,
  money: Numeric,
  number: Numeric,
  date: Dated,
  instant: Dated,
  choice: ChoiceCell,
  choices: Plain,
  staff: StaffCell,
  flag: FlagCell,
} satisfies Record<Kind, (props: CellProps) => ReactNode>

/** The value by its field's kind; '-' when empty. */
export const Cell = memo(function Cell({ field, value }: CellProps) {
  if (value === null || value === undefined || value === '') return <Nothing />
  if (field.blankZero && value === 0) return <Nothing />
  const Kinded: (props: CellProps) => ReactNode = cells[field.kind]
  return <Kinded field={field} value={value} />
})
