/** The dialog of a question. */
import { useEffect, useId, useState } from 'react'
import { messages } from '#platform/contract/messages.ts'
import { cleanText } from '#kit/contract/text.ts'
import type { OpenQuestion } from '#kit/web/feedback.ts'
import { composing, typing } from '#kit/web/keys.ts'
import { useAction } from '#kit/web/use-action.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Field, TextBox } from '#kit/web/ui/field.tsx'

/** How long after a letter Enter and Space still count as typing, in ms. */
const typingPause = 300

/**
 * Returns a function that tells whether a key press is not meant as an answer: the key that opened the question,
 * while held, and outside a text box the keys of somebody who is still typing.
 */
function strayKeys(): (event: KeyboardEvent) => boolean {
  const openedAt = performance.now()
  let letterAt = -Infinity
  let keyHeld = true
  return (event) => {
    if (!event.repeat) keyHeld = false
    if (keyHeld) return true
    if (typing(event.target)) return false
    const now = performance.now()
    if (event.key === ' ') return now - Math.max(openedAt, letterAt) < typingPause
    if (event.key === 'Enter') return now - letterAt < typingPause
    if (event.key.length === 1) letterAt = now
    return false
  }
}

/** Keeps stray keys from the dialog. */
function useNoStrayAnswer(): void {
  useEffect(() => {
    const isStray = strayKeys()
    const listener = (event: KeyboardEvent): void => {
      if (!isStray(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** The focus starts in the text box, else on the harmless button. */
const focusMark = (here: boolean) => (here ? { 'data-autofocus': true } : {})

type ReasonProps = {
  reason: NonNullable<OpenQuestion['reason']>
  value: string
  missing: boolean
  onChange: (value: string) => void
  onEnter: () => void
}

/** Input of the reason, with suggestions. */
function ReasonField({ reason, value, missing, onChange, onEnter }: ReasonProps) {
  const list = useId()
  const error = missing ? messages.missingField : undefined
  return (
    <Field label={reason.label} required={reason.required} error={error}>
      {(control) => (
        <>
          <TextBox
            {...control}
            {...focusMark(true)}
            list={list}
            maxLength={500}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || composing(event.nativeEvent)) return
              // Otherwise the same key press would reach the button behind the dialog, which gets the focus next.
              event.preventDefault()
              onEnter()
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
  )
}

/** Renders the question and passes the answer on; a required reason must be filled in. */
export function QuestionDialog({ question }: { question: OpenQuestion }) {
  const {
    title,
    body,
    confirmLabel = 'Xác nhận',
    cancelLabel = 'Huỷ',
    danger = false,
    reason,
    work,
    answer,
  } = question
  const [typedReason, setTypedReason] = useState('')
  const [missing, setMissing] = useState(false)
  useNoStrayAnswer()
  const { run, busy } = useAction(async () => {
    if (!work || (await work())) answer(cleanText(typedReason))
  })
  const agree = (): void => {
    if (reason?.required && cleanText(typedReason) === '') setMissing(true)
    else void run()
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
          <Button {...focusMark(danger && !reason)} onClick={() => answer(null)}>
            {cancelLabel}
          </Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            {...focusMark(!danger && !reason)}
            busy={busy}
            onClick={agree}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {body && <p style={{ whiteSpace: 'pre-line', marginBottom: reason && 'var(--s-3)' }}>{body}</p>}
      {reason && (
        <ReasonField
          reason={reason}
          value={typedReason}
          missing={missing}
          onChange={setTypedReason}
          onEnter={agree}
        />
      )}
    </Dialog>
  )
}
