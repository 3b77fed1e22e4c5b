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

/** Filled for the one decision of a table, `plain` (icon and label) for all other statuses. */
export function Pill({ tone = 'grey', icon, plain, children }: PillProps) {
  const Mark = icons[icon ?? iconOf[tone]]
  return (
    <span className={`${css.pill} ${plain ? css.plain : ''}`} data-tone={tone}>
      <Mark size={12} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
