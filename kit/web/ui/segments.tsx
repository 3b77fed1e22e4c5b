/** A choice between a few options, all visible. */
import type { ReactNode } from 'react'
import css from './segments.module.css'

type SegmentsProps<V extends string> = {
  label: string
  options: readonly { value: V; label: ReactNode; note?: ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** As wide as its container; large enough for a finger; separate boxes. */
  look?: 'wide' | 'touch' | 'boxes'
}

export const Segments = <V extends string>({ label, options, look, ...choice }: SegmentsProps<V>) => (
  <div className={css.segments} data-look={look} role="group" aria-label={label}>
    {options.map(({ value, label: text, note }) => (
      <button
        key={value}
        type="button"
        aria-pressed={value === choice.value}
        onClick={() => choice.onChange(value)}
      >
        {text}
        {note !== undefined && <small data-num> {note}</small>}
      </button>
    ))}
  </div>
)
