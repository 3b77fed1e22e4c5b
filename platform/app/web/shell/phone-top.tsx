/** The top bar of a phone: the screen in front or the views of its place, the other tabs behind its name, search, and the bell (D3-PHN-02). */
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { viewsOf } from '#platform/contract/menu.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { openScreen } from '#platform/web/navigation.ts'
import { tabs } from '#platform/web/tabs.ts'
import { HeadViews } from '../menu/head-views.tsx'
import { Bell } from './bell.tsx'
import { closeAsking } from './tab-bar.tsx'
import { TabMenu } from './tab-menu.tsx'
import css from './top-bar.module.css'

export function PhoneTop({ onPalette }: { onPalette: () => void }) {
  const { open, active } = useStore(tabs)
  const title = usePublicSetting('app.title')
  const actor = useActor()
  const name = active ? screenOf(active).label : title
  const hasViews = active !== null && viewsOf(active, actor).length > 0
  return (
    <>
      {hasViews && <HeadViews name={active} />}
      {open.length === 0 ? (
        <b className={css.front}>{name}</b>
      ) : (
        <TabMenu
          open={open}
          active={active}
          activate={openScreen}
          close={closeAsking}
          position="bottom-start"
        >
          <button type="button" className={css.front} id={active ? `tab-${active}` : undefined}>
            <span data-spoken={hasViews || undefined}>{name}</span>
            <IconChevronDown size={16} stroke={1.9} aria-label="Các tab đang mở" />
          </button>
        </TabMenu>
      )}
      <span className={css.space} />
      <IconButton
        label="Tìm màn hình, nhân viên, gói cước, số điện thoại"
        aria-haspopup="dialog"
        onClick={onPalette}
      >
        <IconSearch size={16} stroke={1.9} />
      </IconButton>
      <Bell />
    </>
  )
}
