/** Cells of a rule that are edited in place: switch, text, and choices in a popover. */
import { Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import css from './rule-table.module.css'

/** `label` is the accessible name. */
export const Switch = ({
  on,
  label,
  disabled,
  onTurn,
}: {
  on: boolean
  label: string
  disabled?: boolean
  onTurn: (on: boolean) => void
}) => (
  <button
    type="button"
    role="switch"
    className={css.switch}
    aria-checked={on}
    aria-label={label}
    disabled={disabled}
    onClick={() => onTurn(!on)}
  />
)

export type CellProps = {
  label: string
  /** The former value, if it was changed. */
  before: string | undefined
  fault: string | undefined
}

type TextCellProps = CellProps & {
  value: string
  /** After the value: 'lần'. */
  unit?: string
  onType: (text: string) => void
  /** Esc: restores the value. */
  onReset: () => void
}

export const TextCell = ({ label, before, fault, value, unit, onType, onReset }: TextCellProps) => (
  <span
    className={css.text}
    data-typed
    data-changed={before !== undefined || undefined}
    data-wrong={fault && true}
  >
    <input
      aria-label={label}
      aria-invalid={fault !== undefined}
      title={fault ?? (before === undefined ? undefined : `Trước: ${before}`)}
      autoComplete="off"
      spellCheck={false}
      maxLength={unit ? 3 : 24}
      inputMode={unit ? 'numeric' : 'text'}
      size={unit ? Math.max(value.length, 1) : undefined}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onReset()}
    />
    {unit && <span>{unit}</span>}
    {fault ? (
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
    ) : (
      before !== undefined && !unit && <small>trước {before}</small>
    )}
  </span>
)

type PickCellProps = CellProps & { text: string; children: ReactNode }

/** A choice: its text, and the options in a popover. */
export function PickCell({ label, before, fault, text, children }: PickCellProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={css.pick}
          data-pick
          data-changed={before !== undefined || undefined}
          data-wrong={fault && true}
          aria-label={`${label}: ${text}`}
          title={fault ?? (before === undefined ? text : `${text}\nTrước: ${before}`)}
          onClick={() => setOpen(!open)}
        >
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.choices ?? ''} aria-label={label}>
        {children}
        {fault && (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type RadiosProps<V extends string> = {
  name: string
  choices: readonly { value: V; label: string }[]
  value: V
  onPick: (value: V) => void
}

export const Radios = <V extends string>({ name, choices, value, onPick }: RadiosProps<V>) => (
  <div role="radiogroup" aria-label={name}>
    {choices.map((choice) => (
      <label key={choice.value}>
        <input type="radio" checked={choice.value === value} onChange={() => onPick(choice.value)} />
        {choice.label}
      </label>
    ))}
  </div>
)
