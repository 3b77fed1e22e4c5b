/** 'Vì sao không có số?' for leaders, branches and managers, about themselves or one of their people (D3-ORG-07). */
import { useState } from 'react'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { useActor } from '#kit/web/session.ts'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { StaffPicker } from '#kit/web/ui/staff-picker.tsx'
import { WhyNote } from './why-note.tsx'

/** Starts with `initial`, or with the caller. */
export function WhyDialog({ initial, onClose }: { initial?: string; onClose: () => void }) {
  const ownUsername = useActor().username
  const [username, setUsername] = useState(initial ?? ownUsername)
  return (
    <Dialog title={texts.why} onClose={onClose}>
      <Field label="Nhân viên">
        {(control) => <StaffPicker control={control} autoFocus value={username} onChange={setUsername} />}
      </Field>
      <WhyNote username={username} />
    </Dialog>
  )
}
