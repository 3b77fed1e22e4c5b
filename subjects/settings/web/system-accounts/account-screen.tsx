/** 'Tài khoản hệ thống': secrets are masked until somebody opens those of a row, which is recorded (D2-SYSACC). */
import { IconEye } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { systemaccount } from '#subjects/settings/contract/lists/systemaccount.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { ResourceScreen } from '#kit/web/resource/resource-screen.tsx'
import type { RowAction } from '#kit/web/table/table-types.ts'

const SecretDialog = lazyPart(() => named(import('./secret-dialog.tsx'), 'SecretDialog'))

const icon = { size: 16, stroke: 1.9 }

export default function Screen() {
  const [open, setOpen] = useState<{ id: string; name: string } | null>(null)
  const see = (id: string, name: string): RowAction => ({
    label: 'Xem mật khẩu',
    icon: <IconEye {...icon} />,
    inRow: true,
    run: () => setOpen({ id, name }),
  })
  return (
    <>
      <ResourceScreen
        resource={systemaccount}
        rowName={({ position, account }) => `${position}, ${account}`}
        rowActions={({ id, position, account }) => [see(id, `${position}, ${account}`)]}
      />
      <Suspense fallback={null}>
        {open && <SecretDialog id={open.id} name={open.name} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
