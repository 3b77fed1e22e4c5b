/** The roles (D1-ROLE-02 to D1-ROLE-13). */
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { priorityNames } from '#platform/contract/abilities.ts'
import { messages } from '#platform/contract/messages.ts'
import { texts as accountTexts } from '#subjects/people/contract/calls/accounts.ts'
import { removeRole, roleList, rolePaging, texts, type Role } from '#subjects/people/contract/calls/roles.ts'
import { roleSubject } from '#platform/contract/calls/histories.ts'
import { newKey, send } from '#kit/web/client.ts'
import { blockWhile, confirm, confirmDoing, showError } from '#kit/web/feedback.ts'
import { toastBulk, writeBulk } from '#kit/web/bulk.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { refresh } from '#kit/web/query.ts'
import { everyRow } from '#kit/web/every-row.ts'
import { listOfCall } from '#kit/web/resource-api.ts'
import { useCan } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/column.ts'
import type { RowAction } from '#kit/web/table/table-types.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { ListScreen } from '#kit/web/resource/list-screen.tsx'

const RoleDialog = lazyPart(() => named(import('./role-dialog.tsx'), 'RoleDialog'))

const levelText = ({ priority }: Role): string => `${priority} - ${priorityNames[priority]}`

const columns: readonly Column<Role>[] = [
  {
    key: 'name',
    title: 'Tên vai trò',
    width: 260,
    pin: 'left',
    sort: { by: 'name', first: 'asc' },
    cell: (row) => row.name,
    text: (row) => row.name,
  },
  {
    key: 'priority',
    title: 'Cấp',
    width: 160,
    sort: { by: 'priority', first: 'asc' },
    cell: levelText,
    text: levelText,
  },
  { key: 'permissions', title: 'Số quyền', width: 96, numeric: true, cell: (row) => row.permissions.length },
  {
    key: 'accounts',
    title: 'Số nhân viên',
    width: 112,
    numeric: true,
    sort: { by: 'accounts', first: 'desc' },
    cell: (row) => row.accounts,
  },
]

const source = listOfCall('role', roleList)

const drawer = {
  of: roleSubject,
  name: (row: Role) => row.name,
  facts: (row: Role) => ({ ...row, permissions: row.permissions.length }),
}

const icon = { size: 16, stroke: 1.5 }
const questionOf = (subject: string) => ({
  title: messages.deleteTitle,
  body: `${messages.deleteConfirm}\n${subject}`,
  danger: true,
})

const removeOne = ({ id, name }: Role): Promise<boolean> =>
  confirmDoing({ ...questionOf(name), about: name, fallback: texts.removeFailed }, async () => {
    try {
      await send(removeRole, { id }, { idempotencyKey: newKey() })
    } finally {
      await refresh('role')
    }
  })

/** Asks, then deletes the ticked roles; reports how many were deleted and which were not (D1-Q-043). */
async function removeMany(
  roles: () => Promise<readonly Role[]>,
  many: number,
  done: () => void,
): Promise<void> {
  if (!(await confirm(questionOf(`${many} vai trò`)))) return
  try {
    await blockWhile(async () => {
      const chosen = await roles()
      const answer = await writeBulk(
        removeRole,
        chosen.map(({ id }) => id),
      )
      const nameOf = (id: string): string => chosen.find((role) => role.id === id)?.name ?? id
      toastBulk(answer, { done: 'Đã xoá', failed: 'không xoá được', noun: 'vai trò' }, nameOf)
    })
    done()
  } catch (error) {
    showError(error, texts.removeFailed)
  } finally {
    await refresh('role')
  }
}

function useActions(edit: (role: Role) => void): (role: Role) => RowAction[] {
  const allowed = useCan()
  return (role) => {
    const higher = (may: boolean) => (may ? {} : { reason: accountTexts.higherRole })
    const offered: [boolean, RowAction][] = [
      [
        allowed('role.edit'),
        {
          label: 'Sửa',
          icon: <IconPencil {...icon} />,
          inRow: true,
          run: () => edit(role),
          ...higher(role.may.update),
        },
      ],
      [
        allowed('role.delete'),
        {
          label: 'Xoá',
          icon: <IconTrash {...icon} />,
          inRow: true,
          danger: true,
          run: () => void removeOne(role),
          ...higher(role.may.remove),
        },
      ],
    ]
    return offered.filter(([on]) => on).map(([, action]) => action)
  }
}

/** The screen. */
export default function RoleList() {
  const allowed = useCan()
  const [open, setOpen] = useState<{ role: Role | null } | null>(null)
  const actions = useActions((role) => setOpen({ role }))
  return (
    <>
      <ListScreen
        source={source}
        name={roleList.path}
        title="Vai trò"
        noun="vai trò"
        search={{ name: 'name', label: 'Tên vai trò', placeholder: 'Tìm tên vai trò' }}
        columns={columns}
        paging={rolePaging}
        make={
          allowed('role.add') && (
            <Button look="primary" icon={<IconPlus {...icon} />} onClick={() => setOpen({ role: null })}>
              Tạo vai trò
            </Button>
          )
        }
        actions={actions}
        drawer={drawer}
        bulk={({ ids, all, clear, answer, state }) => {
          if (!allowed('role.delete')) return []
          const roles = async (): Promise<readonly Role[]> => {
            const roles = await everyRow(source, all ? state.query : {})
            return all ? roles : roles.filter(({ id }) => ids.has(id))
          }
          const many = all ? (answer?.count ?? 0) : ids.size
          return [
            {
              label: 'Xoá',
              icon: <IconTrash {...icon} />,
              run: () => void removeMany(roles, many, clear),
            },
          ]
        }}
      />
      {open && (
        <Suspense fallback={null}>
          <RoleDialog role={open.role} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
