/** The screens of the signed-in user, and how each is opened (D1-Q-021). */
import { navigate } from 'wouter/use-browser-location'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { homeRoute, screenNames, screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { leaveErrand, type Errand, type FormStart } from '#kit/web/errand.ts'
import { addressOf, tabs } from './tabs.ts'

/** Screens that `actor` may open, in the order of the contract. */
export const offeredScreens = (actor: Actor): ScreenName[] =>
  screenNames.filter((name) => can(actor, screenOf(name).may))

/** Opens the tab of a screen, with the filters it had. */
export const openScreen = (name: ScreenName): void => navigate(addressOf(name))

/** Opens a screen and does `errand` there: a new row, an upload, the next customer (D3-PAL-01, D3-NAV-03). */
export function openFor(name: ScreenName, errand: Errand, start?: FormStart): void {
  leaveErrand(name, errand, start)
  openScreen(name)
}

/** Goes to the address of the active tab. */
export function showFront(): void {
  const { active } = tabs.get()
  navigate(active ? addressOf(active) : homeRoute)
}
