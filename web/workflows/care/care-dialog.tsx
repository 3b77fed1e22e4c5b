/** The result dialog 'Chăm sóc' (D1-CARE-19 to 33): Alt and a number change the result, Enter confirms. */
import { IconLock } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { showPhone } from '../../../contract/phone.ts'
import { careResults } from '../../../contract/care-results.ts'
import { needsPackage } from '../../../contract/workflows/care.ts'
import { leaveTyped } from '../../kit/feedback.ts'
import { useKeys } from '../../kit/keys.ts'
import { useUnsaved } from '../../kit/tab-state.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Field, TextBox } from '../../kit/ui/field.tsx'
import { Kbd } from '../../kit/ui/kbd.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { typedProblem, useCareForm, type CareTarget, type FieldName, type Typed } from './care-form.ts'
import { NoteField } from './note-field.tsx'
import { PackageBox } from './package-box.tsx'
import { isResult, ResultIcon } from './result-icon.tsx'
import { QuickTimes, TimeField } from './time-field.tsx'
import css from './care-dialog.module.css'

type CareDialogProps = {
  target: CareTarget
  start: Typed
  onSaved: () => void
  onClose: () => void
}

type FormState = ReturnType<typeof useCareForm>
type PartProps = { state: FormState; first: FieldName }

const altKeys = careResults.map((_, index) => `Alt+${index + 1}`)

/** The field the hand is needed at first. */
const firstOf = (typed: Typed): FieldName => typedProblem(typed)?.field ?? 'note'

const controls: Record<FieldName, string> = {
  status: '[data-field="status"] button',
  package: '[data-field="package"] input',
  appointmentAt: '[data-field="appointmentAt"] input',
  note: 'textarea',
}

const PhoneField = ({ phone }: { phone: string }) => (
  <Field label="Số điện thoại">
    {(control) => (
      <TextBox
        {...control}
        readOnly
        value={showPhone(phone)}
        right={<IconLock size={16} stroke={1.9} aria-hidden />}
      />
    )}
  </Field>
)

function ResultField({ state, first }: PartProps) {
  const { typed, type, errors } = state
  return (
    <div data-field="status">
      <Field label="Kết quả" required error={errors.status}>
        {(control) => (
          <Picker
            id={control.id}
            invalid={control['aria-invalid']}
            describedBy={control['aria-describedby']}
            autoFocus={first === 'status'}
            icon={isResult(typed.status) && <ResultIcon status={typed.status} />}
            options={careResults}
            placeholder="Chọn kết quả"
            value={typed.status}
            onChange={(status) => type({ status })}
          />
        )}
      </Field>
    </div>
  )
}

function PackageField({ state, first, target }: PartProps & { target: CareTarget }) {
  const { typed, type, errors } = state
  return (
    <div data-field="package" className={typed.status === 'APPOINTMENT' ? undefined : css.whole}>
      <Field label="Gói cước" required error={errors.package}>
        {(control) => (
          <PackageBox
            control={control}
            packages={target.packages}
            autoFocus={first === 'package'}
            value={typed.package}
            onChange={(code) => type({ package: code })}
          />
        )}
      </Field>
    </div>
  )
}

function TimePart({ state, first, onPicked }: PartProps & { onPicked: () => void }) {
  const { typed, type, errors } = state
  return (
    <>
      <div data-field="appointmentAt">
        <TimeField
          value={typed.time}
          error={errors.appointmentAt}
          autoFocus={first === 'appointmentAt'}
          onChange={(time) => type({ time })}
        />
      </div>
      <QuickTimes
        value={typed.time}
        onPick={(time) => {
          type({ time })
          onPicked()
        }}
      />
    </>
  )
}

const Hints = () => (
  <span className={css.hints}>
    <Kbd>Alt</Kbd>
    <Kbd>1</Kbd>–<Kbd>7</Kbd> đổi kết quả
  </span>
)

/** Puts the focus on a field of the form. */
const focusOn = (form: HTMLFormElement | null, field: FieldName): void =>
  form?.querySelector<HTMLElement>(controls[field])?.focus()

/** Keys, sending and closing of the dialog. */
function useDialog({ target, start, onSaved, onClose }: CareDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const state = useCareForm(target, start, onSaved)
  const { status } = state.typed
  const opened = useRef(status)
  useUnsaved(state.dirty)
  useEffect(() => {
    if (opened.current === status) return
    opened.current = status
    focusOn(form.current, firstOf(state.typed))
  }, [status, state.typed])
  useKeys(
    Object.fromEntries(
      altKeys.map((key, index) => [key, () => state.type({ status: careResults[index]?.value ?? '' })]),
    ),
    altKeys,
  )
  const close = async (): Promise<void> => {
    if (!state.dirty || (await leaveTyped())) onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = await state.submit()
    if (wrong) focusOn(form.current, wrong)
  }
  return { form, state, close, submit, toNote: () => focusOn(form.current, 'note') }
}

/** Records the result of `target`; begins with `start`. */
export function CareDialog(props: CareDialogProps) {
  const { target, start } = props
  const id = useId()
  const { form, state, close, submit, toNote } = useDialog(props)
  const { typed, busy } = state
  const [first] = useState(() => firstOf(start))
  return (
    <Dialog
      title="Chăm sóc"
      onClose={() => void close()}
      footer={
        <>
          <Hints />
          <span className={css.space} />
          <Button keys="Esc" onClick={() => void close()}>
            Huỷ
          </Button>
          <Button look="primary" keys="Enter" type="submit" form={id} busy={busy}>
            Xác nhận
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <PhoneField phone={target.phone} />
        <ResultField state={state} first={first} />
        {needsPackage(typed.status) && <PackageField state={state} first={first} target={target} />}
        {typed.status === 'APPOINTMENT' && <TimePart state={state} first={first} onPicked={toNote} />}
        <NoteField
          status={typed.status}
          value={typed.note}
          error={state.errors.note}
          autoFocus={first === 'note'}
          onChange={(note) => state.type({ note })}
        />
      </form>
    </Dialog>
  )
}
