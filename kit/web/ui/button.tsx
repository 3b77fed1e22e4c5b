/** Buttons: one filled per view, all others outlined or plain; icon buttons have a label. */
import { Button as Part, Kbd } from '@mantine/core'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import type { ButtonLook } from '#platform/web/theme/parts.ts'
import css from './button.module.css'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style'> & {
  look?: ButtonLook
  small?: boolean
  /** For a page with a single form. */
  large?: boolean
  icon?: ReactNode
  /** Key cap after the label. */
  keys?: string
  /** Only the icon where the bar of a list has no room for the text, which is then the tooltip. */
  brief?: boolean
  /** Shows a spinner and ignores clicks, but keeps the focus, which Mantine's own `loading` loses. */
  busy?: boolean
  /** Why the button is disabled, as tooltip. */
  reason?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** A button with a label. */
export function Button(props: ButtonProps) {
  const { look = 'outline', small, large, icon, keys, brief, busy, disabled, reason, ...rest } = props
  const tip = brief && typeof rest.children === 'string' ? rest.children : undefined
  const off = disabled || reason !== undefined
  return (
    <Part
      {...rest}
      variant={look}
      size={small ? 'xs' : large ? 'lg' : 'sm'}
      leftSection={busy ? <span className={css.spin} aria-hidden /> : icon}
      rightSection={keys && <Kbd>{keys}</Kbd>}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      disabled={off}
      title={reason ?? rest.title ?? tip}
      className={classes(brief && css.brief, rest.className)}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    />
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name and tooltip. */
  label: string
  small?: boolean
  on?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button with only an icon: a plain element, because a table shows hundreds (libraries.md). */
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
