/** The permissions, read only; the codes of ticked ones can be copied (D1-PERM-02 to D1-PERM-07, D1-Q-045). */
import { IconCopy } from '@tabler/icons-react'
import { opensOf } from '#platform/contract/permission-words.ts'
import { permissionList, rolePaging, type Permission } from '#subjects/people/contract/calls/roles.ts'
import { copyText, showError } from '#kit/web/feedback.ts'
import type { Column } from '#kit/web/table/column.ts'
import { everyRow } from '#kit/web/every-row.ts'
import { listOfCall, type ListQuery } from '#kit/web/resource-api.ts'
import { ListScreen } from '#kit/web/resource/list-screen.tsx'

const text = (key: 'name' | 'code' | 'category', title: string, width: number): Column<Permission> => ({
  key,
  title,
  width,
  cell: (row) => row[key],
  text: (row) => row[key],
})

const columns: readonly Column<Permission>[] = [
  { ...text('name', 'Tên quyền', 200), pin: 'left' },
  text('code', 'Mã quyền', 300),
  text('category', 'Nhóm', 180),
  {
    key: 'id',
    title: 'Mở ra',
    width: 520,
    cell: ({ code }) => opensOf(code),
    text: ({ code }) => opensOf(code) ?? '',
  },
]

const source = listOfCall('permission', permissionList)

/** Copies the codes of the ticked permissions, or without ticks of all that match the query, one per line. */
async function copyCodes(ids: ReadonlySet<string> | null, query: ListQuery): Promise<void> {
  try {
    // Ticked rows may be on other pages, so the codes are read from the whole list.
    const rows = await everyRow(source, ids ? {} : query)
    const chosen = ids ? rows.filter(({ id }) => ids.has(id)) : rows
    await copyText(chosen.map(({ code }) => code).join('\n'))
  } catch (error) {
    showError(error)
  }
}

/** The screen. */
export default function PermissionList() {
  return (
    <ListScreen
      source={source}
      name={permissionList.path}
      title="Quyền"
      noun="quyền"
      search={{ name: 'name', label: 'Tên quyền', placeholder: 'Tìm tên hoặc mã quyền' }}
      columns={columns}
      paging={rolePaging}
      bulk={({ ids, all, state }) => [
        {
          label: 'Copy mã quyền',
          icon: <IconCopy size={16} stroke={1.5} />,
          run: () => void copyCodes(all ? null : ids, state.query),
        },
      ]}
    />
  )
}
