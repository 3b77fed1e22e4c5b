/** A day, typed in any usual form or picked from the calendar. */
import { Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatDate, toFilterDate } from '#kit/contract/dates.ts'
import { typedDay } from '../kinds/read-typed.ts'
import { IconButton } from './button.tsx'
import { TextBox, type ControlProps } from './field.tsx'
import { lazyPart, named } from '../lazy-part.tsx'

/** Loaded separately, as most dates are typed. */
const Calendar = lazyPart(() => named(import('./calendar.tsx'), 'Calendar'))

type DateBoxProps = Partial<ControlProps> & {
  'aria-label'?: string
  value: string
  onChange: (text: string) => void
  autoFocus?: boolean
  /** Six digits are YYMMDD. */
  entry?: boolean
  /** Shows days as DD/MM/YYYY. */
  slashes?: boolean
}

/** The text stays as typed until the field is left; then a valid day becomes DD-MM-YYYY (512 → 05-12). */
export function DateBox({
  value,
  onChange,
  autoFocus,
  entry = false,
  slashes = false,
  ...control
}: DateBoxProps) {
  const [open, setOpen] = useState(false)
  const day = typedDay(value, entry)
  const write = slashes ? toFilterDate : formatDate
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withRoles={false}>
      <Popover.Target>
        <div>
          <TextBox
            {...control}
            {...(autoFocus && { 'data-autofocus': true })}
            placeholder={slashes ? 'NN/TT/NNNN' : 'NN-TT-NNNN'}
            value={value}
            maxLength={20}
            onChange={(event) => onChange(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => day && onChange(write(day))}
            right={
              <IconButton
                small
                label="Chọn ngày"
                aria-haspopup="dialog"
                aria-expanded={open}
                tabIndex={-1}
                onClick={() => setOpen(!open)}
              >
                <IconCalendar size={16} stroke={1.9} />
              </IconButton>
            }
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Chọn ngày">
        <Suspense fallback={<div style={{ width: 252, height: 260 }} />}>
          <Calendar
            value={day}
            onChange={(picked) => {
              onChange(write(picked))
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
