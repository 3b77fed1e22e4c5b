/** The staff list (D1-ACC-08 to D1-ACC-23). */
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatShortInstant } from '#kit/contract/dates.ts'
import { accountList, texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { accountSubject } from '#platform/contract/calls/histories.ts'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { useErrand } from '#kit/web/errand.ts'
import { Nothing } from '#kit/web/kinds/cell.tsx'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { listOfCall } from '#kit/web/resource-api.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/column.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { actionsOf, type OpenDialog } from './account-actions.tsx'

import { ListScreen } from '#kit/web/resource/list-screen.tsx'
import { PayoutAccountDialog } from './payout-account.ts'

const AccountDialog = lazyPart(() => named(import('./account-dialog.tsx'), 'AccountDialog'))
const PasswordDialog = lazyPart(() => named(import('./password-dialog.tsx'), 'PasswordDialog'))
const PermissionDialog = lazyPart(() => named(import('./permission-dialog.tsx'), 'PermissionDialog'))
const ChannelDialog = lazyPart(() => named(import('./channel-dialog.tsx'), 'ChannelDialog'))

const StaffImport = lazyPart(() => named(import('./staff-import.tsx'), 'StaffImport'))
const HandoverDialog = lazyPart(() => named(import('./handover-dialog.tsx'), 'HandoverDialog'))

const stateText = ({ is_deleted }: Account): string => (is_deleted ? texts.stopped : texts.active)

const text = (
  key: 'full_name' | 'username' | 'email' | 'role_name',
  title: string,
  width: number,
): Column<Account> => ({
  key,
  title,
  width,
  cell: (row) => row[key],
  text: (row) => row[key],
})

/** Branch or leader of the account, by user name. */
const placed = (key: 'brand' | 'group', title: string): Column<Account> => ({
  key,
  title,
  width: 100,
  cell: (row) => row[key]?.username ?? <Nothing />,
  text: (row) => row[key]?.username ?? '',
})

const signedIn = ({ signed_in_at: instant }: Account): string => (instant ? formatShortInstant(instant) : '')

const columns: readonly Column<Account>[] = [
  { ...text('full_name', 'Họ tên', 190), pin: 'left', sort: { by: 'fullname', first: 'asc' } },
  { ...text('username', 'Tên đăng nhập', 128), sort: { by: 'username', first: 'asc' } },
  text('role_name', 'Vai trò', 104),
  placed('brand', 'Chi nhánh'),
  placed('group', 'Leader'),
  // Shrinks first, so that the buttons of a row fit at 1366 px.
  { ...text('email', 'Email', 210), grows: true },
  {
    key: 'signed_in_at',
    title: 'Đăng nhập gần nhất',
    width: 156,
    cell: (row) => (row.signed_in_at ? <SaidTime at={row.signed_in_at} /> : <Nothing />),
    text: signedIn,
  },
  {
    key: 'is_deleted',
    card: 'state',
    title: 'Trạng thái',
    width: 136,
    cell: (row) => (
      <Pill plain tone={row.is_deleted ? 'red' : 'green'} icon={row.is_deleted ? 'cross' : 'dot'}>
        {stateText(row)}
      </Pill>
    ),
    text: stateText,
  },
]

const source = listOfCall('users', accountList)

const drawer = {
  of: accountSubject,
  name: (row: Account) => row.full_name,
  facts: (row: Account) => ({
    ...row,
    brand: row.brand?.username,
    group: row.group?.username,
    is_deleted: String(row.is_deleted),
    permissions: row.permissions.length,
  }),
}

function Dialogs({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  if (open.kind === 'create') return <AccountDialog account={null} initial={open.start} onClose={onClose} />
  if (open.kind === 'import') return <StaffImport onClose={onClose} />
  const { kind, account } = open
  if (kind === 'edit') return <AccountDialog account={account} onClose={onClose} />
  if (kind === 'password') return <PasswordDialog account={account} onClose={onClose} />
  if (kind === 'permissions') return <PermissionDialog account={account} onClose={onClose} />
  if (kind === 'payout') return <PayoutAccountDialog id={account.id} onClose={onClose} />
  if (kind === 'handover') return <HandoverDialog from={account.id} onClose={onClose} />
  return <ChannelDialog account={account} onClose={onClose} />
}

/** The screen. */
export default function AccountList() {
  const allowed = useCan()
  const { id: ownId } = useActor()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = (): void => setOpen(null)
  const mayAdd = allowed('user.add')
  useErrand('create', mayAdd ? (start) => setOpen({ kind: 'create', start }) : undefined)
  useErrand('import', mayAdd ? () => setOpen({ kind: 'import' }) : undefined)
  return (
    <>
      <ListScreen
        source={source}
        name={accountList.path}
        title="Nhân viên"
        noun="nhân viên"
        search={{
          name: 'username',
          label: 'Họ tên, tên đăng nhập',
          placeholder: 'Tìm họ tên, tên đăng nhập',
        }}
        columns={columns}
        make={
          mayAdd && (
            <>
              <Button
                icon={<IconUpload size={16} stroke={1.9} />}
                onClick={() => setOpen({ kind: 'import' })}
              >
                Nhập file
              </Button>
              <Button
                look="primary"
                icon={<IconPlus size={16} stroke={1.5} />}
                onClick={() => setOpen({ kind: 'create' })}
              >
                Tạo nhân viên
              </Button>
            </>
          )
        }
        actions={(row) => actionsOf(row, { allowed, ownId, open: setOpen })}
        drawer={drawer}
      />
      {open && (
        <Suspense fallback={null}>
          <Dialogs open={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
