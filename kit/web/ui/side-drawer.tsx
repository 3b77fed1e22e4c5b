/** A drawer over the right edge of a screen: a row, the guide, an explanation. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './side-drawer.module.css'

type SideDrawerProps = {
  /** In px; never wider than the window. */
  size: number
  onClose: () => void
  closeOnEscape?: boolean
  /** Printing prints only the drawer, in full length. */
  printed?: boolean
  children: ReactNode
}

export const SideDrawer = ({ printed, children, ...more }: SideDrawerProps) => (
  <Drawer.Root
    opened
    position="right"
    classNames={{ content: `${css.drawer} ${printed ? css.printed : ''}`, overlay: css.shade ?? '' }}
    {...more}
  >
    <Drawer.Overlay />
    <Drawer.Content data-prints={printed || undefined}>{children}</Drawer.Content>
  </Drawer.Root>
)
