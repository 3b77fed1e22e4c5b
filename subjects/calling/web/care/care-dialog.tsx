/** The result dialog 'Chăm sóc' (D1-CARE-19 to 33): Alt and a number change the result, Enter confirms. */
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { showPhone } from '#kit/contract/phone.ts'
import { careResults, isAppointment, needsNote } from '#subjects/calling/contract/care-results.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { useKeys } from '#kit/web/keys.ts'
import { Field, TextBox } from '#kit/web/ui/field.tsx'
import { Kbd } from '@mantine/core'
import { firstFieldOf, useCareForm, type CareTarget, type CareValues } from './care-form.ts'
import { NoteBox } from './note-box.tsx'
import { PackageBox } from '#kit/web/ui/package-box.tsx'
import { isResult, ResultIcon } from './result-icon.tsx'
import { QuickTimes, TimeField } from './time-field.tsx'
import css from './care-dialog.module.css'

type CareDialogProps = {
  target: CareTarget
  start: CareValues
  onSaved: () => void
  onClose: () => void
}

type CareFieldProps = { form: Form<CareValues>; focused: keyof CareValues }

const altKeys = careResults.map((_, index) => `Alt+${index + 1}`)

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

const ResultField = ({ form, focused }: CareFieldProps) => (
  <PickField
    form={form}
    name="status"
    required
    autoFocus={focused === 'status'}
    icon={isResult(form.values.status) && <ResultIcon status={form.values.status} />}
    options={careResults}
    placeholder="Chọn kết quả"
  />
)

const PackageField = ({ form, focused, target }: CareFieldProps & { target: CareTarget }) => (
  <FormField
    form={form}
    name="package"
    required
    className={isAppointment(form.values.status) ? undefined : css.whole}
  >
    {(box) => <PackageBox {...box} packages={target.packages} autoFocus={focused === 'package'} />}
  </FormField>
)

function TimeFields({ form, focused }: CareFieldProps) {
  if (!isAppointment(form.values.status)) return null
  return (
    <>
      <TimeField form={form} autoFocus={focused === 'appointmentAt'} />
      <QuickTimes form={form} next="note" />
    </>
  )
}

const NoteField = ({ form, focused }: CareFieldProps) => {
  const { status } = form.values
  return (
    <FormField form={form} name="note" required={needsNote(status)} className={css.whole}>
      {(box) => <NoteBox {...box} status={status} autoFocus={focused === 'note'} />}
    </FormField>
  )
}

const Hints = () => (
  <span className={css.hints} data-keys>
    <Kbd>Alt</Kbd>
    <Kbd>1</Kbd>–<Kbd>{careResults.length}</Kbd> đổi kết quả
  </span>
)

/** A changed result moves the focus to the next field to fill in. */
function useNextField(form: Form<CareValues>): void {
  const { status } = form.values
  const lastStatus = useRef(status)
  useEffect(() => {
    if (lastStatus.current === status) return
    lastStatus.current = status
    form.focus(firstFieldOf(form.values))
  }, [status, form])
}

/** Records the result of `target`; `start` has the initial values. */
export function CareDialog({ target, start, onSaved, onClose }: CareDialogProps) {
  const form = useCareForm(target, start, onSaved)
  const [focused] = useState(() => firstFieldOf(start))
  const fieldProps = { form, focused }
  useNextField(form)
  useKeys(
    Object.fromEntries(
      altKeys.map((key, index) => [key, () => form.set('status', careResults[index]?.value ?? '')]),
    ),
    altKeys,
  )
  return (
    <FormDialog
      form={form}
      title="Chăm sóc"
      saveLabel="Xác nhận"
      hints={<Hints />}
      className={css.form}
      onClose={onClose}
    >
      <PhoneField phone={target.phone} />
      <ResultField {...fieldProps} />
      <PackageField {...fieldProps} target={target} />
      <TimeFields {...fieldProps} />
      <NoteField {...fieldProps} />
    </FormDialog>
  )
}
