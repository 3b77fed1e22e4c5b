/** The result of a call as it is being typed: values, what is wrong, and how it is sent. */
import { useRef, useState } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import { cleanText } from '../../../contract/text.ts'
import {
  careProblem,
  needsPackage,
  recordCare,
  texts,
  type CareCustomer,
  type CareForm,
} from '../../../contract/workflows/care.ts'
import { newKey, send } from '../../kit/client.ts'
import { showError, toast } from '../../kit/feedback.ts'
import { readAppointmentTime } from './appointment-time.ts'
import { careRecorded, refreshMine } from './care-data.ts'

/** For whom a result is recorded. */
export type CareTarget = { id: string; phone: string; packages: CareCustomer['packages'] }
export type Typed = { status: string; package: string; time: string; note: string }
export type FieldName = keyof CareForm
export type Errors = Partial<Record<FieldName, string>>

const notATime = 'Thời gian hẹn lại không phải ngày giờ'

const formOf = (typed: Typed): CareForm => ({
  status: typed.status,
  package: typed.package,
  appointmentAt: typed.status === 'APPOINTMENT' ? readAppointmentTime(typed.time) : null,
  note: typed.note,
})

/** The first thing wrong with what was typed: the shared rule, and a time that is none or lies behind. */
export function typedProblem(
  typed: Typed,
  now: number = Date.now(),
): { field: FieldName; msg: string } | null {
  const form = formOf(typed)
  const problem = careProblem(form)
  const at = form.appointmentAt
  if (problem?.field === 'appointmentAt' && typed.time.trim() !== '') return { ...problem, msg: notATime }
  if (problem?.field !== 'status' && problem?.field !== 'package' && at && Date.parse(at) <= now) {
    return { field: 'appointmentAt', msg: texts.pastAppointment }
  }
  return problem
}

/** What is sent: package and time only with the results that have them (D1-CARE-27, D1-Q-075). */
export function bodyOf(id: string, typed: Typed) {
  const { status, appointmentAt, note } = formOf(typed)
  return {
    id,
    status,
    ...(needsPackage(status) && { package: cleanText(typed.package) }),
    ...(appointmentAt && { appointmentAt }),
    note: cleanText(note),
  }
}

/** The field of an error that the server found. */
function serverErrors(error: unknown): Errors {
  return error instanceof AppError && error.fields ? (error.fields as Errors) : {}
}

/** A key per body: the same words keep theirs, so that a result whose answer was lost is not recorded twice. */
function useKeyOf(): (body: object) => string {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}

/** State of the dialog. `done` is called once the result is saved. */
export function useCareForm(target: CareTarget, start: Typed, done: () => void) {
  const [typed, setTyped] = useState(start)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const keyOf = useKeyOf()
  const type = (part: Partial<Typed>): void => {
    setTyped((now) => ({ ...now, ...part }))
    setErrors({})
  }
  /** Sends, or answers the field that must be put right. */
  const submit = async (): Promise<FieldName | null> => {
    const problem = typedProblem(typed)
    if (problem) {
      setErrors({ [problem.field]: problem.msg })
      if (errors[problem.field] !== problem.msg) toast('failure', problem.msg)
      return problem.field
    }
    if (running.current) return null
    running.current = true
    setBusy(true)
    try {
      const body = bodyOf(target.id, typed)
      await send(recordCare, body, { idempotencyKey: keyOf(body) })
      careRecorded(target.id)
      done()
    } catch (error) {
      setErrors(serverErrors(error))
      showError(error, texts.notSaved)
      if (error instanceof AppError && error.code === 'CONFLICT') void refreshMine()
    } finally {
      running.current = false
      setBusy(false)
    }
    return null
  }
  const dirty = typed.note.trim() !== '' || typed.time !== start.time || typed.package !== start.package
  return { typed, type, errors, busy, submit, dirty }
}
