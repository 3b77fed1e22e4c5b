/** The permissions an account holds beside those of its role (D1-ACC-22, D1-ACC-23, D1-Q-036). */
import { useCallback, useMemo, useState } from 'react'
import { oneRole } from '../../../contract/workflows/roles.ts'
import { texts, updateAccount, type Account } from '../../../contract/workflows/accounts.ts'
import { send } from '../../kit/client.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { FormDialog } from '../../kit/resource/form-dialog.tsx'
import { PermissionChecklist } from './permission-checklist.tsx'
import { useSaving } from './use-saving.ts'

const idsOf = (permissions: readonly { id: string }[] | undefined): ReadonlySet<string> =>
  new Set((permissions ?? []).map(({ id }) => id))

/** The dialog of one account. */
export function PermissionDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const role = useCall('role', oneRole, { id: account.role_id })
  const [base, setBase] = useState(account)
  const before = useMemo(() => idsOf(base.permissions), [base])
  const [chosen, setChosen] = useState(before)
  const given = useMemo(() => idsOf(role.data?.permissions), [role.data])
  const save = useCallback(
    async (idempotencyKey: string) => {
      const permissions = [...chosen].map((id) => ({ id }))
      await send(updateAccount, { id: base.id, permissions, version: base.version }, { idempotencyKey })
      await refresh('users')
      onClose()
    },
    [base, chosen, onClose],
  )
  const { run, busy } = useSaving(save, texts.updateFailed, (current) => setBase(current as Account))
  const dirty = chosen.size !== before.size || [...chosen].some((id) => !before.has(id))
  return (
    <FormDialog
      title={`Phân quyền ${account.username}`}
      note={account.fullname}
      dirty={dirty}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
    >
      <PermissionChecklist chosen={chosen} onChange={setChosen} given={given} before={before} />
    </FormDialog>
  )
}
