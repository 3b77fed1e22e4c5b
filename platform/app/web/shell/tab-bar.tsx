/** The open tabs: middle click closes, dragging reorders, a dot marks unsaved work (D1-TAB). */
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { confirm } from '#kit/web/feedback.ts'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { isUnsaved, unsaved } from '#kit/web/tab-state.tsx'
import { useStore } from '#kit/web/store.ts'
import { useNarrow } from '#kit/web/use-narrow.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { openScreen, showFront } from '#platform/web/navigation.ts'
import { closeTabs, moveTab, tabs } from '#platform/web/tabs.ts'
import css from './tab-bar.module.css'

/** Closes tabs; asks first if one has unsaved work. */
export async function closeAsking(names: readonly ScreenName[]): Promise<void> {
  const dirty = names.filter(isUnsaved)
  const labels = dirty.map((name) => screenOf(name).label).join(', ')
  const confirmed =
    dirty.length === 0 ||
    (await confirm({
      title: 'Đóng tab chưa lưu',
      body: `${labels}: những gì đã nhập sẽ mất.`,
      confirmLabel: 'Đóng, không lưu',
      danger: true,
    }))
  if (!confirmed) return
  closeTabs(names)
  showFront()
}

function step(event: KeyboardEvent, name: ScreenName): void {
  const { open } = tabs.get()
  const index = open.indexOf(name)
  if (event.key === 'Delete') void closeAsking([name])
  const to =
    event.key === 'ArrowRight' ? open[index + 1] : event.key === 'ArrowLeft' ? open[index - 1] : undefined
  if (!to) return
  openScreen(to)
  document.getElementById(`tab-${to}`)?.focus()
}

const dragType = 'application/x-tab'

type LabelProps = { name: ScreenName; on: boolean; reachable: boolean; dirty: boolean }

const TabLabel = ({ name, on, reachable, dirty }: LabelProps) => (
  <button
    type="button"
    role="tab"
    id={`tab-${name}`}
    className={css.label}
    aria-selected={on}
    aria-controls={on ? 'work' : undefined}
    tabIndex={reachable ? 0 : -1}
    onClick={() => openScreen(name)}
    onKeyDown={(event) => step(event, name)}
  >
    {screenOf(name).label}
    {dirty && <span data-spoken>, chưa lưu</span>}
  </button>
)

function TabItem({ name, on, first }: { name: ScreenName; on: boolean; first: boolean }) {
  const dirty = (useStore(unsaved).get(name)?.size ?? 0) > 0
  const { label } = screenOf(name)
  const drop = (event: DragEvent): void => {
    const moved = event.dataTransfer.getData(dragType)
    if (!moved) return
    event.preventDefault()
    moveTab(moved as ScreenName, name)
  }
  return (
    <div
      className={css.tab}
      data-on={on || undefined}
      role="presentation"
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, name)}
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={drop}
      onAuxClick={(event) => event.button === 1 && void closeAsking([name])}
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
    >
      <TabLabel name={name} on={on} reachable={on || first} dirty={dirty} />
      <button
        type="button"
        tabIndex={-1}
        className={css.close}
        data-dirty={dirty || undefined}
        aria-label={`Đóng ${label}`}
        title={dirty ? 'Chưa lưu, đóng tab' : 'Đóng tab'}
        onClick={() => void closeAsking([name])}
      >
        <IconX size={14} stroke={1.8} aria-hidden />
        <i className={css.dot} aria-hidden />
      </button>
    </div>
  )
}

/** Whether more tabs lie to the left or right of the visible ones. */
function useOverflow(ref: RefObject<HTMLDivElement | null>, tabCount: number) {
  const [more, setMore] = useState({ left: false, right: false })
  useEffect(() => {
    const bar = ref.current
    if (!bar) return undefined
    const look = (): void =>
      setMore({ left: bar.scrollLeft > 1, right: bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1 })
    const observer = new ResizeObserver(look)
    observer.observe(bar)
    bar.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      bar.removeEventListener('scroll', look)
    }
  }, [ref, tabCount])
  return more
}

const OpenTabMenu = lazyPart(() => named(import('./tab-menu.tsx'), 'TabMenu'))

/** A plain button until the menu is first opened; the menu's code is loaded after the first row. */
function TabMenu(props: { open: readonly ScreenName[]; active: ScreenName | null }) {
  const [used, setUsed] = useState(false)
  const button = (
    <IconButton
      small
      label="Danh sách tab"
      aria-haspopup="menu"
      onClick={used ? undefined : () => setUsed(true)}
    >
      <IconChevronDown size={16} stroke={1.9} />
    </IconButton>
  )
  if (!used) return button
  return (
    <Suspense fallback={button}>
      <OpenTabMenu {...props} activate={openScreen} close={closeAsking} position="bottom-end" opened>
        {button}
      </OpenTabMenu>
    </Suspense>
  )
}

/** Keeps the whole active tab visible, also when the bar becomes narrower. */
function useInSight(bar: RefObject<HTMLDivElement | null>, current: ScreenName | null, tabCount: number) {
  useEffect(() => {
    const strip = bar.current
    if (!strip || !current) return undefined
    const tab = document.getElementById(`tab-${current}`)?.parentElement
    const look = (): void => bringIntoSight(tab)
    const observer = new ResizeObserver(look)
    observer.observe(strip)
    look()
    return () => observer.disconnect()
  }, [bar, current, tabCount])
}

/** The bar; on a phone the top bar has the tabs. */
export const TabBar = () => (useNarrow() ? null : <Tabs />)

/** The bar of 36 px. */
function Tabs() {
  const { open, active } = useStore(tabs)
  const ref = useRef<HTMLDivElement>(null)
  const more = useOverflow(ref, open.length)
  const scroll = (by: number): void => ref.current?.scrollBy({ left: by, behavior: 'smooth' })
  useInSight(ref, active, open.length)
  if (open.length === 0) return <div className={css.none} />
  return (
    <div className={css.bar}>
      <div className={css.strip} ref={ref}>
        {/* A tab list may contain only tabs, so the close buttons are outside of it. */}
        <div
          role="tablist"
          aria-label="Các tab đang mở"
          aria-owns={open.map((name) => `tab-${name}`).join(' ')}
        />
        {open.map((name, index) => (
          <TabItem key={name} name={name} on={name === active} first={active === null && index === 0} />
        ))}
      </div>
      <div className={css.end}>
        {more.left && (
          <IconButton small label="Tab phía trước" onClick={() => scroll(-240)}>
            <IconChevronLeft size={16} stroke={1.9} />
          </IconButton>
        )}
        {more.right && (
          <IconButton small label="Tab phía sau" onClick={() => scroll(240)}>
            <IconChevronRight size={16} stroke={1.9} />
          </IconButton>
        )}
        <TabMenu open={open} active={active} />
      </div>
    </div>
  )
}
