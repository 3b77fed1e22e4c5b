/** The time of an appointment: typed, its full meaning below it, the usual times one click away. */
import { IconCalendar } from '@tabler/icons-react'
import { Field, TextBox } from '../../kit/ui/field.tsx'
import { appointmentInFull, quickTimes, readAppointmentTime, typedAppointment } from './appointment-time.ts'
import css from './care-dialog.module.css'

type TimeFieldProps = {
  value: string
  error: string | undefined
  autoFocus: boolean
  onChange: (text: string) => void
}

/** 'Thời gian hẹn lại' (D1-CARE-23). */
export function TimeField({ value, error, autoFocus, onChange }: TimeFieldProps) {
  const at = readAppointmentTime(value)
  return (
    <Field
      label="Thời gian hẹn lại"
      required
      error={error}
      hint={at ? appointmentInFull(at) : 'Ngày/tháng giờ:phút'}
    >
      {(control) => (
        <TextBox
          {...control}
          {...(autoFocus && { 'data-autofocus': true })}
          left={<IconCalendar size={16} stroke={1.9} aria-hidden />}
          value={value}
          maxLength={24}
          placeholder="21/11 09:00"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type QuickTimesProps = { value: string; onPick: (text: string) => void }

/** '15 phút nữa', '1 giờ nữa', 'Chiều nay 16:00', 'Sáng mai 09:00'. */
export function QuickTimes({ value, onPick }: QuickTimesProps) {
  return (
    <div className={css.quick}>
      <span>Chọn nhanh</span>
      {quickTimes().map(({ label, at }) => {
        const text = typedAppointment(at)
        return (
          <button key={label} type="button" aria-pressed={text === value} onClick={() => onPick(text)}>
            {label}
          </button>
        )
      })}
    </div>
  )
}
