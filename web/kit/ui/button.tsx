/** Buttons: one filled per view, all else outlined or plain; icon buttons carry their name. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import css from './button.module.css'
import { Kbd } from './kbd.tsx'

type Look = 'outline' | 'primary' | 'ghost' | 'danger'
type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  look?: Look
  small?: boolean
  /** Touch height of 44. */
  large?: boolean
  icon?: ReactNode
  /** Key cap after the word. */
  keys?: string
  /** Shows the half ring and takes no click. */
  busy?: boolean
  disabled?: boolean
  /** Why the button is off, shown beside it as its title. */
  reason?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** A button with a word. */
export function Button(props: ButtonProps) {
  const {
    look = 'outline',
    small,
    large,
    icon,
    keys,
    busy,
    disabled,
    reason,
    children,
    className,
    ...rest
  } = props
  const off = disabled || reason !== undefined
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.btn, css[look], small && css.small, large && css.large, className)}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      disabled={off}
      title={reason ?? rest.title}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={css.spin} aria-hidden /> : icon}
      {children}
      {keys && <Kbd>{keys}</Kbd>}
    </button>
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does; read aloud and shown on hover. */
  label: string
  small?: boolean
  on?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon. */
export function IconButton({ label, small, on, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classes(css.icon, small && css.iconSmall, on && css.iconOn, className)}
    >
      {children}
    </button>
  )
}
