/** The time field of an appointment: free text, its meaning below, the usual times at one click. */
import { IconCalendar } from '@tabler/icons-react'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { TextBox } from '#kit/web/ui/field.tsx'
import { appointmentInFull, quickTimes, readAppointmentTime, typedAppointment } from './appointment-time.ts'
import css from './care-dialog.module.css'

type Timed = Form<{ appointmentAt: string }>

/** 'Thời gian hẹn lại' (D1-CARE-23). */
export function TimeField({ form, autoFocus }: { form: Timed; autoFocus: boolean }) {
  const instant = readAppointmentTime(form.values.appointmentAt)
  return (
    <FormField
      form={form}
      name="appointmentAt"
      label="Thời gian hẹn lại"
      required
      hint={instant ? appointmentInFull(instant) : 'Ngày/tháng giờ:phút'}
    >
      {({ control, value, onChange }) => (
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
    </FormField>
  )
}

type QuickTimesProps<N extends string> = {
  form: Form<Record<N | 'appointmentAt', string>>
  /** The field that gets the focus next. */
  next: N | 'appointmentAt'
}

/** '15 phút nữa', '1 giờ nữa', 'Chiều nay 16:00', 'Sáng mai 09:00'. */
export function QuickTimes<N extends string>({ form, next }: QuickTimesProps<N>) {
  return (
    <div className={css.quick}>
      <span>Chọn nhanh</span>
      {quickTimes().map(({ label, at }) => {
        const text = typedAppointment(at)
        const pick = (): void => {
          form.set('appointmentAt', text)
          form.focus(next)
        }
        return (
          <button key={label} type="button" aria-pressed={text === form.values.appointmentAt} onClick={pick}>
            {label}
          </button>
        )
      })}
    </div>
  )
}
