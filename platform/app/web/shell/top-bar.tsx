/** The top bar: menu toggle, mark and title, search, keys, bell, theme, signed-in user, logout. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconHelpCircle,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useState } from 'react'
import { appearance } from '#platform/contract/settings/public-settings.ts'
import { navigate } from 'wouter/use-browser-location'
import { useSession } from '#kit/web/session.ts'
import { usePublicSetting } from '#kit/web/public-settings.ts'
import { useStore } from '#kit/web/store.ts'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '@mantine/core'
import { Mark } from '../session/mark.tsx'
import { Bell } from './bell.tsx'
import { menuOpen, panel, toggleMenu } from '../menu/menu-state.ts'
import { openScreen } from '#platform/web/navigation.ts'
// Inlined: a separate request would delay the first row.
import avatar from '../public/avatar.svg?raw'
import css from './top-bar.module.css'

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <IconButton
      label={dark ? 'Giao diện sáng' : 'Giao diện tối'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={16} stroke={1.9} /> : <IconMoon size={16} stroke={1.9} />}
    </IconButton>
  )
}

const initials = (fullname: string): string => {
  const words = fullname.trim().split(/\s+/)
  const first = words.length > 1 ? words.at(-2) : ''
  return `${first?.charAt(0) ?? ''}${words.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}

const usualImage = `data:image/svg+xml,${encodeURIComponent(avatar)}`

/** The account's picture; the initials when there is none or it cannot be loaded (D1-SHELL-35). */
function Avatar({ src, name }: { src: string | null; name: string }) {
  const [failed, setFailed] = useState(false)
  const { bundled } = appearance['app.avatar']
  const usual = usePublicSetting('app.avatar') || bundled
  const image = src && !failed ? src : usual
  return (
    <span className={css.avatar}>
      <img
        src={image === bundled ? usualImage : image}
        alt=""
        width={28}
        height={28}
        data-usual={image === bundled || undefined}
        onError={() => setFailed(true)}
      />
      {image === bundled && <b aria-hidden>{initials(name)}</b>}
    </span>
  )
}

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

export function TopBar({ onPalette, onGuide }: { onPalette: () => void; onGuide: () => void }) {
  const wide = useStore(menuOpen)
  const unfolded = useStore(panel) !== null
  const narrow = useNarrow()
  const open = narrow ? unfolded : wide
  const toggle = (): void => (narrow ? panel.set(unfolded ? null : 'all') : toggleMenu())
  const title = usePublicSetting('app.title')
  return (
    <header className={css.bar}>
      <div className={css.brand} data-rail={!open || undefined}>
        <IconButton
          small
          label={open ? 'Thu gọn danh mục' : 'Mở danh mục'}
          aria-expanded={open}
          onClick={toggle}
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
