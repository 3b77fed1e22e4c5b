/** The permissions to tick, grouped by category (D1-ACC-23, D1-ROLE-13). */
import { opensOf } from '#platform/contract/permission-words.ts'
import { permissionList, type Permission } from '#subjects/people/contract/calls/roles.ts'
import type { Form } from '#kit/web/form/use-form.ts'
import { useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import css from './accounts.module.css'

/** Sorted ids, so that undoing a tick counts as no change. */
export const idsOf = (permissions: readonly { id: string }[] = []): string[] =>
  permissions.map(({ id }) => id).toSorted()

type ChecklistProps = {
  form: Form<{ permissions: string[] }>
  /** Permissions that the account has through its role: ticked, but not editable here. */
  fromRole?: ReadonlySet<string>
  /** The selection when the dialog opened: may be removed even by users without that permission. */
  before: readonly { id: string }[]
}

/** All permissions on one page, so that none is missing (D1-PERM-09, D1-Q-046). */
const everything = { page: '0', count: '1000' }

function byCategory(permissions: readonly Permission[]): [string, Permission[]][] {
  return [...Map.groupBy(permissions, ({ category }) => category)]
}

type GroupProps = ChecklistProps & { label: string; permissions: readonly Permission[] }

function Group({ label, permissions, form, fromRole, before }: GroupProps) {
  const { permissions: ownPermissions } = useActor()
  const chosen = new Set(form.values.permissions)
  const mayTake = (id: string): boolean => before.some((one) => one.id === id)
  const free = permissions.filter(
    ({ id, code }) => !fromRole?.has(id) && (ownPermissions.has(code) || mayTake(id)),
  )
  const ticked = free.filter(({ id }) => chosen.has(id)).length
  const set = (ids: readonly string[], on: boolean): void => {
    const next = new Set(ids)
    const others = form.values.permissions.filter((id) => !next.has(id))
    form.set('permissions', (on ? [...others, ...ids] : others).toSorted())
  }
  const allTicked = free.length > 0 && ticked === free.length
  return (
    <fieldset className={css.group}>
      <legend>
        {free.length > 0 && (
          <Checkbox
            label={`Chọn cả nhóm ${label}`}
            checked={allTicked}
            mixed={ticked > 0 && !allTicked}
            onChange={() =>
              set(
                free.map(({ id }) => id),
                !allTicked,
              )
            }
          />
        )}
        {label}
      </legend>
      <div className={css.codes}>
        {permissions.map(({ id, name, code }) => {
          const off = !free.some((one) => one.id === id)
          const inRole = fromRole?.has(id)
          const tooltip = inRole
            ? 'Đã có từ vai trò'
            : off
              ? 'Bạn không có quyền này nên không cấp được'
              : code
          return (
            <label key={id} className={css.tick} data-off={off || undefined} title={tooltip}>
              <Checkbox
                label={name}
                checked={inRole || chosen.has(id)}
                disabled={off}
                onChange={(event) => set([id], event.target.checked)}
              />
              <span>
                {name} {inRole && <span className={css.hint}>từ vai trò</span>}
                <span className={css.opens}>{opensOf(code)}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Every permission under its category. Actors can only tick permissions they have (D1-Q-036). */
export function PermissionChecklist(props: ChecklistProps) {
  const list = useCall('permission', permissionList, everything)
  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />
  return (
    <div className={css.groups} aria-busy={list.data === undefined}>
      {byCategory(list.data?.values ?? []).map(([label, permissions]) => (
        <Group key={label} {...props} label={label} permissions={permissions} />
      ))}
    </div>
  )
}
