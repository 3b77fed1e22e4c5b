/** Creates and edits a role: name, level, permissions (D1-ROLE-06, D1-ROLE-07, D1-ROLE-12, D1-ROLE-13). */
import { priorities, priorityNames } from '#platform/contract/abilities.ts'
import { f } from '#kit/contract/field.ts'
import {
  affectedByPriority,
  createRole,
  defaultPriority,
  texts,
  updateRole,
  type Role,
} from '#subjects/people/contract/calls/roles.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { send } from '#kit/web/client.ts'
import { confirm } from '#kit/web/feedback.ts'
import { refresh } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { levelQuestion } from './level-question.ts'
import { idsOf, PermissionChecklist } from './permission-checklist.tsx'
import css from './accounts.module.css'

const levels = priorities.map((level) => ({
  value: String(level),
  label: `${level} - ${priorityNames[level]}`,
}))
const name = f.text({ label: 'Tên vai trò', required: true, max: 100 })

/** How many people another level makes something else, once the person at the screen agreed to it by their names; null: not. */
async function agreed(role: Role, priority: number): Promise<number | null> {
  if (priority === role.priority || role.accounts === 0) return 0
  const { count, people, gains } = await send(affectedByPriority, { id: role.id, priority })
  // The server says who is left without a place.
  if (people.some(({ problem }) => problem !== null)) return count
  const yes = await confirm({
    title: `Đổi cấp của ${count} nhân viên`,
    body: levelQuestion(people, gains),
    confirmLabel: 'Đổi cấp',
    danger: true,
  })
  return yes ? count : null
}

/** State of the dialog and its saving. */
function useRoleForm(role: Role | null, onClose: () => void) {
  const actor = useActor()
  const options = levels.filter(({ value }) => Number(value) >= actor.priority)
  return useForm({
    start: {
      name: role?.name ?? '',
      priority: String(role?.priority ?? defaultPriority),
      permissions: idsOf(role?.permissions),
    },
    row: role,
    fields: () => [
      ['name', name],
      ['priority', f.choice({ label: 'Cấp', required: true, options })],
    ],
    fallback: role ? texts.updateFailed : texts.createFailed,
    save: async (typed, { key, version }) => {
      const body = { ...typed, priority: Number(typed.priority) }
      const options = { idempotencyKey: key }
      const affected = role ? await agreed(role, body.priority) : 0
      if (affected === null) return
      if (role) await send(updateRole, { ...body, id: role.id, affected, version }, options)
      else await send(createRole, body, options)
      await refresh('role')
      onClose()
    },
  })
}

/** The dialog; without a role it creates one. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const form = useRoleForm(role, onClose)
  return (
    <FormDialog form={form} title={role ? 'Cập nhật vai trò' : 'Tạo vai trò'} onClose={onClose}>
      <div className={css.pair}>
        <FormField form={form} name="name" autoFocus />
        <FormField form={form} name="priority" />
      </div>
      <PermissionChecklist form={form} before={role?.permissions ?? []} />
    </FormDialog>
  )
}
