/** The top bar: menu toggle, mark and title, search, keys, bell, theme, signed-in user, logout. */
import { IconHelpCircle, IconLayoutSidebar, IconLogout, IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useSession } from '#kit/web/session.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { useStore } from '#kit/web/store.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '@mantine/core'
import { Mark } from '../session/mark.tsx'
import { Bell } from './bell.tsx'
import { Avatar, ThemeToggle } from './me.tsx'
import { menuOpen, toggleMenu } from '../menu/menu-state.ts'
import { openScreen } from '#platform/web/navigation.ts'
import css from './top-bar.module.css'

function Me() {
  const { user, actor } = useSession()
  return (
    <button type="button" className={css.me} title="Thông tin cá nhân" onClick={() => openScreen('profile')}>
      <Avatar src={user.avatar} name={user.fullname} />
      <span className={css.who}>
        <b>{user.fullname}</b>
        <small>{actor.roleName}</small>
      </span>
    </button>
  )
}

const PhoneTop = lazyPart(() => named(import('./phone-top.tsx'), 'PhoneTop'))

type TopBarProps = { onPalette: () => void; onGuide: () => void }

/** The bar, or on a phone the title of the screen with search and bell: the rest is in its menu. */
export const TopBar = (props: TopBarProps) =>
  useNarrow() ? (
    <header className={css.bar}>
      <Suspense fallback={null}>
        <PhoneTop onPalette={props.onPalette} />
      </Suspense>
    </header>
  ) : (
    <WideBar {...props} />
  )

function WideBar({ onPalette, onGuide }: TopBarProps) {
  const open = useStore(menuOpen)
  const title = usePublicSetting('app.title')
  return (
    <header className={css.bar}>
      <div className={css.brand} data-rail={!open || undefined}>
        <IconButton
          small
          label={open ? 'Thu gọn danh mục' : 'Mở danh mục'}
          aria-expanded={open}
          onClick={toggleMenu}
        >
          <IconLayoutSidebar size={16} stroke={1.9} />
        </IconButton>
        <Mark />
        <b className={css.title} title={title}>
          {title}
        </b>
      </div>
      <button type="button" className={css.omni} onClick={onPalette} aria-haspopup="dialog">
        <IconSearch size={16} stroke={1.9} aria-hidden />
        <span className={css.omniText}>Tìm màn hình, nhân viên, gói cước, số điện thoại</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <span className={css.space} />
      <IconButton label="Hướng dẫn và phím tắt" aria-haspopup="dialog" onClick={onGuide}>
        <IconHelpCircle size={16} stroke={1.9} />
      </IconButton>
      <ThemeToggle />
      <Bell />
      <Me />
      <IconButton label="Đăng xuất" onClick={() => navigate('/logout')}>
        <IconLogout size={16} stroke={1.9} />
      </IconButton>
    </header>
  )
}
