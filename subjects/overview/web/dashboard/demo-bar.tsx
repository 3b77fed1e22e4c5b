/** Warns administrators of accounts that still have the demo's password, which the handbook prints. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { demoAccounts } from '#subjects/overview/contract/calls/dashboard.ts'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'

const minute = 60_000
/** At most this many are named, the others counted. */
const maxNames = 4

const list = (names: readonly string[]): string =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} và ${names.length - maxNames} tài khoản khác`
    : names.join(', ')

/** Shown in production while such accounts are open. */
export function DemoBar() {
  const administers = useCan()('admin')
  const { data } = useCall('demo-accounts', demoAccounts, administers ? {} : null, { every: minute })
  const names = data?.values ?? []
  if (names.length === 0) return null
  return (
    <NoticeBar icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}>
      <b>Mật khẩu dùng thử vẫn mở được {list(names)}. </b>
      Mật khẩu này có trong tài liệu nên ai cũng biết. Hãy dừng các tài khoản đó hoặc cấp lại mật khẩu.
    </NoticeBar>
  )
}
