/** A button of the rail, of the opened menu, and of a phone's bar. */
import { Suspense, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { counts } from '#kit/web/counts.ts'
import { lazyPart, named } from '#kit/web/lazy-part.tsx'
import { useStore } from '#kit/web/store.ts'
import type { Actor } from '#platform/contract/abilities.ts'
import { shortLabel, viewsOf } from '#platform/contract/menu.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import css from './side-menu.module.css'

/** What the menu is called, however wide the window. */
export const menuName = 'Danh mục'

/** Whether the screen, or another view of its place, is in front. */
export const inFront = (name: ScreenName, active: ScreenName | null, actor: Actor): boolean =>
  active !== null && (name === active || viewsOf(name, actor).some((view) => view.name === active))

const LazyIcon = lazyPart(() => named(import('./screen-icon.tsx'), 'ScreenIcon'))

/** Keeps its room until the icons are there. */
const IconOf = ({ name }: { name: ScreenName }) => (
  <Suspense fallback={<i className={css.noIcon} />}>
    <LazyIcon name={name} />
  </Suspense>
)

type ItemProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: ReactNode
  label: string
  /** The whole name of a shortened label, read out behind it. */
  whole?: string
  on: boolean
  /** What waits: a number, or true for some. */
  waiting?: number | boolean
}

export const MenuItem = ({ icon, label, whole = label, on, waiting = false, ...rest }: ItemProps) => (
  <button
    type="button"
    className={css.item}
    data-on={on || undefined}
    aria-current={on ? (rest['aria-haspopup'] ? 'true' : 'page') : undefined}
    {...rest}
  >
    {icon}
    <span className={css.label}>{label}</span>
    {whole !== label && <span data-spoken>, {whole}</span>}
    {waiting === true && (
      <i className={css.dot}>
        <span data-spoken>, có việc chờ</span>
      </i>
    )}
    {typeof waiting === 'number' && waiting > 0 && <b className={css.count}> {thousands(waiting)}</b>}
  </button>
)

type ScreenItemProps = { name: ScreenName; on: boolean; short: boolean; under?: boolean; onClick: () => void }

/** A pinned screen, or one of a phone's bar; read out with its whole name. */
export function ScreenItem({ name, on, short, under = false, onClick }: ScreenItemProps) {
  const waiting = useStore(counts)[name] ?? 0
  const { label } = screenOf(name)
  return (
    <MenuItem
      icon={<IconOf name={name} />}
      label={short ? shortLabel(name) : label}
      whole={label}
      on={on}
      waiting={waiting}
      title={short ? label : undefined}
      data-under={under || undefined}
      onClick={onClick}
    />
  )
}
