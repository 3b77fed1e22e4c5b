/** State of the menu: opened or rail, the open flyout, pins by username. The browser stores all but the flyout (D1-SHELL-30, D3-NAV-04). */
import { can, type Actor } from '#platform/contract/abilities.ts'
import { hasGroups, type MenuPart } from '#platform/contract/menu.ts'
import { screenNames, screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { storeText, storedText, storedValue } from '#kit/web/storage.ts'
import { createStore } from '#kit/web/store.ts'
import { openScreen } from '#platform/web/navigation.ts'
import { tabs } from '#platform/web/tabs.ts'

const openKey = 'menuOpen'
/** Where the browser keeps the pins. */
export const pinsKey = 'menuPins'

/** Below 1440 px tables need the width of the menu, so it is closed until the user opens it (D3-GRID-09). */
const wide = (): boolean => window.matchMedia('(min-width: 1440px)').matches

/** True for the menu of 256 px, false for the rail. */
export const menuOpen = createStore((storedText(openKey) ?? (wide() ? '1' : '0')) === '1')

export function toggleMenu(): void {
  menuOpen.set((open) => !open)
  storeText(openKey, menuOpen.get() ? '1' : '0')
}

/** The group whose flyout is open; 'all' is the map, on a phone the menu sheet. */
export const panel = createStore<MenuPart['name'] | 'all' | null>(null)

/** Id of the button that opens the flyout of a group, or the map. */
export const buttonId = (name: MenuPart['name'] | 'all'): string => `menu-${name}`

/** Opens a screen out of the menu; unless the screen takes the focus itself, the keyboard goes on in its work area. */
export function openFromMenu(name: ScreenName): void {
  panel.set(null)
  openScreen(name)
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById('work')?.focus({ preventScroll: true })
  })
}

/** Whether the part is a group with a flyout; one with a single screen opens that, as places do. */
export const unfolds = ({ screens }: MenuPart, actor: Actor): boolean =>
  hasGroups(actor) && screens.length > 1

/** Opens a group's flyout or closes it again; of a place the view that is open already, or the first. */
export function press(part: MenuPart, actor: Actor): void {
  if (unfolds(part, actor)) return panel.set((now) => (now === part.name ? null : part.name))
  const { open } = tabs.get()
  const name = part.screens.find((screen) => open.includes(screen)) ?? part.screens[0]
  if (name) openFromMenu(name)
}

/** A person pins at most this many screens. */
export const mostPins = 5
/** Pins of somebody who never chose any. */
const usual: readonly ScreenName[] = ['floor', 'desk']

type Pins = Record<string, readonly string[]>
const isPins = (value: unknown): value is Pins => isObject(value) && Object.values(value).every(Array.isArray)

/** Pinned screens by username. */
export const pins = createStore<Pins>(storedValue(pinsKey, isPins) ?? {})

/** The pins of `actor`, without screens that they may no longer open. */
export const pinsOf = (stored: Pins, actor: Actor): ScreenName[] => {
  const pinned = stored[actor.username] ?? (hasGroups(actor) ? usual : [])
  return screenNames
    .filter((name) => pinned.includes(name) && can(actor, screenOf(name).may))
    .toSorted((a, b) => pinned.indexOf(a) - pinned.indexOf(b))
    .slice(0, mostPins)
}
