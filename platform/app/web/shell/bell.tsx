/** The bell in the top bar: how many notices are unread (D3-BELL-01). Its content is loaded after the first row. */
import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useStore } from '#kit/web/store.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { unreadNotices } from './bell-count.ts'
import { settled } from './settled.ts'
import css from './top-bar.module.css'

const Panel = lazyPart(
  () => named(import('./bell-panel.tsx'), 'BellPanel'),
  () => undefined,
)
const Watch = lazyPart(() => named(import('./bell-watch.tsx'), 'BellWatch'))

/** The bell button with its panel. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const begun = useStore(settled)
  const unread = useStore(unreadNotices)
  return (
    <>
      <Popover width={416} position="bottom-end" opened={open} onChange={setOpen} trapFocus>
        <Popover.Target>
          <IconButton
            label={unread > 0 ? `Thông báo, ${unread} chưa đọc` : 'Thông báo'}
            on={open}
            onClick={() => setOpen(!open)}
          >
            <IconBell size={16} stroke={1.9} />
            {unread > 0 && <span className={css.badge}>{unread > 99 ? '99+' : unread}</span>}
          </IconButton>
        </Popover.Target>
        <Popover.Dropdown p={0} className={css.bell}>
          <Suspense fallback={null}>
            <Panel onClose={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Suspense fallback={null}>{begun && <Watch />}</Suspense>
    </>
  )
}
