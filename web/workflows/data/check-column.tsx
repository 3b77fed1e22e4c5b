/** A column of boxes to tick with one for all of them above, which knows a third state (D1-DPERM-11, D1-DPERM-12). */
import { Check } from '../../kit/ui/check.tsx'
import type { Choice } from './permission-options.ts'
import css from './permission.module.css'

type CheckColumnProps = {
  title: string
  empty: string
  choices: readonly Choice[]
  chosen: ReadonlySet<string>
  disabled: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}

/** The column. */
export function CheckColumn({ title, empty, choices, chosen, disabled, onChange }: CheckColumnProps) {
  const ticked = choices.filter(({ value }) => chosen.has(value)).length
  const all = choices.length > 0 && ticked === choices.length
  const toggle = (value: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(value)
    else next.delete(value)
    onChange(next)
  }
  return (
    <fieldset className={css.column} disabled={disabled}>
      <label className={css.all}>
        <Check
          label={`Tất cả ${title.toLocaleLowerCase('vi')}`}
          checked={all}
          mixed={ticked > 0 && !all}
          disabled={choices.length === 0}
          onChange={(event) =>
            onChange(new Set(event.target.checked ? choices.map(({ value }) => value) : []))
          }
        />
        <b>{title}</b>
        <span className={css.count} data-num>
          {ticked} / {choices.length}
        </span>
      </label>
      <div className={css.options}>
        {choices.length === 0 && <p className={css.quiet}>{empty}</p>}
        {choices.map(({ value, label, note }) => (
          <label key={value} className={css.option} title={label}>
            <Check
              label={note ? `${label}, ${note}` : label}
              checked={chosen.has(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
            <span data-num>{label}</span>
            {note && (
              <small className={css.quiet} data-num>
                {note}
              </small>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
