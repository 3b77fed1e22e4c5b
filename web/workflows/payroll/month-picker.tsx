/** The calendar of months, loaded when first opened: months of a year, years of a decade. */
import { DatesProvider, MonthPicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { formatMonth, readMonth } from '../../../contract/month.ts'
import { calendarLabels } from '../../theme/calendar-labels.ts'

const settings = { locale: 'vi' }

type MonthPickerProps = { value: string; onChange: (month: string) => void }

/** Picks one month, MM/YYYY. */
export default function Months({ value, onChange }: MonthPickerProps) {
  const day = readMonth(value)
  return (
    <DatesProvider settings={settings}>
      <MonthPicker
        ariaLabels={calendarLabels}
        size="xs"
        monthsListFormat="[Th] M"
        value={day}
        {...(day && { defaultDate: day })}
        onChange={(picked) => picked && onChange(formatMonth(picked))}
      />
    </DatesProvider>
  )
}
