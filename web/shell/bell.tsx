/** The bell: unread count, and the last 50 notices of the session (D1-Q-007). */
import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatInstant } from '../../contract/dates.ts'
import { lazyPart, named } from '../kit/lazy-part.tsx'
import { useStore } from '../kit/store.ts'
import { IconButton } from '../kit/ui/button.tsx'
import { EmptyNote } from '../kit/ui/state.tsx'
import { bell, seeAll } from './bell-list.ts'
import css from './top-bar.module.css'

const Waiting = lazyPart(() => named(import('./waiting.tsx'), 'Waiting'))

function Notices() {
  const notices = useStore(bell)
  if (notices.length === 0)
    return <EmptyNote icon={<IconBell size={24} stroke={1.5} />} title="Chưa có thông báo" />
  return (
    <ul className={css.bellList}>
      {notices.map((notice, index) => (
        <li key={`${notice.at}-${notices.length - index}`}>
          <span>{notice.text}</span>
          <time dateTime={notice.at}>{formatInstant(notice.at)}</time>
        </li>
      ))}
    </ul>
  )
}

/** The bell button with its list; opening it marks everything as read. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const unread = useStore(bell).filter((notice) => !notice.seen).length
  const toggle = (next: boolean): void => {
    setOpen(next)
    seeAll()
  }
  return (
    <Popover width={360} position="bottom-end" opened={open} onChange={toggle} trapFocus>
      <Popover.Target>
        <IconButton
          label={unread > 0 ? `Thông báo, ${unread} mới` : 'Thông báo'}
          on={open}
          onClick={() => toggle(!open)}
        >
          <IconBell size={16} stroke={1.9} />
          {unread > 0 && <span className={css.badge}>{unread}</span>}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={css.bellHead} tabIndex={-1} data-autofocus>
          Thông báo
        </h2>
        <Suspense fallback={null}>
          <Waiting />
        </Suspense>
        <Notices />
      </Popover.Dropdown>
    </Popover>
  )
}
