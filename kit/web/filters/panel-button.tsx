/** A field of the filter bar that opens a panel. */
import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import css from './filter-bar.module.css'

type PanelButtonProps = {
  name: string
  /** Shows the name before the value. */
  labelled?: boolean | undefined
  icon?: ReactNode
  /** Text of the value; null while the filter is not set. */
  value: string | null
  /** Text without a value. */
  empty?: string
  /** Shown in place of `value`, which stays its accessible name. */
  display?: string | undefined
  /** After the value. */
  mark?: ReactNode
  className?: string | undefined
  children: (close: () => void) => ReactNode
}

/** The visible text is part of the accessible name, for voice control. */
export function PanelButton({
  name,
  labelled,
  icon,
  value,
  empty = '',
  display,
  mark,
  className = '',
  children,
}: PanelButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${css.range} ${className}`}
          aria-label={`${name} ${value ?? empty}`}
          onClick={() => setOpen(!open)}
        >
          {icon}
          {labelled && <span data-quiet>{`${name} `}</span>}
          {value === null ? <span data-quiet>{empty}</span> : <span>{display ?? value}</span>}
          {mark}
          <IconChevronDown size={14} stroke={1.9} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}
