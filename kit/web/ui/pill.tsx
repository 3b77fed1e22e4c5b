/** A status: colour, icon and label together. */
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconMinus,
  IconPointFilled,
  IconX,
} from '@tabler/icons-react'
import type { Icon, Tone } from '#kit/contract/field.ts'
import css from './pill.module.css'

/** The component of each icon name. */
export const icons: Record<Icon, typeof IconCheck> = {
  check: IconCheck,
  cross: IconX,
  ring: IconCircle,
  half: IconCircleHalf2,
  dot: IconPointFilled,
  triangle: IconAlertTriangle,
  dash: IconMinus,
}

/** Icon of a tone when the declaration names none. */
const iconOf: Record<Tone, Icon> = {
  green: 'check',
  red: 'cross',
  amber: 'ring',
  blue: 'half',
  orange: 'triangle',
  grey: 'dash',
}

type PillProps = {
  tone?: Tone | undefined
  icon?: Icon | undefined
  plain?: boolean
  children: React.ReactNode
}

/** Tones of what waits and of what failed: only these are filled (D3-GRID-12). */
const filled: readonly Tone[] = ['amber', 'orange', 'red']

/** Filled where somebody has to act, unless `plain`; all other statuses are an icon and a label. */
export function Pill({ tone = 'grey', icon, plain, children }: PillProps) {
  const Mark = icons[icon ?? iconOf[tone]]
  return (
    <span className={`${css.pill} ${plain || !filled.includes(tone) ? css.plain : ''}`} data-tone={tone}>
      <Mark size={12} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
