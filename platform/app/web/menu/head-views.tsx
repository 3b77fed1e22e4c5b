/** The views of a place in the head of its screens: links, which change the tab in place (D3-NAV-05). */
import type { MouseEvent } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { counts } from '#kit/web/counts.ts'
import { bringIntoSight } from '#kit/web/in-sight.ts'
import { useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { viewsOf } from '#platform/contract/menu.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import { addressOf, changeView } from '#platform/web/tabs.ts'
import css from './head-views.module.css'

export function HeadViews({ name }: { name: ScreenName }) {
  const waiting = useStore(counts)
  const views = viewsOf(name, useActor())
  if (views.length === 0) return null
  const go = (event: MouseEvent, to: ScreenName): void => {
    // With these keys a link opens another window or tab of the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    changeView(name, to)
  }
  return (
    <nav className={css.views} aria-label="Các phần của mục này">
      {views.map(({ name: view, label }) => (
        <a
          key={view}
          ref={view === name ? bringIntoSight : undefined}
          href={addressOf(view)}
          aria-current={view === name ? 'page' : undefined}
          onClick={(event) => go(event, view)}
        >
          {label}
          {(waiting[view] ?? 0) > 0 && <small data-num>{thousands(waiting[view] ?? 0)}</small>}
        </a>
      ))}
    </nav>
  )
}
