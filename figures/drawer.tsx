/** Head and foot of a drawer: its name with 'Đóng', and its actions; the content between them scrolls. */
import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '#kit/web/ui/button.tsx'
import css from './drawer.module.css'

type DrawerHeadProps = {
  title: ReactNode
  /** Whom or what the drawer is about. */
  note?: ReactNode
  onClose: () => void
  /** Before 'Đóng'. */
  children?: ReactNode
}

export const DrawerHead = ({ title, note, onClose, children }: DrawerHeadProps) => (
  <header className={css.head}>
    <Drawer.Title className={css.title ?? ''}>{title}</Drawer.Title>
    {note && <span className={css.note}>{note}</span>}
    <span className={css.tools}>
      {children}
      <IconButton small label="Đóng" onClick={onClose}>
        <IconX size={16} stroke={1.9} />
      </IconButton>
    </span>
  </header>
)

export const DrawerBody = ({ children }: { children: ReactNode }) => (
  <Drawer.Body className={css.body ?? ''}>{children}</Drawer.Body>
)

export const DrawerFoot = ({ children }: { children: ReactNode }) => (
  <footer className={css.foot}>{children}</footer>
)
