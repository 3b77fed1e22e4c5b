/** The open tabs: raw names in local storage, screens in memory (D1-TAB). */
import { can, type Actor } from '../../contract/abilities.ts'
import { screenOf, screenOfTab, type ScreenName } from '../../contract/screens.ts'
import { forgetUnsaved } from '../kit/tab-state.tsx'
import { storeText, storeValue, storedText, storedValue } from '../kit/storage.ts'
import { createStore } from '../kit/store.ts'
import { isBuilt } from '../screens.tsx'

export type Tabs = { open: readonly ScreenName[]; active: ScreenName | null }

export const tabs = createStore<Tabs>({ open: [], active: null })

const listKey = 'tabList'
const activeKey = 'lastActiveTab'

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const rawName = (screen: ScreenName | null): string => (screen && screenOf(screen).tab) ?? ''

function change(next: Tabs): void {
  tabs.set(next)
  storeValue(listKey, next.open.map(rawName))
  storeText(activeKey, rawName(next.active))
}

/** The active tab of the last visit, whether or not the user may still open it. */
export const lastTab = (): ScreenName | undefined => screenOfTab(storedText(activeKey) ?? '')

/** Opens the tabs of the last visit that `actor` may open; unknown names and corrupt storage are ignored. */
export function restoreTabs(actor: Actor): void {
  const names = storedValue(listKey, isNames) ?? []
  const screens = names.map(screenOfTab).filter((name) => name !== undefined)
  const open = [...new Set(screens)].filter((name) => isBuilt(name) && can(actor, screenOf(name).may))
  const last = lastTab()
  change({ open, active: last && open.includes(last) ? last : (open.at(-1) ?? null) })
}

/** Opens the tab of `screen`, or activates it when it is open already (D1-TAB-04). */
export function openTab(screen: ScreenName): void {
  const { open } = tabs.get()
  change({ open: open.includes(screen) ? open : [...open, screen], active: screen })
}

/** Closes tabs; the last remaining one becomes active, none leaves the workspace empty (D1-Q-029). */
export function closeTabs(closing: readonly ScreenName[]): void {
  const open = tabs.get().open.filter((name) => !closing.includes(name))
  for (const name of closing) forgetUnsaved(name)
  change({ open, active: open.at(-1) ?? null })
}

/** Moves the tab of `screen` before `before`; null is the end. */
export function moveTab(screen: ScreenName, before: ScreenName | null): void {
  const { open, active } = tabs.get()
  const others = open.filter((name) => name !== screen)
  const at = before === null ? others.length : others.indexOf(before)
  if (before === screen || at < 0) return
  change({ open: others.toSpliced(at, 0, screen), active })
}

/** Removes the stored names; open tabs stay for a user who signs in again. */
export function forgetTabs(): void {
  storeText(listKey, null)
  storeText(activeKey, null)
}

/** Closes all tabs in memory. */
export const resetTabs = (): void => {
  for (const name of tabs.get().open) forgetUnsaved(name)
  tabs.set({ open: [], active: null })
}

/** Stores the open tabs again after the same user signed in. */
export const keepTabs = (): void => change(tabs.get())
