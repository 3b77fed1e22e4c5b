/** Creates and edits a role: name, level, permissions (D1-ROLE-06, D1-ROLE-07, D1-ROLE-12, D1-ROLE-13). */
import { useCallback, useMemo, useState } from 'react'
import { priorities, priorityNames } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { cleanText } from '../../../contract/text.ts'
import {
  createRole,
  defaultPriority,
  texts,
  updateRole,
  type Role,
} from '../../../contract/workflows/roles.ts'
import { send } from '../../kit/client.ts'
import { refresh } from '../../kit/query.ts'
import { useActor } from '../../kit/session.ts'
import { Field, TextBox } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { FormDialog } from '../../kit/resource/form-dialog.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'
import { useSaving } from './use-saving.ts'
import css from './accounts.module.css'

/** State of the dialog and its saving. */
function useRoleForm(role: Role | null, onClose: () => void) {
  const [base, setBase] = useState(role)
  const before = useMemo(() => new Set((base?.permissions ?? []).map(({ id }) => id)), [base])
  const [name, setName] = useState(role?.name ?? '')
  const [priority, setPriority] = useState<number>(role?.priority ?? defaultPriority)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const save = useCallback(
    async (idempotencyKey: string) => {
      if (cleanText(name) === '') {
        throw new AppError('VALIDATION', messages.missingField, { fields: { name: messages.missingField } })
      }
      const body = { name, priority, permissions: [...chosen].map((id) => ({ id })) }
      if (base) await send(updateRole, { ...body, id: base.id, version: base.version }, { idempotencyKey })
      else await send(createRole, body, { idempotencyKey })
      await refresh('role')
      onClose()
    },
    [name, priority, chosen, base, onClose],
  )
  const onStale = useCallback((current: unknown) => setBase(current as Role), [])
  const saving = useSaving(save, base ? texts.updateFailed : texts.createFailed, onStale)
  const dirty =
    name !== (role?.name ?? '') ||
    priority !== (role?.priority ?? defaultPriority) ||
    chosen.size !== before.size ||
    [...chosen].some((id) => !before.has(id))
  return { name, setName, priority, setPriority, chosen, setChosen, before, saving, dirty }
}

/** The dialog; without a role it creates one. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const actor = useActor()
  const { name, setName, priority, setPriority, chosen, setChosen, before, saving, dirty } = useRoleForm(
    role,
    onClose,
  )
  const { errors, forget, run, busy } = saving
  const levels = priorities
    .filter((level) => level >= actor.priority)
    .map((level) => ({ value: String(level), label: `${level} - ${priorityNames[level]}` }))
  return (
    <FormDialog
      title={role ? 'Cập nhật vai trò' : 'Tạo vai trò'}
      dirty={dirty}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
    >
      <div className={css.pair}>
        <Field label="Tên vai trò" required error={errors.name}>
          {(control) => (
            <TextBox
              {...control}
              data-autofocus
              maxLength={100}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                forget('name')
              }}
            />
          )}
        </Field>
        <Field label="Cấp" required error={errors.priority}>
          {(control) => (
            <Picker
              id={control.id}
              options={levels}
              value={String(priority)}
              onChange={(value) => setPriority(Number(value))}
            />
          )}
        </Field>
      </div>
      <PermissionChecklist chosen={chosen} onChange={setChosen} before={before} />
    </FormDialog>
  )
}
