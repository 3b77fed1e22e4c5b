/** Role, branch and leader of an account; the role decides which of them it needs (D1-ACC-32, D1-ACC-33, D1-Q-039). */
import { treeFields, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { roleList } from '#subjects/people/contract/calls/roles.ts'
import { allBranches, leadersOfBrand, type Staff } from '#platform/contract/calls/staff.ts'
import { PickField } from '#kit/web/form/pick-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import type { AccountValues } from './account-form.ts'

const everything = { page: '0', count: '1000' }

/** The roles that the actor may give, and the account's own. */
export function useRoles(account: Account | null) {
  const actor = useActor()
  const readable = useCan()('role.get')
  const list = useCall('role', roleList, readable ? everything : null)
  const roles = (list.data?.values ?? []).filter(({ priority }) => priority >= actor.priority)
  const present = account?.role
  return present && !roles.some(({ id }) => id === present.id) ? [present, ...roles] : roles
}

type Known = { id: string; username: string } | null | undefined

/** The choices, including the present one even if it is out of the editor's scope or stopped. */
function choices(list: readonly Staff[] | undefined, present: Known) {
  const options = (list ?? []).map(({ id, fullname, username }) => ({
    value: id,
    label: fullname,
    note: username,
  }))
  if (!present || options.some(({ value }) => value === present.id)) return options
  return [...options, { value: present.id, label: present.username, note: '' }]
}

type PositionFieldsProps = {
  form: Form<AccountValues>
  roles: ReturnType<typeof useRoles>
  account: Account | null
}

/** The pickers. */
export function PositionFields({ form, roles, account }: PositionFieldsProps) {
  const { role_id: roleId, brand_id: brandId } = form.values
  const { brand, group } = treeFields(roles.find(({ id }) => id === roleId)?.priority)
  const branches = useCall('users', allBranches, brand ? {} : null)
  const leaders = useCall('users', leadersOfBrand, group && brandId ? { brandId } : null)
  const present = brandId === account?.brand_id ? account.group : null
  return (
    <>
      <PickField
        form={form}
        name="role_id"
        placeholder="Chọn vai trò"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <PickField
        form={form}
        name="brand_id"
        placeholder="Chọn chi nhánh"
        {...(brand === 'optional' && { emptyLabel: 'Không chọn' })}
        options={choices(branches.data?.values, account?.brand)}
      />
      <PickField
        form={form}
        name="group_id"
        placeholder={brandId ? 'Chọn leader' : 'Chọn chi nhánh trước'}
        disabled={!brandId}
        options={choices(leaders.data?.values, present)}
      />
    </>
  )
}
