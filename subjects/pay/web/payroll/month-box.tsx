/** The month of the payroll: one key to the months before and after, a calendar for all others (D2-PAY-03). */
import { Popover } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { addMonths, readMonth } from '#kit/contract/month.ts'
import { firstMonth } from '#subjects/pay/contract/calls/payroll.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import css from './payroll.module.css'

const Months = lazyPart(() => import('./month-picker.tsx'))

type MonthBoxProps = {
  value: string
  onChange: (month: string) => void
  /** Also months before the first data: where such data is entered. */
  entered?: boolean
}

/** Picks a month, MM/YYYY; none before the first with any data (D3-ONE-02). */
export function MonthBox({ value, onChange, entered }: MonthBoxProps) {
  const [open, setOpen] = useState(false)
  const first = useCall('tinhluong', firstMonth, entered ? null : {}).data?.thang ?? null
  const isFirst = first !== null && (readMonth(value) ?? '') <= (readMonth(first) ?? '')
  return (
    <span className={css.month}>
      <IconButton
        label={isFirst ? `Chưa có gì trước tháng ${first}` : 'Tháng trước'}
        disabled={isFirst}
        onClick={() => onChange(addMonths(value, -1))}
      >
        <IconChevronLeft size={16} stroke={1.9} />
      </IconButton>
      <Popover opened={open} onChange={setOpen} position="bottom" trapFocus withRoles={false}>
        <Popover.Target>
          <span>
            <Button
              icon={<IconCalendar size={16} stroke={1.9} />}
              aria-label={`Tháng ${value}`}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {value}
            </Button>
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Chọn tháng">
          <Suspense fallback={<div style={{ width: 220, height: 180 }} />}>
            <Months
              value={value}
              first={first}
              onChange={(month) => {
                onChange(month)
                setOpen(false)
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <IconButton label="Tháng sau" onClick={() => onChange(addMonths(value, 1))}>
        <IconChevronRight size={16} stroke={1.9} />
      </IconButton>
    </span>
  )
}
