/** One of a few, all in sight: a question that is answered by one click. */
import type { KeyboardEvent } from 'react'
import type { ControlProps } from '#kit/web/ui/field.tsx'
import css from './dialogs.module.css'

type SegmentsProps = {
  label: string
  options: readonly { value: string; label: string; note?: string; off?: boolean }[]
  value: string
  onChange: (value: string) => void
  control?: Partial<ControlProps>
  /** Takes the focus when the dialog opens. */
  autoFocus?: boolean
}

/** The foot of the dialog says that Enter sends: on an answer that is given already there is nothing else for it to do. */
function send(event: KeyboardEvent<HTMLButtonElement>, given: boolean): void {
  if (event.key !== 'Enter' || !given || event.repeat) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** `off`: listed, not to be chosen. */
export const Segments = ({
  label,
  options,
  value,
  onChange,
  control: { id, ...said } = {},
  autoFocus = false,
}: SegmentsProps) => (
  <div
    id={id}
    className={css.segments}
    role="group"
    aria-label={label}
    data-invalid={said['aria-invalid'] || undefined}
  >
    {options.map((option, at) => (
      <button
        key={option.value}
        type="button"
        {...(at === 0 && { ...said, 'data-autofocus': autoFocus || undefined })}
        aria-pressed={value === option.value}
        disabled={option.off}
        onClick={() => onChange(option.value)}
        onKeyDown={(event) => send(event, value === option.value)}
      >
        {option.label}
        {option.note && <small>{option.note}</small>}
      </button>
    ))}
  </div>
)
