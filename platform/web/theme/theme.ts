/** Mantine's theme: every value is a variable of tokens.css. */
import { createTheme, rem, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { parts } from './parts.ts'

const iris: MantineColorsTuple = [
  '#F3F3FE',
  '#E5E4FC',
  '#CBC9F8',
  '#B1AEF7',
  '#8F8AEB',
  '#746DE2',
  '#5B5BD6',
  '#4B44BD',
  '#3B3598',
  '#2A266B',
]

const slow = { duration: 220, timingFunction: 'cubic-bezier(.2, .8, .2, 1)' }
const base = { duration: 160, timingFunction: 'cubic-bezier(.2, .8, .2, 1)' }

/** Colours that Mantine uses for floating parts in the dark scheme: text, lines, popovers, background. */
const dark: MantineColorsTuple = [
  '#E8E9F0',
  '#B3B7C7',
  '#979CB0',
  '#6B7088',
  '#3E4152',
  '#292B36',
  '#1B1D25',
  '#17181F',
  '#0F1016',
  '#0A0B10',
]

/** The theme of MantineProvider; sizes and colours named as the tokens. */
export const theme = createTheme({
  colors: { iris, dark },
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: false,
  fontFamily: 'var(--font)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(13), lg: rem(15), xl: rem(20) },
  lineHeights: { xs: '1.3334', sm: '1.5385', md: '1.5385', lg: '1.6', xl: '1.4' },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(12) },
  defaultRadius: 'sm',
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-2)', xl: 'var(--sh-3)' },
  breakpoints: { xs: '22.5em', sm: '40em', md: '64em', lg: '85.375em', xl: '120em' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  other: { row: 32, rowCompact: 28 },
  components: {
    ...parts,
    Modal: { defaultProps: { size: 600, radius: 'lg', transitionProps: slow, zIndex: 200 } },
    Drawer: { defaultProps: { size: 440, transitionProps: slow, zIndex: 200 } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: base, zIndex: 300 } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: base, zIndex: 300 } },
    Combobox: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: base, zIndex: 300 } },
    Tooltip: { defaultProps: { transitionProps: base, zIndex: 300 } },
  },
})

/** Mantine's own colour variables, mapped to the tokens. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-error': 'var(--red)',
    // Weekends of calendars, also in a chosen period.
    '--mantine-color-red-6': 'var(--red)',
    '--mantine-color-anchor': 'var(--primary-text)',
    '--mantine-color-disabled': 'var(--surface-2)',
    '--mantine-color-disabled-color': 'var(--text-3)',
  }
  // The operation may choose the primary colour: Mantine's tones follow the tokens, not the literals above.
  const ramp = Object.fromEntries(
    iris.map((_, tone) => [`--mantine-color-iris-${tone}`, `var(--iris-${tone})`]),
  )
  const deep = {
    '--mantine-color-iris-light': 'color-mix(in srgb, var(--iris-9), black 50%)',
    '--mantine-color-iris-light-hover': 'color-mix(in srgb, var(--iris-9), black 30%)',
  }
  return { variables: {}, light: { ...shared, ...ramp }, dark: { ...shared, ...ramp, ...deep } }
}
