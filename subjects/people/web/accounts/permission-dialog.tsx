/** An account's permissions besides those of its role (D1-ACC-22, D1-ACC-23, D1-Q-036). */
import { useMemo } from 'react'
import { oneRole } from '#subjects/people/contract/calls/roles.ts'
import { texts, updateAccount, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { useCall } from '#kit/web/query.ts'
import { idsOf, PermissionChecklist } from './permission-checklist.tsx'

/** The dialog of one account. */
export function PermissionDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const role = useCall('role', oneRole, { id: account.role_id })
  const fromRole = useMemo(() => new Set(idsOf(role.data?.permissions)), [role.data])
  return (
    <CallDialog
      call={updateAccount}
      row={account}
      fields={() => []}
      start={{ permissions: idsOf(account.permissions) }}
      input={({ permissions }) => ({ permissions })}
      title={`Phân quyền ${account.username}`}
      note={account.fullname}
      fallback={texts.updateFailed}
      refreshes={['users']}
      onClose={onClose}
    >
      {(form) => <PermissionChecklist form={form} fromRole={fromRole} before={account.permissions} />}
    </CallDialog>
  )
}
