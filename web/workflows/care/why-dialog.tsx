/** 'Vì sao không có số?' for leaders, branches and managers: of whom of their people (D3-ORG-07). */
import { useState } from 'react'
import { texts } from '../../../contract/workflows/care.ts'
import { useActor } from '../../kit/session.ts'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { StaffPicker } from '../../kit/ui/staff-picker.tsx'
import { WhyNote } from './why-note.tsx'

export function WhyDialog({ onClose }: { onClose: () => void }) {
  const own = useActor().username
  const [username, setUsername] = useState(own)
  return (
    <Dialog title={texts.why} onClose={onClose}>
      <Field label="Nhân viên">
        {(control) => <StaffPicker control={control} value={username} onChange={setUsername} />}
      </Field>
      <WhyNote username={username} />
    </Dialog>
  )
}
