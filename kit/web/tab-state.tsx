/** The tab of a screen: in front or hidden, with unsaved work or without. */
import { createContext, useContext, useEffect, useId, type ReactNode } from 'react'
import type { ScreenName } from '#platform/contract/screens.ts'
import { createStore } from './store.ts'

export type TabState = {
  screen: ScreenName
  /** False while another tab is in front. React itself stops effects and queries of a hidden screen. */
  active: boolean
  /** Query of the address with which the screen opened: filters of a link. */
  search: string
  /** Writes the query of the screen's filters into the address of its tab. */
  keep: (search: string) => void
}

const TabContext = createContext<TabState>({
  screen: 'dashboard',
  active: true,
  search: '',
  keep: () => {},
})

/** Provides the state of the tab to its screen. */
export const TabProvider = ({ tab, children }: { tab: TabState; children: ReactNode }) => (
  <TabContext value={tab}>{children}</TabContext>
)

/** The tab of the calling screen. */
export const useTab = (): TabState => useContext(TabContext)

/** Screens with unsaved work, each with the ids of its unsaved parts. */
export const unsaved = createStore<ReadonlyMap<ScreenName, ReadonlySet<string>>>(new Map())

/** Whether the screen has unsaved work. */
export const isUnsaved = (screen: ScreenName): boolean => (unsaved.get().get(screen)?.size ?? 0) > 0

function mark(screen: ScreenName, id: string, dirty: boolean): void {
  unsaved.set((now) => {
    const ids = new Set(now.get(screen))
    if (ids.has(id) === dirty) return now
    if (dirty) ids.add(id)
    else ids.delete(id)
    return new Map(now).set(screen, ids)
  })
}

/** The screen in front; set by the workspace before effects of a hidden screen stop. */
export const activeScreen = createStore<ScreenName | null>(null)

/** Marks the tab as unsaved while `dirty`, also while it is hidden. */
export function useUnsaved(dirty: boolean): void {
  const { screen } = useTab()
  const id = useId()
  useEffect(() => {
    mark(screen, id, dirty)
    // Effects also end when the tab is only hidden: unsaved work and its dot stay.
    return () => {
      if (activeScreen.get() === screen) mark(screen, id, false)
    }
  }, [screen, id, dirty])
}

/** Clears the marks of a closed tab. */
export const forgetUnsaved = (screen: ScreenName): void =>
  unsaved.set((now) => {
    const next = new Map(now)
    next.delete(screen)
    return next
  })
