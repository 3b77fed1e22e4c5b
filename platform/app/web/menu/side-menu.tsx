/** The menu: a rail of pins and groups that never scrolls, opened 256 px wide; on a phone a bar of four and 'Thêm' (D3-NAV-04). */
import { IconStack2, IconSun } from '@tabler/icons-react'
import { Fragment, Suspense, useSyncExternalStore, type FocusEvent } from 'react'
import { hasGroups, isDay, menuOf, type MenuPart } from '#platform/contract/menu.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { counts } from '#kit/web/counts.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { tabs } from '#platform/web/tabs.ts'
import { groupIcons } from './group-icons.ts'
import { MenuItem, ScreenItem, inFront, menuName } from './menu-item.tsx'
import { buttonId, openFromMenu, menuOpen, panel, pins, pinsOf, press, unfolds } from './menu-state.ts'
import css from './side-menu.module.css'

const close = (): void => panel.set(null)

const MenuPanel = lazyPart(
  () => named(import('./menu-panel.tsx'), 'MenuPanel'),
  () => close,
)
const PhoneBar = lazyPart(() => named(import('./phone-bar.tsx'), 'PhoneBar'))

function followHeight(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Heights in px: top bar and paddings above and below the entries, an entry with its gap, the rule below the pins. */
const around = 60
const itemHeight = 46
const lineHeight = 9

/** How many groups fit: from 640 px of height on all, which get closer if need be; below, the last stand in 'Tất cả'. */
function useRoom(pinned: number, every: number): number {
  const height = useSyncExternalStore(followHeight, () => innerHeight)
  if (height >= 640) return every
  const used = around + (pinned > 0 ? pinned * itemHeight + lineHeight : 0)
  return Math.max(1, Math.min(every, Math.floor((height - used - itemHeight) / itemHeight)))
}

function PartItem({ part, active }: { part: MenuPart; active: ScreenName | null }) {
  const actor = useActor()
  const waiting = useStore(counts)
  const openPanel = useStore(panel)
  const { name, label, screens } = part
  const Icon = isDay(part) ? IconSun : groupIcons[name]
  return (
    <MenuItem
      id={buttonId(name)}
      icon={<Icon size={16} stroke={1.9} aria-hidden />}
      label={label}
      on={active !== null && screens.includes(active)}
      waiting={screens.some((screen) => (waiting[screen] ?? 0) > 0)}
      {...(unfolds(part, actor) && { 'aria-haspopup': 'menu', 'aria-expanded': openPanel === name })}
      onClick={() => press(part, actor)}
    />
  )
}

function AllItem({ on }: { on: boolean }) {
  const isOpen = useStore(panel) === 'all'
  return (
    <MenuItem
      id={buttonId('all')}
      icon={<IconStack2 size={16} stroke={1.9} aria-hidden />}
      label="Tất cả"
      on={on}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => panel.set(isOpen ? null : 'all')}
    />
  )
}

/** Whoever tabs out of the menu closes its flyout. */
const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
}

type MenuProps = { onPalette: () => void; onGuide: () => void }

function Rail({ onPalette }: MenuProps) {
  const actor = useActor()
  const open = useStore(menuOpen)
  const allPins = useStore(pins)
  const openPanel = useStore(panel)
  const { active } = useStore(tabs)
  const parts = menuOf(actor)
  const pinned = hasGroups(actor) ? pinsOf(allPins, actor) : []
  const room = useRoom(pinned.length, parts.length)
  const pin = (name: ScreenName) => (
    <ScreenItem
      key={name}
      name={name}
      on={inFront(name, active, actor)}
      short={!open}
      under={open}
      onClick={() => openFromMenu(name)}
    />
  )
  const hiddenParts = parts.slice(room)
  return (
    <nav className={css.menu} data-menu data-rail={!open || undefined} aria-label={menuName} onBlur={leave}>
      {!open && pinned.map(pin)}
      {!open && pinned.length > 0 && <hr />}
      {parts.slice(0, room).map((part) => (
        <Fragment key={part.name}>
          <PartItem part={part} active={active} />
          {open && pinned.filter((name) => part.screens.includes(name)).map(pin)}
        </Fragment>
      ))}
      <span className={css.space} />
      {(hasGroups(actor) || hiddenParts.length > 0) && (
        <AllItem on={active !== null && hiddenParts.some(({ screens }) => screens.includes(active))} />
      )}
      <Suspense fallback={null}>
        {openPanel && <MenuPanel key={openPanel} name={openPanel} parts={parts} onPalette={onPalette} />}
      </Suspense>
    </nav>
  )
}

export const SideMenu = (props: MenuProps) =>
  useNarrow() ? (
    <Suspense fallback={<nav className={css.bar} aria-label={menuName} />}>
      <PhoneBar {...props} />
    </Suspense>
  ) : (
    <Rail {...props} />
  )
