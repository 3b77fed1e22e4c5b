/** A state set from a list in its cell; the caller asks about the choice. */
import type { SyntheticEvent } from 'react'
import type { Icon, Option, Tone } from '#kit/contract/field.ts'
import { icons } from '#kit/web/ui/pill.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import css from './refunds.module.css'

type StatePickerProps = {
  /** For screen readers. */
  label: string
  options: readonly Option[]
  value: string
  /** Shown when no option is the present state. */
  fallback: string
  tone: Tone
  icon: Icon
  onChange: (value: string) => void
}

/** The list belongs to the cell although it lies over the page: its events must not reach the grid. */
const keep = (event: SyntheticEvent): void => event.stopPropagation()

/** The field with its list. */
export function StatePicker({ label, options, value, fallback, tone, icon, onChange }: StatePickerProps) {
  const Mark = icons[icon]
  return (
    <span className={css.state} data-tone={tone} onClick={keep} onDoubleClick={keep} onKeyDown={keep}>
      <Picker
        label={label}
        options={options}
        value={value}
        placeholder={fallback}
        icon={<Mark size={14} stroke={2} aria-hidden />}
        onChange={onChange}
      />
    </span>
  )
}
