/** The flyout of a group, with its screens in columns, and the map of all screens by group (D3-NAV-04). */
import { Kbd } from '@mantine/core'
import { IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { counts } from '#kit/web/counts.ts'
import { composing } from '#kit/web/keys.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import type { MenuPart } from '#platform/contract/menu.ts'
import { columnsOf, type MenuColumn, type MenuEntry } from '#platform/contract/menu-columns.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { tabs } from '#platform/web/tabs.ts'
import { entryAt } from './menu-arrows.ts'
import { closePanel } from './close-panel.ts'
import { openFromMenu, panel, pins, pinsOf } from './menu-state.ts'
import { ScreenIcon } from './screen-icon.tsx'
import { togglePin } from './toggle-pin.ts'
import css from './menu-panel.module.css'

type EntryProps = MenuEntry & { pinned: boolean; reachable: boolean; plain?: boolean; onReach: () => void }

/** The pin beside an entry is for the mouse; `P` does it from the keyboard. */
function Entry({ name, label, pinned, reachable, plain = false, onReach }: EntryProps) {
  const actor = useActor()
  const waiting = useStore(counts)[name] ?? 0
  const Pin = pinned ? IconPinFilled : IconPin
  return (
    <div className={css.entry} role="none" data-pinned={pinned || undefined} onFocus={onReach}>
      <button
        type="button"
        role="menuitem"
        tabIndex={reachable ? 0 : -1}
        data-name={name}
        onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
        onClick={() => openFromMenu(name)}
      >
        {!plain && <ScreenIcon name={name} />}
        <span className={css.label}>{label}</span>
        {pinned && <span data-spoken>, đã ghim</span>}
        <Kbd className={css.enter} aria-hidden>
          Enter
        </Kbd>
        {waiting > 0 && <span className={css.count}>{thousands(waiting)}</span>}
      </button>
      <button
        type="button"
        role="menuitemcheckbox"
        className={css.pin}
        tabIndex={-1}
        aria-checked={pinned}
        aria-label={`Ghim ${label}`}
        title={pinned ? 'Bỏ ghim' : 'Ghim lên đầu thanh'}
        onClick={() => togglePin(name, actor)}
      >
        <Pin size={14} stroke={1.9} aria-hidden />
      </button>
    </div>
  )
}

/** The screens of the map in at most five columns of about the same height, groups whole and in order. */
export function packColumns(parts: readonly MenuPart[], most = 5): MenuPart[][] {
  // The head of a group takes the room of two entries.
  const size = ({ screens }: MenuPart): number => screens.length + 2
  for (let room = Math.max(0, ...parts.map(size)); ; room++) {
    const packing: MenuPart[][] = []
    let roomLeft = 0
    for (const part of parts) {
      if (packing.length === 0 || size(part) > roomLeft) {
        packing.push([])
        roomLeft = room
      }
      packing.at(-1)?.push(part)
      roomLeft -= size(part)
    }
    if (packing.length <= most) return packing
  }
}

/** The entries of `box` in the order of the page. */
const entriesIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

/** The entry with the focus: at first the screen in front, or the first; a pinned one keeps it where it moves to. */
function useReached(box: RefObject<HTMLElement | null>, screens: readonly ScreenName[], pinned: string) {
  const { active } = tabs.get()
  const [reached, setReached] = useState(() => (active && screens.includes(active) ? active : null))
  const focusEntry = useEffectEvent((): void => {
    const entries = entriesIn(box.current)
    const entry = entries.find(({ dataset }) => dataset['name'] === reached) ?? entries[0]
    entry?.focus({ preventScroll: true })
  })
  // Only when the panel opens or pins move: the focus itself sets `reached`.
  useLayoutEffect(() => focusEntry(), [pinned])
  return { reached, setReached }
}

/** A press outside closes the panel; the buttons of the menu see to themselves. */
function useOutside(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !box.current?.closest('nav')?.contains(target)) panel.set(null)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [box])
}

/** Keys of the panel do not reach the screen behind it; those with Ctrl or Alt, F2 and `?` are the page's. */
function usePanelKeys(box: RefObject<HTMLElement | null>) {
  const actor = useActor()
  return (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (composing(event.nativeEvent) || ctrlKey || metaKey || altKey || key === '?' || /^F\d/.test(key))
      return
    event.stopPropagation()
    const entries = entriesIn(box.current)
    const index = entries.indexOf(document.activeElement as HTMLElement)
    const name = entries[index]?.dataset['name'] as ScreenName | undefined
    const spots = entries.map((entry) => {
      const { left, top } = entry.getBoundingClientRect()
      return { x: left, y: top }
    })
    const next = entryAt(spots, index, key)
    if (key === 'Escape' || (key === 'ArrowLeft' && next === index)) closePanel()
    else if (key.toUpperCase() === 'P' && name && !event.repeat) togglePin(name, actor)
    else if (/^(Arrow|Home|End)/.test(key)) entries[next]?.focus()
    else return
    event.preventDefault()
  }
}

