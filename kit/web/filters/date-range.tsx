/** A period in the filter bar. Values are DD/MM/YYYY as filters send them. */
import { IconCalendar } from '@tabler/icons-react'
import { Suspense } from 'react'
import { firstOfMonthVn, toFilterDate, todayVn } from '#kit/contract/dates.ts'
import { lazyPart, named } from '../lazy-part.tsx'
import { anyDay } from './any-day.ts'
import { PanelButton } from './panel-button.tsx'
import type { Period } from './range-panel.tsx'

const RangePanel = lazyPart(() => named(import('./range-panel.tsx'), 'RangePanel'))

type DateRangeProps = Period & {
  label?: string
  /** Shows the label inside the field, for bars with several periods. */
  labelled?: boolean
}

/** The name of a period that lists have by default, or undefined. */
function periodName(start: string, end: string): string | undefined {
  const today = toFilterDate(todayVn())
  if (end !== today) return undefined
  if (start === today) return 'Hôm nay'
  return start === toFilterDate(firstOfMonthVn()) ? 'Từ đầu tháng' : undefined
}

/** The field of the filter bar. */
export function DateRange({ start, end, onChange, label = 'Khoảng ngày', labelled }: DateRangeProps) {
  return (
    <PanelButton
      name={label}
      labelled={labelled}
      icon={<IconCalendar size={16} stroke={1.9} aria-hidden />}
      value={start || end ? `${start || '…'} – ${end || '…'}` : null}
      display={periodName(start, end)}
      empty={anyDay}
    >
      {(close) => (
        <Suspense fallback={null}>
          <RangePanel
            start={start}
            end={end}
            onChange={(from, to) => {
              onChange(from, to)
              close()
            }}
          />
        </Suspense>
      )}
    </PanelButton>
  )
}
