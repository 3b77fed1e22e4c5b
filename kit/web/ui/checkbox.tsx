/** A checkbox with the mixed state. */
import { useEffect, useRef, type InputHTMLAttributes } from 'react'
import css from './checkbox.module.css'

type CheckProps = InputHTMLAttributes<HTMLInputElement> & { mixed?: boolean; label: string }

/** `label` is the accessible name. */
export function Checkbox({ mixed = false, label, ...rest }: CheckProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed
  }, [mixed])
  return <input ref={ref} type="checkbox" aria-label={label} {...rest} className={css.check} />
}
