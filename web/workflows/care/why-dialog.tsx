/** 'Vì sao không có số?' for leaders, branches and managers, about themselves or one of their people (D3-ORG-07). */
import { useState } from 'react'
import { texts } from '../../../contract/workflows/care.ts'
import { useActor } from '../../kit/session.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { StaffPicker } from '../../kit/ui/staff-picker.tsx'
import { WhyNote } from './why-note.tsx'

/** Begins with `of`, or with the caller. */
export function WhyDialog({ initial, onClose }: { initial?: string; onClose: () => void }) {
  const own = useActor().username
  const [username, setUsername] = useState(initial ?? own)
  return (
    <Dialog title={texts.why} onClose={onClose}>
      <Field label="Nhân viên">
        {(control) => <StaffPicker control={control} autoFocus value={username} onChange={setUsername} />}
      </Field>
      <WhyNote username={username} />
    </Dialog>
  )
}
