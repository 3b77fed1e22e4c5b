/** The permissions, read only; ticked ones are copied by their codes (D1-PERM-02 to D1-PERM-07, D1-Q-045). */
import { IconCopy } from '@tabler/icons-react'
import { permissionList, rolePaging, type Permission } from '../../../contract/workflows/roles.ts'
import { copyText, showError } from '../../kit/feedback.ts'
import type { Selection } from '../../kit/table/selection.ts'
import type { Column } from '../../kit/table/column.ts'
import { everyRow } from './every-row.ts'
import { ListScreen } from '../../kit/resource/list-screen.tsx'

const text = (key: 'name' | 'code' | 'category', title: string, width: number): Column<Permission> => ({
  key,
  title,
  width,
  cell: (row) => row[key],
  text: (row) => row[key],
})

const columns: readonly Column<Permission>[] = [
  { ...text('name', 'Tên quyền', 280), pin: 'left' },
  text('code', 'Mã quyền', 340),
  text('category', 'Nhóm', 220),
]

/** Copies the codes of the ticked permissions, one per line. */
async function copyCodes(selection: Selection, filters: Record<string, string>): Promise<void> {
  try {
    // Ticked rows may stand on other pages: the codes are read from the whole list.
    const all = await everyRow<Permission, typeof permissionList>(
      permissionList,
      selection.all ? filters : {},
    )
    const chosen = selection.all ? all : all.filter(({ id }) => selection.ids.has(id))
    await copyText(chosen.map(({ code }) => code).join('\n'))
  } catch (error) {
    showError(error)
  }
}

/** The screen. */
export default function PermissionList() {
  return (
    <ListScreen<Permission, typeof permissionList>
      resource="permission"
      call={permissionList}
      title="Quyền"
      noun="quyền"
      search={{ name: 'name', label: 'Tên quyền', placeholder: 'Tìm tên hoặc mã quyền' }}
      columns={columns}
      paging={rolePaging}
      bulk={({ selection, query }) => [
        {
          label: 'Copy mã quyền',
          icon: <IconCopy size={16} stroke={1.5} />,
          run: () => void copyCodes(selection, query),
        },
      ]}
    />
  )
}
