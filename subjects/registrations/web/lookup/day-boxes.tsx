/** First and last day of a look-up, written DD/MM/YYYY (D1-LOOK-45, D1-LOOK-46, D1-MSG-04, D1-MSG-05). */
import { DateBox } from '#kit/web/ui/date-box.tsx'
import css from './lookup.module.css'
import type { Days } from './check-input.ts'

export const DayBoxes = ({ days, onDays }: { days: Days; onDays: (days: Days) => void }) => (
  <div className={css.days}>
    <DateBox
      slashes
      aria-label="Ngày bắt đầu"
      value={days.startDate}
      onChange={(startDate) => onDays({ ...days, startDate })}
    />
    <span>đến</span>
    <DateBox
      slashes
      aria-label="Ngày kết thúc"
      value={days.endDate}
      onChange={(endDate) => onDays({ ...days, endDate })}
    />
  </div>
)
