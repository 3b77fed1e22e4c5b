/** The menu of the open tabs, with commands that close several. */
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { unsaved } from '#kit/web/tab-state.tsx'
import { useStore } from '#kit/web/store.ts'
import css from './tab-bar.module.css'

type TabMenuProps = {
  open: readonly ScreenName[]
  active: ScreenName | null
  activate: (name: ScreenName) => void
  close: (names: readonly ScreenName[]) => Promise<void>
  position: 'bottom-start' | 'bottom-end'
  opened?: boolean
  /** The button of the menu. */
  children: ReactNode
}

/** The button with its menu. */
export function TabMenu({ open, active, activate, close, position, opened = false, children }: TabMenuProps) {
  const dirty = useStore(unsaved)
  return (
    <Menu defaultOpened={opened} position={position} width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <div className={css.list}>
          {open.map((name) => (
            <Menu.Item key={name} fw={name === active ? 600 : 400} onClick={() => activate(name)}>
              {screenOf(name).label}
              {(dirty.get(name)?.size ?? 0) > 0 && <small>, chưa lưu</small>}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        {active && <Menu.Item onClick={() => void close([active])}>Đóng tab này</Menu.Item>}
        <Menu.Item onClick={() => void close(open.filter((name) => name !== active))}>
          Đóng các tab khác
        </Menu.Item>
        <Menu.Item onClick={() => void close(open)}>Đóng tất cả</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
