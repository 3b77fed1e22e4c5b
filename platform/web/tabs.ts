/**
 * The open tabs: each is a screen with its own address (D3-NAV-02). The browser stores raw names (D1-TAB), the
 * route of a screen without one, and the filters of each.
 */
import { navigate } from 'wouter/use-browser-location'
import { can, type Actor } from '#platform/contract/abilities.ts'
import {
  homeRoute,
  screenOf,
  screenOfRoute,
  screenOfTab,
  type ScreenName,
} from '#platform/contract/screens.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { toast } from '#kit/web/feedback.ts'
import { forgetUnsaved, isUnsaved } from '#kit/web/tab-state.tsx'
import { storeText, storeValue, storedText, storedValue } from '#kit/web/storage.ts'
import { createStore } from '#kit/web/store.ts'

export type Tabs = { open: readonly ScreenName[]; active: ScreenName | null }

export const tabs = createStore<Tabs>({ open: [], active: null })

/** State in a tab's address; `link` is the query the screen opened with, `times` how often a link reopened it. */
type Place = { search: string; link: string; times: number }
const nowhere: Place = { search: '', link: '', times: 0 }

export const places = createStore<ReadonlyMap<ScreenName, Place>>(new Map())

const listKey = 'tabList'
const activeKey = 'lastActiveTab'
const filtersKey = 'tabFilters'

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string')

const routeOf = (screen: ScreenName): string => screenOf(screen).routes[0] ?? homeRoute
const rawName = (screen: ScreenName | null): string =>
  screen === null ? '' : (screenOf(screen).tab ?? routeOf(screen))
const screenNamed = (name: string): ScreenName | undefined => screenOfTab(name) ?? screenOfRoute(name)

function change(next: Tabs): void {
  tabs.set(next)
  storeValue(listKey, next.open.map(rawName))
  storeText(activeKey, rawName(next.active))
}

export const placeOf = (screen: ScreenName): Place => places.get().get(screen) ?? nowhere

/** Address of a screen, with the filters of its tab. */
export function addressOf(screen: ScreenName): string {
  const { search } = placeOf(screen)
  return routeOf(screen) + (search && `?${search}`)
}

/** A query without phone numbers, as stored addresses outlive the session. */
const quiet = (search: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(search)].filter(([, value]) => readPhone(value) === null),
  ).toString()

function setPlace(screen: ScreenName, place: Place | null): void {
  const next = new Map(places.get())
  if (place) next.set(screen, place)
  else next.delete(screen)
  places.set(next)
  storeValue(
    filtersKey,
    Object.fromEntries([...next].map(([name, { search }]) => [rawName(name), quiet(search)])),
  )
}

/** The active tab of the last visit, whether or not the user may still open it. */
export const lastTab = (): ScreenName | undefined => screenNamed(storedText(activeKey) ?? '')

/** Opens the tabs of the last visit that `actor` may open, with their filters; unknown names and corrupt storage are ignored. */
export function restoreTabs(actor: Actor): void {
  const names = storedValue(listKey, isNames) ?? []
  const filters = storedValue(filtersKey, isTexts) ?? {}
  const screens = names.map(screenNamed).filter((name) => name !== undefined)
  const open = [...new Set(screens)].filter((name) => can(actor, screenOf(name).may))
  const last = lastTab()
  for (const name of open) {
    const search = filters[rawName(name)] ?? ''
    setPlace(name, { search, link: search, times: 0 })
  }
  change({ open, active: last && open.includes(last) ? last : (open.at(-1) ?? null) })
}

/** Opens the tab of `screen`, or activates it when it is open already (D1-TAB-04). */
export function openTab(screen: ScreenName): void {
  const { open } = tabs.get()
  change({ open: open.includes(screen) ? open : [...open, screen], active: screen })
}

/**
 * Handles an address that leads to a screen: its tab opens or comes to the front. A query other than the tab's is a
 * link, which starts the screen anew, but never if typed text would be lost.
 */
export function openAddress(screen: ScreenName, search: string): void {
  const { search: before, times } = placeOf(screen)
  if (search !== before && isUnsaved(screen)) {
    toast('info', `${screenOf(screen).label} còn phần chưa lưu: lưu hoặc đóng tab rồi mở lại liên kết.`)
    navigate(addressOf(screen), { replace: true })
  } else if (search !== before) setPlace(screen, { search, link: search, times: times + 1 })
  openTab(screen)
}

/** Opens the tab of the page's address if that is a screen. */
export function arriveHere(): void {
  const screen = screenOfRoute(location.pathname)
  if (screen) openAddress(screen, location.search.slice(1))
}

/** Another view of a place takes the tab of `from`, unless it has one or something typed would be lost (D3-NAV-05). */
export function changeView(from: ScreenName, to: ScreenName): void {
  const { open } = tabs.get()
  const inPlace = !open.includes(to) && !isUnsaved(from)
  if (inPlace) change({ open: open.map((name) => (name === from ? to : name)), active: to })
  navigate(addressOf(to), { replace: inPlace })
}

/** Keeps the filters of a screen in its address and across a reload. */
export function keepPlace(screen: ScreenName, search: string): void {
  const place = placeOf(screen)
  if (place.search === search || !tabs.get().open.includes(screen)) return
  setPlace(screen, { ...place, search })
  const isInAddress = location.pathname === homeRoute || screenOfRoute(location.pathname) === screen
  if (isInAddress && tabs.get().active === screen) navigate(addressOf(screen), { replace: true })
}

/** Opens the first of `names` that `actor` may use, when no tab is open (D3-NAV-03). */
export function openFirst(actor: Actor, names: readonly ScreenName[]): void {
  const first = names.find((name) => can(actor, screenOf(name).may))
  if (first && tabs.get().open.length === 0) openTab(first)
}

/** Closes tabs; the last remaining one becomes active, none leaves the workspace empty (D1-Q-029). */
export function closeTabs(closing: readonly ScreenName[]): void {
  const open = tabs.get().open.filter((name) => !closing.includes(name))
  for (const name of closing) {
    forgetUnsaved(name)
    setPlace(name, null)
  }
  change({ open, active: open.at(-1) ?? null })
}

/** Moves the tab of `screen` before `before`; null is the end. */
export function moveTab(screen: ScreenName, before: ScreenName | null): void {
  const { open, active } = tabs.get()
  const others = open.filter((name) => name !== screen)
  const index = before === null ? others.length : others.indexOf(before)
  if (before === screen || index < 0) return
  change({ open: others.toSpliced(index, 0, screen), active })
}

/** Removes the stored tabs; open ones stay for a user who signs in again. */
export function forgetTabs(): void {
  storeText(listKey, null)
  storeText(activeKey, null)
  storeText(filtersKey, null)
}

/** Closes all tabs in memory. */
export const resetTabs = (): void => {
  for (const name of tabs.get().open) forgetUnsaved(name)
  tabs.set({ open: [], active: null })
  places.set(new Map())
}

/** Stores the open tabs again after the same user signed in. */
export const keepTabs = (): void => change(tabs.get())
