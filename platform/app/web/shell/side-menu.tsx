/** The menu of 256 px, or a rail of icons: every screen of the user, in collapsible groups. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { screenOf, type MenuGroup, type ScreenName } from '#platform/contract/screens.ts'
import { counts } from '#kit/web/counts.ts'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { folded, menuOpen, toggleGroup, toggleMenu } from './menu-state.ts'
import { menuOf, openScreen } from '#platform/web/navigation.ts'
import { plainIcon, screenIcons } from './screen-icons.ts'
import { tabs } from '#platform/web/tabs.ts'
import css from './side-menu.module.css'

function Entry({ name, on, rail }: { name: ScreenName; on: boolean; rail: boolean }) {
  const { label } = screenOf(name)
  const waiting = useStore(counts)[name] ?? 0
  const count = thousands(waiting)
  const railName = waiting > 0 ? `${label} ${count}` : label
  const Icon = screenIcons[name] ?? plainIcon
  const entry = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) bringIntoSight(entry.current)
  }, [on])
  const open = (): void => {
    openScreen(name)
    if (window.matchMedia('(max-width: 640px)').matches && menuOpen.get()) toggleMenu()
  }
  return (
    <button
      ref={entry}
      type="button"
      className={css.entry}
      data-on={on || undefined}
      aria-current={on ? 'page' : undefined}
      aria-label={rail ? railName : undefined}
      data-label={rail ? railName : undefined}
      onClick={open}
    >
      <Icon size={16} stroke={1.9} aria-hidden />
      {!rail && <span className={css.label}>{label}</span>}
      {!rail && waiting > 0 && <span className={css.count}>{count}</span>}
      {rail && waiting > 0 && <i className={css.dot} />}
    </button>
  )
}

function GroupHead({ group, label, closed }: { group: MenuGroup; label: string; closed: boolean }) {
  const Arrow = closed ? IconChevronRight : IconChevronDown
  return (
    <button type="button" className={css.group} aria-expanded={!closed} onClick={() => toggleGroup(group)}>
      {label}
      <Arrow size={14} stroke={2} aria-hidden />
    </button>
  )
}

/** The name of the rail's entry under the pointer or focus, beside it and without a tooltip's delay. */
function RailLabel({ entry }: { entry: HTMLElement }) {
  const { top, right, height } = entry.getBoundingClientRect()
  return (
    <span className={css.beside} aria-hidden style={{ top: top + height / 2, left: right + 6 }}>
      {entry.dataset['label']}
    </span>
  )
}

const entryAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-label]') : null

/** The entry of the active tab is marked. */
export function SideMenu() {
  const actor = useActor()
  const rail = !useStore(menuOpen)
  const closed = useStore(folded)
  const active = useStore(tabs).active
  const [pointed, setPointed] = useState<HTMLElement | null>(null)
  const forget = (): void => setPointed(null)
  return (
    <nav
      className={css.menu}
      data-rail={rail || undefined}
      aria-label="Danh mục"
      onPointerOver={({ target }) => setPointed(entryAt(target))}
      onPointerLeave={forget}
      onFocus={({ target }) => setPointed(entryAt(target))}
      onBlur={forget}
      onScroll={forget}
    >
      {menuOf(actor).map(({ group, label, entries }, index) => (
        <Fragment key={group}>
          {!rail && label && <GroupHead group={group} label={label} closed={closed.has(group)} />}
          {rail && index > 0 && <hr />}
          {(rail || !closed.has(group)) &&
            entries.map((name) => <Entry key={name} name={name} on={name === active} rail={rail} />)}
        </Fragment>
      ))}
      {rail && pointed && <RailLabel entry={pointed} />}
    </nav>
  )
}
