/** The month calendar, loaded when first opened. */
import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'

const settings = { locale: 'vi', firstDayOfWeek: 1 as const }

type CalendarProps = { value: string | null; onChange: (day: string) => void }

/** Picks one day, 'YYYY-MM-DD'. */
export default function Calendar({ value, onChange }: CalendarProps) {
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        size="xs"
        highlightToday
        value={value}
        {...(value && { defaultDate: value })}
        onChange={(day) => day && onChange(day)}
      />
    </DatesProvider>
  )
}
