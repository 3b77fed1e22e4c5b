/** The frame of the signed-in page: top bar, menu, tabs, work area. */
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { screenOfRoute } from '#platform/contract/screens.ts'
import { showError } from '#kit/web/feedback.ts'
import { dialogOpen, useKeys } from '#kit/web/keys.ts'
import { lazyPart, loadPart, named } from '#kit/web/lazy-part.tsx'
import { session, useActor } from '#kit/web/session.ts'
import { useStore } from '#kit/web/store.ts'
import { activeScreen } from '#kit/web/tab-state.tsx'
import { menuOpen, toggleMenu } from '../menu/menu-state.ts'
import { NetworkBar } from './network-bar.tsx'
import { openFor } from '#platform/web/navigation.ts'
import { settled } from './settled.ts'
import { SideMenu } from '../menu/side-menu.tsx'
import { sessionEnded } from './start.ts'
import { TabBar } from './tab-bar.tsx'
import { openAddress } from '#platform/web/tabs.ts'
import { TopBar } from './top-bar.tsx'
import { Workspace } from './workspace.tsx'
import css from './shell.module.css'

const GuidePanel = lazyPart(() => named(import('./guide-panel.tsx'), 'GuidePanel'))

const Palette = lazyPart(() => named(import('./palette.tsx'), 'Palette'), undefined, true)

const MenuKeys = lazyPart(() => named(import('../menu/menu-keys.ts'), 'MenuKeys'))

const MenuCounts = lazyPart(() => named(import('./waiting.tsx'), 'MenuCounts'))

/** F2 takes the next customer from any screen; the care screen has its own F2 (D3-NAV-03). */
function useNextKey(): void {
  const calls = useActor().priority === 5
  const elsewhere = useStore(activeScreen) !== 'care'
  const next = (): void => {
    if (!dialogOpen()) openFor('care', 'next')
  }
  useKeys(calls && elsewhere ? { F2: next } : {}, ['F2'])
}

/** The first row does not need the live channel: its code is loaded afterwards. */
function useLive(begun: boolean): void {
  const signedIn = useStore(session).status === 'in' && begun
  const { username } = useActor()
  useEffect(() => {
    if (!signedIn) return undefined
    let stop: (() => void) | null = null
    let unmounted = false
    loadPart(() => import('./live.ts')).then(({ connectLive }) => {
      if (!unmounted) stop = connectLive(sessionEnded)
    }, showError)
    return () => {
      unmounted = true
      stop?.()
    }
  }, [signedIn, username])
}

/** `path` and `search` are the address: the workspace with its active tab, or a screen that opens as a tab. */
export function Shell({ path, search }: { path: string; search: string }) {
  const open = useStore(menuOpen)
  const [dialog, setDialog] = useState<'palette' | 'guide' | null>(null)
  const begun = useStore(settled)
  useLive(begun)
  useKeys({ 'Ctrl+K': () => setDialog('palette'), 'Ctrl+B': toggleMenu, '?': () => setDialog('guide') }, [
    'Ctrl+K',
  ])
  useNextKey()
  const screen = screenOfRoute(path)
  useLayoutEffect(() => {
    if (screen) openAddress(screen, search)
  }, [screen, search])
  const close = () => setDialog(null)
  const dialogs = { onPalette: () => setDialog('palette'), onGuide: () => setDialog('guide') }
  return (
    <div className={css.shell} data-rail={!open || undefined}>
      <a className={css.skip} href="#work">
        Tới vùng làm việc
      </a>
      <TopBar {...dialogs} />
      <SideMenu {...dialogs} />
      <main className={css.main}>
        <TabBar />
        <NetworkBar />
        <Workspace />
      </main>
      {dialog === 'palette' && <Palette onClose={close} />}
      <Suspense fallback={null}>{begun && <MenuCounts />}</Suspense>
      <Suspense fallback={null}>{begun && <MenuKeys />}</Suspense>
      <Suspense fallback={null}>
        {dialog === 'guide' && <GuidePanel screen={activeScreen.get()} onClose={close} />}
      </Suspense>
    </div>
  )
}
