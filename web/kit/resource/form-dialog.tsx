/** The frame of a dialog around one form: Enter saves, Esc closes and asks when something was typed. */
import { useId, type FormEvent, type ReactNode } from 'react'
import { leaveTyped } from '../feedback.ts'
import { useUnsaved } from '../tab-state.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './form-dialog.module.css'

type FormDialogProps = {
  title: ReactNode
  note?: ReactNode
  children: ReactNode
  dirty: boolean
  busy: boolean
  onSubmit: () => Promise<unknown>
  onClose: () => void
  saveLabel?: string
  /** The main action is off until this holds. */
  ready?: boolean
  narrow?: boolean
}

/** A dialog around one form. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    note,
    children,
    dirty,
    busy,
    onSubmit,
    onClose,
    saveLabel = 'Lưu',
    ready = true,
    narrow,
  } = props
  const id = useId()
  useUnsaved(dirty)
  const close = async (): Promise<void> => {
    if (!dirty || (await leaveTyped())) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) void onSubmit()
  }
  return (
    <Dialog
      title={title}
      note={note}
      narrow={narrow ?? false}
      onClose={() => void close()}
      footer={
        <>
          <span className={css.space} />
          <Button keys="Esc" onClick={() => void close()}>
            Huỷ
          </Button>
          <Button look="primary" keys="Enter" type="submit" form={id} busy={busy} disabled={!ready}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={id} className={css.form} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
