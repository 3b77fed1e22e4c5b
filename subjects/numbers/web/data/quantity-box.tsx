/** A box for a quantity: groups digits while typing; Enter and the arrows go to the next box. */
import type { KeyboardEvent } from 'react'
import { composing } from '#kit/web/keys.ts'
import { typeMoney } from '#kit/web/kinds/money-typing.ts'
import css from './split-tree.module.css'

type QuantityBoxProps = {
  /** Label for screen readers: the account of the quantity. */
  label: string
  value: string
  placeholder?: string
  invalid?: boolean
  strong?: boolean
  /** Takes the focus in a dialog, even when it is rendered later than the dialog. */
  first?: boolean
  onChange: (text: string) => void
  /** Esc: restores the saved quantity. */
  onReset: () => void
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

/** Moves the focus to the next or previous box of the same table; returns whether there is one. */
function walk(from: HTMLInputElement, step: 1 | -1): boolean {
  const boxes = [
    ...(from.closest('[data-boxes]')?.querySelectorAll<HTMLInputElement>('input[data-box]') ?? []),
  ]
  const next = boxes[boxes.indexOf(from) + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

/** The value is the text as typed. */
export function QuantityBox(props: QuantityBoxProps) {
  const { label, value, placeholder, invalid, strong, first, onChange, onReset } = props
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (composing(event.nativeEvent)) return
    if (event.key === 'Escape') onReset()
    const step = event.key === 'Enter' && event.shiftKey ? -1 : steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    // Enter in the last box submits the form around it.
    if (walk(event.currentTarget, step) || event.key !== 'Enter') event.preventDefault()
  }
  return (
    <input
      className={css.qty}
      data-box
      data-autofocus={first || undefined}
      autoFocus={first}
      data-strong={strong || undefined}
      aria-label={label}
      aria-invalid={invalid || undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={11}
      value={value}
      placeholder={placeholder}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const box = event.target
        const typed = typeMoney(value, box.value, box.selectionStart ?? box.value.length)
        onChange(typed.text)
        requestAnimationFrame(() => box.setSelectionRange(typed.caret, typed.caret))
      }}
    />
  )
}
