/** Asks for the time before a past result becomes an appointment (D1-CARE-45). */
import { present } from '#kit/contract/dates.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { readAppointmentTime } from './appointment-time.ts'
import type { LogRow } from './log-columns.ts'
import { QuickTimes, TimeField } from './time-field.tsx'
import type { OpenQuestion } from './use-question.ts'

/** The error of the time, or null. */
function timeError(text: string): string | null {
  const instant = readAppointmentTime(text)
  if (!instant) return texts.noAppointment
  return Date.parse(instant) <= present().getTime() ? texts.pastAppointment : null
}

/** The dialog; resolves to the time. */
export function TimeDialog({ question: row, answer }: OpenQuestion<LogRow, string>) {
  const form = useForm({
    start: { appointmentAt: '' },
    check: ({ appointmentAt }) => {
      const error = timeError(appointmentAt)
      return error === null ? {} : { appointmentAt: error }
    },
    fallbackField: 'appointmentAt',
    // Closing this dialog does not ask another question.
    isDirty: () => false,
    save: async ({ appointmentAt }) => answer(readAppointmentTime(appointmentAt)),
  })
  return (
    <FormDialog
      narrow
      form={form}
      title="Hẹn gọi lại"
      note={showPhone(row.phone ?? '')}
      saveLabel="Xác nhận"
      onClose={() => answer(null)}
    >
      <TimeField form={form} autoFocus />
      <QuickTimes form={form} next="appointmentAt" />
    </FormDialog>
  )
}
