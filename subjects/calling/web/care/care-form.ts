/** The form of a call's result: which fields it needs, what is wrong, and how it is sent. */
import { present } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { f } from '#kit/contract/field.ts'
import { careResults, isAppointment, needsPackage } from '#subjects/calling/contract/care-results.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  careProblems,
  recordCare,
  texts,
  type CareCustomer,
  type CareForm,
} from '#subjects/calling/contract/calls/care.ts'
import { send } from '#kit/web/client.ts'
import type { Rules } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { readAppointmentTime } from './appointment-time.ts'
import { careRecorded, refreshCare } from './care-data.ts'

/** The customer whose result is recorded. */
export type CareTarget = Pick<CareCustomer, 'id' | 'phone' | 'packages' | 'version'>
/** As typed: the appointment is a text. */
export type CareValues = Record<keyof CareForm, string>

const invalidTime = 'Thời gian hẹn lại không phải ngày giờ'

const status = f.choice({ label: 'Kết quả', options: careResults })
const pack = f.text({ label: 'Gói cước' })
const time = f.text({ label: 'Thời gian hẹn lại' })
const note = f.note({ label: 'Ghi chú', max: 2000 })

const formOf = (typed: CareValues): CareForm => ({
  ...typed,
  appointmentAt: isAppointment(typed.status) ? readAppointmentTime(typed.appointmentAt) : null,
})

/** All problems of the form by field: those of the shared rule, and a time that is invalid or past. */
export function typedProblems(
  typed: CareValues,
  now: number = present().getTime(),
): Partial<Record<keyof CareForm, string>> {
  const form = formOf(typed)
  const problems = careProblems(form)
  const appointmentAt = form.appointmentAt
  if (problems.appointmentAt && typed.appointmentAt.trim() !== '')
    return { ...problems, appointmentAt: invalidTime }
  return appointmentAt && Date.parse(appointmentAt) <= now
    ? { ...problems, appointmentAt: texts.pastAppointment }
    : problems
}

/** Package and time are fields only of results that have them (D1-CARE-22, D1-CARE-23). */
const rules: Rules<CareValues> = {
  fields: (typed) => [
    ['status', status],
    ...(needsPackage(typed.status) ? [['package', pack] as const] : []),
    ...(isAppointment(typed.status) ? [['appointmentAt', time] as const] : []),
    ['note', note],
  ],
  check: typedProblems,
}

/** The request: package and time only with the results that have them (D1-CARE-27, D1-Q-075). */
export function bodyOf({ id, version }: Pick<CareTarget, 'id' | 'version'>, typed: CareValues) {
  const { status, appointmentAt, note } = formOf(typed)
  return {
    id,
    version,
    status,
    ...(needsPackage(status) && { package: cleanText(typed.package) }),
    ...(appointmentAt && { appointmentAt }),
    note: cleanText(note),
  }
}

/** The field that gets the focus first. */
export const firstFieldOf = (typed: CareValues): keyof CareForm => {
  const problems = typedProblems(typed)
  return (['status', 'package', 'appointmentAt'] as const).find((name) => problems[name]) ?? 'note'
}

/** State of the dialog. `done` is called once the result is saved. */
export function useCareForm(target: CareTarget, start: CareValues, onSaved: () => void) {
  return useForm({
    ...rules,
    start,
    // A changed result alone is quickly chosen again, so closing does not ask about it.
    isDirty: (typed) =>
      typed.note.trim() !== '' ||
      typed.appointmentAt !== start.appointmentAt ||
      typed.package !== start.package,
    fallback: texts.notSaved,
    words: (error) => error,
    save: async (typed, { key }) => {
      try {
        // The server asks about an unknown package.
        const body = bodyOf(target, typed)
        const check = body.package !== undefined && { checkPackage: true }
        await send(recordCare, { ...body, ...check }, { idempotencyKey: key })
      } catch (error) {
        if (error instanceof AppError && error.code === 'CONFLICT') void refreshCare()
        throw error
      }
      careRecorded(target.id)
      onSaved()
    },
  })
}
