/** The month calendars of a day and of a period, loaded when one is first opened. */
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { calendarLabels } from '#platform/web/theme/calendar-labels.ts'
import css from './calendar.module.css'

const days = { ariaLabels: calendarLabels, classNames: { day: css.day ?? '' }, highlightToday: true }
const settings = { locale: 'vi', firstDayOfWeek: 1 as const }

/** Picks one day, 'YYYY-MM-DD'. */
export function Calendar({ value, onChange }: { value: string | null; onChange: (day: string) => void }) {
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        {...days}
        size="xs"
        value={value}
        {...(value && { defaultDate: value })}
        onChange={(day) => day && onChange(day)}
      />
    </DatesProvider>
  )
}

type Range = [string | null, string | null]
type RangeCalendarProps = { value: Range; onChange: (start: string | null, end: string | null) => void }

/** Picks two days, 'YYYY-MM-DD'; calls `onChange` at each click. */
export function RangeCalendar({ value, onChange }: RangeCalendarProps) {
  const [picked, setPicked] = useState<Range>(value)
  const [lastValue, setLastValue] = useState(value.join())
  if (lastValue !== value.join()) {
    setLastValue(value.join())
    setPicked(value)
  }
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        {...days}
        type="range"
        size="xs"
        allowSingleDateInRange
        value={picked}
        {...(value[1] && { defaultDate: value[1] })}
        onChange={(range) => {
          setPicked(range)
          onChange(range[0], range[1])
        }}
      />
    </DatesProvider>
  )
}
