/** The dialog that creates or changes a row: Enter saves, Esc closes and asks when something was typed. */
import { useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { AppError } from '../../../contract/kit/error.ts'
import type { Field as FieldFacts } from '../../../contract/kit/field.ts'
import { isNumeric, showField, type Value } from '../../../contract/kit/kinds.ts'
import { messages } from '../../../contract/messages.ts'
import { isMaskedPhone } from '../../../contract/phone.ts'
import { newKey } from '../client.ts'
import { alertText, leaveTyped, showError } from '../feedback.ts'
import { FieldInput, typedText } from '../kinds/input.tsx'
import { useUnsaved } from '../tab-state.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useFormState, type FormFields, type FormState } from './form-state.ts'
import css from './edit-dialog.module.css'

export type SaveRow = (
  values: Record<string, Value>,
  more: { key: string; version: number | undefined },
) => Promise<unknown>

export type EditDialogProps = {
  title: string
  fields: FormFields
  /** The row as it is; null creates one. */
  row: Readonly<Record<string, unknown>> | null
  onSave: SaveRow
  onClose: () => void
  saveLabel?: string
  /** Sentence of a failure that the server gives none for. */
  fallback?: string
}

const hints: Partial<Record<FieldFacts['kind'], string>> = {
  phone: 'Nhận 0…, 84…, +84 …',
  date: 'Gõ 512 thành 05-12',
}

/** Fields of a row that holds stars cannot be written back (D1-Q-158). */
const isMasked = (field: FieldFacts, row: EditDialogProps['row'], name: string): boolean =>
  field.kind === 'phone' && row !== null && isMaskedPhone(String(row[name] ?? ''))

/** Who changed what meanwhile, with the way to go on. */
function Conflict({ current, fields }: { current: Readonly<Record<string, unknown>>; fields: FormFields }) {
  return (
    <section className={css.conflict} role="alert">
      <b>{messages.stale}</b>
      <p>Giá trị hiện tại, bấm Lưu lần nữa để ghi đè:</p>
      <dl>
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>{showField(current[name], field) || '-'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type SavingProps = EditDialogProps & { form: FormState }

/** Sends the form once at a time; answers what the dialog must show. */
function useSaving({ row, onSave, onClose, fallback, form }: SavingProps) {
  const [busy, setBusy] = useState(false)
  const [current, setCurrent] = useState<Record<string, unknown> | null>(null)
  const key = useRef(newKey())
  const running = useRef(false)
  const versionOf = (of: EditDialogProps['row']): number | undefined =>
    typeof of?.version === 'number' ? of.version : undefined
  const refuse = (error: unknown): void => {
    key.current = newKey()
    if (error instanceof AppError && error.code === 'CONFLICT' && typeof error.current === 'object') {
      setCurrent(error.current as Record<string, unknown>)
      return
    }
    if (error instanceof AppError && error.fields) form.setErrors(error.fields)
    showError(error, fallback)
  }
  const submit = async (): Promise<void> => {
    if (running.current) return
    const reading = form.read()
    if (!reading.ok) {
      form.setErrors(reading.errors)
      if (reading.missing) alertText(messages.missingField)
      return
    }
    running.current = true
    setBusy(true)
    try {
      await onSave(reading.values, { key: key.current, version: versionOf(current) ?? versionOf(row) })
      onClose()
    } catch (error) {
      refuse(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, current, submit }
}

function Fields({ fields, form, row }: { fields: FormFields; form: FormState; row: EditDialogProps['row'] }) {
  const first = fields.find(([name, field]) => !isMasked(field, row, name))?.[0]
  return fields.map(([name, field]) => (
    <div
      key={name}
      className={isNumeric(field.kind) || field.kind === 'date' ? css.half : css.whole}
      onBlur={() => form.leave(name)}
    >
      <Field
        label={field.label}
        required={field.required}
        error={form.errors[name]}
        hint={isMasked(field, row, name) ? 'Số đang bị che, không sửa được' : hints[field.kind]}
      >
        {(control) => (
          <FieldInput
            field={field}
            control={control}
            value={form.texts[name] ?? typedText(row?.[name], field)}
            autoFocus={name === first}
            readOnly={isMasked(field, row, name)}
            onChange={(text) => form.type(name, text)}
          />
        )}
      </Field>
    </div>
  ))
}

/** Create and edit dialog of 600 px. */
export function EditDialog(props: EditDialogProps) {
  const { title, fields, row, onClose, saveLabel = 'Lưu' } = props
  const id = useId()
  const open = useMemo(() => fields.filter(([name, field]) => !isMasked(field, row, name)), [fields, row])
  const form = useFormState(open, row)
  const { busy, current, submit } = useSaving({ ...props, form })
  useUnsaved(form.dirty)
  const close = async (): Promise<void> => {
    if (!form.dirty || (await leaveTyped())) onClose()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog
      title={title}
      onClose={() => void close()}
      footer={
        <>
          <span className={css.space} />
          <Button keys="Esc" onClick={() => void close()}>
            Huỷ
          </Button>
          <Button look="primary" keys="Enter" type="submit" form={id} busy={busy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {current && <Conflict current={current} fields={fields} />}
      <form id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <Fields fields={fields} form={form} row={row} />
      </form>
    </Dialog>
  )
}
