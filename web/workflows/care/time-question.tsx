/** Asks for the time of an appointment before a past result becomes one (D1-CARE-45). */
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { showPhone } from '../../../contract/phone.ts'
import { texts } from '../../../contract/workflows/care.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { readAppointmentTime } from './appointment-time.ts'
import type { AskTime } from './edit-history.ts'
import type { LogRow } from './log-columns.ts'
import { QuickTimes, TimeField } from './time-field.tsx'
import css from './care-dialog.module.css'

type Asked = { row: LogRow; answer: (at: string | null) => void }

const Footer = ({ form, onCancel }: { form: string; onCancel: () => void }) => (
  <>
    <span className={css.space} />
    <Button keys="Esc" onClick={onCancel}>
      Huỷ
    </Button>
    <Button look="primary" keys="Enter" type="submit" form={form}>
      Xác nhận
    </Button>
  </>
)

function TimeDialog({ row, answer }: Asked) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const type = (next: string): void => {
    setText(next)
    setError(undefined)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const at = readAppointmentTime(text)
    if (!at) setError(texts.noAppointment)
    else if (Date.parse(at) <= Date.now()) setError(texts.pastAppointment)
    else answer(at)
  }
  return (
    <Dialog
      title="Hẹn gọi lại"
      note={showPhone(row.phone ?? '')}
      narrow
      onClose={() => answer(null)}
      footer={<Footer form={id} onCancel={() => answer(null)} />}
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className={css.question}>
        <TimeField autoFocus value={text} error={error} onChange={type} />
        <QuickTimes
          value={text}
          onPick={(next) => {
            type(next)
            // Enter confirms from the box, not the choice once more.
            form.current?.querySelector('input')?.focus()
          }}
        />
      </form>
    </Dialog>
  )
}

/** How to ask, and the dialog to show somewhere. */
export function useTimeQuestion(): { ask: AskTime; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask: AskTime = (row) =>
    new Promise((resolve) => {
      const answer = (at: string | null): void => {
        setAsked(null)
        resolve(at)
      }
      setAsked({ row, answer })
    })
  return { ask, dialog: asked && <TimeDialog key={asked.row.id} {...asked} /> }
}
