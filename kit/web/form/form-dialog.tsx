/** The frame of a dialog with one form: Enter saves; Esc closes and asks about unsaved changes. */
import { useId, type FormEvent, type ReactNode } from 'react'
import { showField } from '#kit/contract/kinds.ts'
import { leaveTyped } from '../feedback.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormLine } from './form-line.tsx'
import type { Typed } from './form-rules.ts'
import type { Form } from './use-form.ts'
import css from './form-dialog.module.css'

type Row = Readonly<Record<string, unknown>>

export type FormDialogProps<V extends Typed> = {
  form: Form<V>
  title: ReactNode
  note?: ReactNode
  children: ReactNode
  onClose: () => void
  saveLabel?: string | undefined
  /** Converts a row changed by somebody else for display where its fields contain ids. */
  tell?: (current: Row) => Row
  /** Left of the buttons: the dialog's keys. */
  hints?: ReactNode
  /** The main button is disabled until this is true. */
  ready?: boolean
  narrow?: boolean
  /** Layout of the fields; one per line by default. */
  className?: string | undefined
}

/** Who changed the row meanwhile and which fields, with a button to go on. */
function Conflict<V extends Typed>({ form, tell }: Pick<FormDialogProps<V>, 'form' | 'tell'>) {
  if (!form.current) return null
  const current = tell?.(form.current) ?? form.current
  return (
    <section className={css.conflict} role="alert">
      <b>{form.conflict}</b>
      <p>Giá trị hiện tại, bấm Lưu lần nữa để ghi đè:</p>
      <dl>
        {form.fields.map(([name, field]) => (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>{showField(current[name], field) || '-'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function FormDialog<V extends Typed>(props: FormDialogProps<V>) {
  const { form, title, note, children, onClose, tell, saveLabel = 'Lưu', hints, ready = true, narrow } = props
  const id = useId()
  const close = async (): Promise<void> => {
    if (!form.dirty || (await leaveTyped())) onClose()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) void form.submit()
  }
  return (
    <Dialog
      title={title}
      note={note}
      narrow={narrow ?? false}
      onClose={() => void close()}
      aside={
        <>
          {hints}
          <span className={css.space}>
            <FormLine form={form} />
          </span>
        </>
      }
      action={
        <Button look="primary" keys="Enter" type="submit" form={id} busy={form.busy} disabled={!ready}>
          {saveLabel}
        </Button>
      }
    >
      <Conflict form={form} {...(tell && { tell })} />
      <form {...form.element} id={id} className={props.className ?? css.form} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
