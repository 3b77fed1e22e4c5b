/** Whether the menu is open and which groups are collapsed; stored across visits and users (D1-SHELL-30). */
import type { MenuGroup } from '#platform/contract/screens.ts'
import { storeText, storeValue, storedText, storedValue } from '#kit/web/storage.ts'
import { createStore } from '#kit/web/store.ts'

const openKey = 'menuOpen'
const foldedKey = 'menuFolded'

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** Below 1440 px tables need the width of the menu, so it is closed until the user opens it (D3-GRID-09). */
const wide = (): boolean => window.matchMedia('(min-width: 1440px)').matches

/** True for the menu of 256 px, false for the icon rail. */
export const menuOpen = createStore((storedText(openKey) ?? (wide() ? '1' : '0')) === '1')

/** Collapsed groups. */
export const folded = createStore<ReadonlySet<string>>(new Set(storedValue(foldedKey, isNames) ?? []))

export function toggleMenu(): void {
  menuOpen.set((open) => !open)
  storeText(openKey, menuOpen.get() ? '1' : '0')
}

/** Collapses or expands a group. */
export function toggleGroup(group: MenuGroup): void {
  folded.set((now) => {
    const next = new Set(now)
    if (!next.delete(group)) next.add(group)
    return next
  })
  storeValue(foldedKey, [...folded.get()])
}
