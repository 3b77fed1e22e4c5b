/** The note of a result, with the caller's frequent notes at one key. */
import { useRef, type KeyboardEvent } from 'react'
import { composing } from '#kit/web/keys.ts'
import type { FieldControl } from '#kit/web/form/form-field.tsx'
import { TextArea } from '#kit/web/ui/field.tsx'
import { Kbd } from '@mantine/core'
import { useCommonNotes } from './common-notes.ts'
import css from './care-dialog.module.css'

type QuickNotesProps = { notes: readonly string[]; value: string; onPick: (note: string) => void }

function QuickNotes({ notes, value, onPick }: QuickNotesProps) {
  if (notes.length === 0) return null
  return (
    <div className={`${css.quick} ${css.notes}`}>
      <span>
        Hay ghi <Kbd>↓</Kbd>
      </span>
      {notes.map((note) => (
        <button key={note} type="button" aria-pressed={note === value} onClick={() => onPick(note)}>
          {note}
        </button>
      ))}
    </div>
  )
}

type NoteBoxProps = FieldControl<string> & { status: string; autoFocus: boolean }

/** The box 'Ghi chú' (D1-CARE-24): Enter confirms, ↓ in an empty note inserts the next frequent one. */
export function NoteBox({ control, status, value, autoFocus, onChange }: NoteBoxProps) {
  const notes = useCommonNotes(status)
  const area = useRef<HTMLTextAreaElement>(null)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (composing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      // Enter confirms as everywhere in the dialog; Shift and Enter begins a new line.
      event.preventDefault()
      if (!event.repeat) event.currentTarget.form?.requestSubmit()
    } else if (event.key === 'ArrowDown' && (value === '' || notes.includes(value))) {
      const next = notes[(notes.indexOf(value) + 1) % notes.length]
      if (next === undefined) return
      event.preventDefault()
      onChange(next)
    }
  }
  return (
    <>
      <TextArea
        {...control}
        {...(autoFocus && { 'data-autofocus': true })}
        ref={area}
        rows={3}
        maxLength={2000}
        placeholder="Khách nói gì, cần chuẩn bị gì cho lần gọi sau"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
      />
      <QuickNotes
        notes={notes}
        value={value}
        onPick={(note) => {
          onChange(note)
          area.current?.focus()
        }}
      />
    </>
  )
}
