/** The permissions an account holds beside those of its role (D1-ACC-22, D1-ACC-23, D1-Q-036). */
import { useMemo } from 'react'
import { oneRole } from '#subjects/people/contract/calls/roles.ts'
import { texts, updateAccount, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { send } from '#kit/web/client.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { idsOf, PermissionChecklist } from './permission-checklist.tsx'

/** The dialog of one account. */
export function PermissionDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const role = useCall('role', oneRole, { id: account.role_id })
  const given = useMemo(() => new Set(idsOf(role.data?.permissions)), [role.data])
  const form = useForm({
    start: { permissions: idsOf(account.permissions) },
    row: account,
    fallback: texts.updateFailed,
    save: async ({ permissions }, { key, version }) => {
      const body = { id: account.id, permissions, version }
      await send(updateAccount, body, { idempotencyKey: key })
      await refresh('users')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Phân quyền ${account.username}`}
      note={account.fullname}
      onClose={onClose}
    >
      <PermissionChecklist form={form} given={given} before={account.permissions} />
    </FormDialog>
  )
}
