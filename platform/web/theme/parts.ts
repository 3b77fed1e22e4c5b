/** Styles of Mantine's components: variables of tokens.css, and a CSS module for the rest. */
import { Button, Input, Kbd } from '@mantine/core'
import css from './parts.module.css'

const { button = '', buttonInner = '', buttonSection = '', buttonLabel = '', kbd = '' } = css
const { field = '', label = '', below = '', wrong = '' } = css

const looks = {
  outline: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--text)',
    '--button-bd': '1px solid var(--line-strong)',
  },
  primary: {
    '--button-bg': 'var(--primary)',
    '--button-hover': 'var(--primary-hover)',
    '--button-color': 'var(--on-primary)',
    '--button-bd': '1px solid var(--primary)',
  },
  ghost: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--text-2)',
    '--button-bd': '1px solid transparent',
    '--button-padding-x': 'var(--s-2)',
  },
  danger: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--red)',
    '--button-bd': '1px solid var(--line-strong)',
  },
}

const sizes = {
  xs: { '--button-height': 'var(--control-sm)', '--button-padding-x': '10px' },
  sm: { '--button-height': 'var(--control)', '--button-padding-x': 'var(--s-3)' },
  lg: { '--button-height': '40px', '--button-padding-x': 'var(--s-3)' },
}

export type ButtonLook = keyof typeof looks
export type ButtonSize = keyof typeof sizes

export const parts = {
  Button: Button.extend({
    vars: (_, { variant = 'outline', size = 'sm' }) => ({
      root: {
        '--button-fz': 'var(--fs-13)',
        ...sizes[size as ButtonSize],
        ...looks[variant as ButtonLook],
      },
    }),
    classNames: { root: button, inner: buttonInner, section: buttonSection, label: buttonLabel },
  }),
  Kbd: Kbd.extend({ classNames: { root: kbd } }),
  InputWrapper: Input.Wrapper.extend({
    defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    classNames: { root: field, label, error: wrong, description: below },
  }),
}
