/** A column of checkboxes under one that checks all of them or shows a mixed state (D1-DPERM-11, D1-DPERM-12). */
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import type { Choice } from './permission-options.ts'
import css from './permission.module.css'

type CheckColumnProps = {
  title: string
  empty: string
  choices: readonly Choice[]
  chosen: ReadonlySet<string>
  disabled: boolean
  /** Long labels: on a narrow screen the note goes below the label, which is not cut off. */
  long?: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}

type LineProps = { choice: Choice; checked: boolean; disabled: boolean; onToggle: (on: boolean) => void }

const Line = ({ choice: { label, note }, checked, disabled, onToggle }: LineProps) => (
  <label className={css.option} title={label}>
    <Checkbox
      label={note ? `${label}, ${note}` : label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onToggle(event.target.checked)}
    />
    <span data-num>{label}</span>
    {note && <small data-num>{note}</small>}
  </label>
)

export function CheckColumn(props: CheckColumnProps) {
  const { title, empty, choices, chosen, disabled, long, onChange } = props
  const ticked = choices.filter(({ value }) => chosen.has(value)).length
  const allTicked = choices.length > 0 && ticked === choices.length
  const toggle = (value: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(value)
    else next.delete(value)
    onChange(next)
  }
  return (
    // Each box is disabled, not the fieldset: a list inside a disabled fieldset cannot be scrolled by keyboard.
    <fieldset className={css.column}>
      <label className={css.all}>
        <Checkbox
          label={`Tất cả ${title.toLocaleLowerCase('vi')}`}
          checked={allTicked}
          mixed={ticked > 0 && !allTicked}
          disabled={disabled || choices.length === 0}
          onChange={(event) =>
            onChange(new Set(event.target.checked ? choices.map(({ value }) => value) : []))
          }
        />
        <b>{title}</b>
        <span className={css.count} data-num>
          {ticked} / {choices.length}
        </span>
      </label>
      <div className={css.options} data-long={long || undefined} role="group" aria-label={title} tabIndex={0}>
        {choices.length === 0 && <p data-quiet>{empty}</p>}
        {choices.map((choice) => (
          <Line
            key={choice.value}
            choice={choice}
            checked={chosen.has(choice.value)}
            disabled={disabled}
            onToggle={(on) => toggle(choice.value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
