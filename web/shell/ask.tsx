/** The dialog of a question. */
import { useId, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import type { OpenQuestion } from '../kit/feedback.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Field, TextBox } from '../kit/ui/field.tsx'

/** The focus begins where Enter does no harm. */
const focusMark = (here: boolean) => (here ? { 'data-autofocus': true } : {})

/** Asks, and passes the answer on; a reason that is wanted must be there. */
export function Ask({ asked }: { asked: OpenQuestion }) {
  const {
    title,
    body,
    confirmLabel = 'Xác nhận',
    cancelLabel = 'Huỷ',
    danger = false,
    reason,
    answer,
  } = asked
  const [said, setSaid] = useState('')
  const [missing, setMissing] = useState(false)
  const list = useId()
  const agree = (): void => {
    if (reason?.required && said.trim() === '') setMissing(true)
    else answer(said.trim())
  }
  return (
    <Dialog
      title={title}
      narrow
      above
      onClose={() => answer(null)}
      footer={
        <>
          <span style={{ flex: 1 }} />
          <Button {...focusMark(danger && !reason?.required)} onClick={() => answer(null)}>
            {cancelLabel}
          </Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            {...focusMark(!danger && !reason?.required)}
            onClick={agree}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {body && <p style={{ whiteSpace: 'pre-line', marginBottom: reason && 'var(--s-3)' }}>{body}</p>}
      {reason && (
        <Field
          label={reason.label}
          required={reason.required}
          error={missing ? messages.missingField : undefined}
        >
          {(control) => (
            <>
              <TextBox
                {...control}
                {...focusMark(reason.required)}
                list={list}
                maxLength={500}
                value={said}
                onChange={(event) => setSaid(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  // Or the button behind the dialog, which has the focus next, is pressed by the same key.
                  event.preventDefault()
                  agree()
                }}
              />
              <datalist id={list}>
                {reason.suggest.map((text) => (
                  <option key={text} value={text} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </Dialog>
  )
}
