/** Creates and edits a role: name, level, permissions (D1-ROLE-06, D1-ROLE-07, D1-ROLE-12, D1-ROLE-13). */
import {
  affectedByPriority,
  createRole,
  texts,
  updateRole,
  type Role,
} from '#subjects/people/contract/calls/roles.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { send } from '#kit/web/client.ts'
import { confirm } from '#kit/web/feedback.ts'
import { useActor } from '#kit/web/session.ts'
import { levelQuestion } from './level-question.ts'
import { idsOf, PermissionChecklist } from './permission-checklist.tsx'
import css from './accounts.module.css'

/** Number of people affected by another level, after the user has confirmed their names; null if cancelled. */
async function agreed(role: Role, priority: number): Promise<number | null> {
  if (priority === role.priority || role.accounts === 0) return 0
  const { count, people, gains } = await send(affectedByPriority, { id: role.id, priority })
  // The server names people who would have no unit.
  if (people.some(({ problem }) => problem !== null)) return count
  const yes = await confirm({
    title: `Đổi cấp của ${count} nhân viên`,
    body: levelQuestion(people, gains),
    confirmLabel: 'Đổi cấp',
    danger: true,
  })
  return yes ? count : null
}

/** The dialog; without a role it creates one. */
export function RoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const actor = useActor()
  const { options } = createRole.asks.priority
  return (
    <CallDialog
      call={role ? updateRole : createRole}
      row={role}
      start={{ permissions: idsOf(role?.permissions) }}
      input={async (typed) => {
        const body = { ...typed, priority: Number(typed.priority) }
        if (!role) return body
        const affected = await agreed(role, body.priority)
        return affected === null ? null : { ...body, affected }
      }}
      title={role ? 'Cập nhật vai trò' : 'Tạo vai trò'}
      fallback={role ? texts.updateFailed : texts.createFailed}
      refreshes={['role']}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div className={css.pair}>
            <FormField form={form} name="name" autoFocus />
            <PickField
              form={form}
              name="priority"
              placeholder="Chọn"
              options={options.filter(({ value }) => Number(value) >= actor.priority)}
            />
          </div>
          <PermissionChecklist form={form} before={role?.permissions ?? []} />
        </>
      )}
    </CallDialog>
  )
}