type HeadProps = { title: string; note: string; search: string; onPalette: () => void }

const Head = ({ title, note, search, onPalette }: HeadProps) => (
  <header className={css.head}>
    <b>{title}</b>
    <span className={css.note}>{note}</span>
    <span data-space />
    <button
      type="button"
      className={css.search}
      aria-haspopup="dialog"
      onClick={() => {
        panel.set(null)
        onPalette()
      }}
    >
      <IconSearch size={16} stroke={1.9} aria-hidden />
      <span>{search}</span>
      <Kbd>Ctrl K</Kbd>
    </button>
  </header>
)

const Foot = ({ groups }: { groups: number }) => (
  <footer className={css.foot} data-keys>
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd> chọn
    </span>
    <span>
      <Kbd>P</Kbd> ghim lên đầu thanh
    </span>
    <span>
      <Kbd>G</Kbd> rồi <Kbd>1</Kbd> đến <Kbd>{groups}</Kbd> mở nhóm
    </span>
  </footer>
)

type Row = (entry: MenuEntry, plain?: boolean) => ReactNode

/** The pinned ones of the group first, then its columns. */
type FlyoutProps = { label: string; columns: readonly MenuColumn[]; pinned: readonly ScreenName[]; row: Row }

function Flyout({ label, columns, pinned, row }: FlyoutProps) {
  const isPinned = ({ name }: MenuEntry): boolean => pinned.includes(name)
  const first = columns.flatMap(({ entries }) => entries.filter(isPinned))
  const others = columns
    .map((column) => ({ ...column, entries: column.entries.filter((entry) => !isPinned(entry)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <div role="menu" aria-label={label}>
      {first.length > 0 && (
        <div className={css.pinned} role="group" aria-label="Đã ghim">
          {first.map((entry) => row(entry))}
        </div>
      )}
      <div className={css.columns}>
        {others.map((column) => (
          <div key={column.label} role="group" aria-label={column.label}>
            <h3 role="presentation">{column.label}</h3>
            {column.entries.map((entry) => row(entry))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Every screen under its group; views of one place stand one below the other. */
const EveryScreen = ({ parts, row }: { parts: readonly MenuPart[]; row: Row }) => (
  <div role="menu" aria-label="Tất cả" className={css.map}>
    {packColumns(parts).map((column) => (
      <div key={column[0]?.name} role="none">
        {column.map(({ name, label, screens }) => (
          <div key={name} role="group" aria-label={label}>
            <h3 role="presentation">
              {label} <span>{screens.length}</span>
            </h3>
            {screens.map((screen) => row({ name: screen, label: screenOf(screen).label }, true))}
          </div>
        ))}
      </div>
    ))}
  </div>
)

type PanelProps = { name: MenuPart['name'] | 'all'; parts: readonly MenuPart[]; onPalette: () => void }

/** The panel beside the menu, with the focus on one of its entries. */
export function MenuPanel({ name, parts, onPalette }: PanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const pinned = pinsOf(useStore(pins), useActor())
  const part = parts.find((one) => one.name === name)
  const columns = columnsOf(part?.screens ?? [])
  const visible = part ? [part] : parts
  const screens = visible.flatMap((one) => one.screens)
  const { reached, setReached } = useReached(box, screens, pinned.join())
  const onKeyDown = usePanelKeys(box)
  useOutside(box)
  const row: Row = ({ name: screen, label }, plain = false) => (
    <Entry
      key={screen}
      name={screen}
      label={label}
      plain={plain}
      pinned={pinned.includes(screen)}
      reachable={screen === reached}
      onReach={() => setReached(screen)}
    />
  )
  const sum = `${thousands(screens.length)} màn hình`
  return (
    <div
      ref={box}
      className={css.panel}
      data-all={part ? undefined : true}
      style={{ '--columns': Math.max(2, columns.length) } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <Head
        title={part?.label ?? 'Tất cả'}
        note={part ? sum : `${sum}, ${parts.length} nhóm`}
        search={part ? 'Tìm trong mọi màn hình' : 'Gõ tên màn hình, không cần dấu'}
        onPalette={onPalette}
      />
      <div className={css.body}>
        {part ? (
          <Flyout label={part.label} columns={columns} pinned={pinned} row={row} />
        ) : (
          <EveryScreen parts={parts} row={row} />
        )}
      </div>
      <Foot groups={parts.length} />
    </div>
  )
}
