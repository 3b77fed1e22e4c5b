/** The menu sheet of a phone: search, all screens by group, and the choice of the four screens in the bar (D3-NAV-04). */
import { Drawer } from '@mantine/core'
import {
  IconAdjustments,
  IconHelpCircle,
  IconLogout,
  IconPin,
  IconPinFilled,
  IconSearch,
} from '@tabler/icons-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { thousands } from '#kit/contract/thousands.ts'
import { counts } from '#kit/web/counts.ts'
import { useSession } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { shortLabel, type MenuPart } from '#platform/contract/menu.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { tabs } from '#platform/web/tabs.ts'
import { Avatar, ThemeToggle } from '../shell/me.tsx'
import { closePanel } from './close-panel.ts'
import { openFromMenu, panel } from './menu-state.ts'
import { ScreenIcon } from './screen-icon.tsx'
import { togglePin } from './toggle-pin.ts'
import css from './menu-sheet.module.css'

type EntryProps = { name: ScreenName; pinned: boolean | null; onPin: () => void }

function Entry({ name, pinned, onPin }: EntryProps) {
  const waiting = useStore(counts)[name] ?? 0
  const on = useStore(tabs).active === name
  const { label } = screenOf(name)
  const short = shortLabel(name)
  const Pin = pinned ? IconPinFilled : IconPin
  return (
    <button
      type="button"
      aria-current={on ? 'page' : undefined}
      aria-pressed={pinned ?? undefined}
      onClick={() => (pinned === null ? openFromMenu(name) : onPin())}
    >
      <ScreenIcon name={name} />
      <span>{short}</span>
      {short !== label && <span data-spoken>, {label}</span>}
      {pinned === null && waiting > 0 && <b> {thousands(waiting)}</b>}
      {pinned !== null && <Pin size={16} stroke={1.9} aria-hidden data-pin />}
    </button>
  )
}

type SheetProps = {
  parts: readonly MenuPart[]
  four: readonly ScreenName[]
  onPalette: () => void
  onGuide: () => void
}

const icon = { size: 16, stroke: 1.9 }

/** The signed-in user, and what the top bar of a wide window has besides. */
function Foot({ onGuide }: Pick<SheetProps, 'onGuide'>) {
  const { actor, user } = useSession()
  return (
    <>
      <button type="button" className={css.me} onClick={() => openFromMenu('profile')}>
        <Avatar src={user.avatar} name={user.fullname} />
        <span>
          {user.fullname}
          <small>{actor.roleName}</small>
        </span>
      </button>
      <IconButton
        label="Hướng dẫn"
        aria-haspopup="dialog"
        onClick={() => {
          panel.set(null)
          onGuide()
        }}
      >
        <IconHelpCircle {...icon} />
      </IconButton>
      <ThemeToggle />
      <IconButton label="Đăng xuất" onClick={() => navigate('/logout')}>
        <IconLogout {...icon} />
      </IconButton>
    </>
  )
}

type GroupsProps = Pick<SheetProps, 'parts' | 'four'> & { changing: boolean }

/** All screens by group. */
function Groups({ parts, four, changing }: GroupsProps) {
  const { actor } = useSession()
  return parts.map(({ name, label, screens }) => (
    <section key={name} aria-label={label}>
      <h3>{label}</h3>
      <div className={css.entries}>
        {screens.map((screen) => (
          <Entry
            key={screen}
            name={screen}
            pinned={changing ? four.includes(screen) : null}
            onPin={() => togglePin(screen, actor, four, 4)}
          />
        ))}
      </div>
    </section>
  ))
}

/** While the bar is being changed a tap pins a screen or takes it off. */
export function MenuSheet({ parts, four, onPalette, onGuide }: SheetProps) {
  const [changing, setChanging] = useState(false)
  return (
    <Drawer.Root
      opened
      onClose={closePanel}
      position="bottom"
      size="auto"
      classNames={{
        content: css.sheet ?? '',
        overlay: css.shade ?? '',
        inner: css.inner ?? '',
        body: css.body ?? '',
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Thêm">
        <i className={css.grip} aria-hidden />
        <button
          type="button"
          className={css.search}
          aria-haspopup="dialog"
          onClick={() => {
            panel.set(null)
            onPalette()
          }}
        >
          <IconSearch size={16} stroke={1.9} aria-hidden /> Tìm màn hình, nhân viên, số điện thoại
        </button>
        <Drawer.Body>
          <Groups parts={parts} four={four} changing={changing} />
          {!changing && (
            <div className={css.entries}>
              <button type="button" onClick={() => setChanging(true)}>
                <IconAdjustments {...icon} aria-hidden />
                <span>Đổi 4 mục ở thanh dưới</span>
              </button>
            </div>
          )}
        </Drawer.Body>
        <div className={css.foot}>
          {changing ? (
            <>
              <span>Chọn tối đa 4 mục</span>
              <button type="button" className={css.done} onClick={() => setChanging(false)}>
                Xong
              </button>
            </>
          ) : (
            <Foot onGuide={onGuide} />
          )}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
