/** The actions of a row, opened by '…' or the right mouse button. */
import { Menu } from '@mantine/core'
import type { RowAction } from './table-types.ts'
import css from './table.module.css'

export type MenuAt<R> = { row: R; x: number; y: number }

type RowMenuProps = { menu: MenuAt<unknown>; actions: readonly RowAction[]; onClose: () => void }

/** A menu at a position of the window. */
export function RowMenu({ menu, actions, onClose }: RowMenuProps) {
  return (
    <Menu
      key={`${menu.x} ${menu.y}`}
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={220}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Thao tác với dòng"
          className={css.anchor}
          style={{ left: menu.x, top: menu.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={<span className={css.menuIcon}>{action.icon}</span>}
            disabled={action.reason !== undefined}
            title={action.reason}
            {...(action.danger && { c: 'var(--red)' })}
            onClick={action.run}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
