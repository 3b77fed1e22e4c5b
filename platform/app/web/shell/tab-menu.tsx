/** The menu of the open tabs, with commands that close several. */
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import css from './tab-bar.module.css'

type TabMenuProps = {
  open: readonly ScreenName[]
  active: ScreenName | null
  activate: (name: ScreenName) => void
  close: (names: readonly ScreenName[]) => Promise<void>
  /** Called when the code of the menu could not be loaded. */
  giveUp: () => void
}

/** The button with its menu, which starts open. */
export function TabMenu({ open, active, activate, close }: TabMenuProps) {
  return (
    <Menu defaultOpened position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton small label="Danh sách tab">
          <IconChevronDown size={16} stroke={1.9} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.list}>
          {open.map((name) => (
            <Menu.Item key={name} fw={name === active ? 600 : 400} onClick={() => activate(name)}>
              {screenOf(name).label}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void close(open.filter((name) => name !== active))}>
          Đóng các tab khác
        </Menu.Item>
        <Menu.Item onClick={() => void close(open)}>Đóng tất cả</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
