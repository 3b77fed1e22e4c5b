/** The screens of the signed-in user, and how each is opened (D1-Q-021). */
import { navigate } from 'wouter/use-browser-location'
import { can, type Actor } from '#platform/contract/abilities.ts'
import {
  homeRoute,
  menuGroups,
  screenNames,
  screenOf,
  type MenuGroup,
  type ScreenName,
} from '#platform/contract/screens.ts'
import { leaveErrand, type Errand, type FormStart } from '#kit/web/errand.ts'
import { addressOf, tabs } from './tabs.ts'

/** Screens that `actor` may open, in the order of the contract. */
export const offeredScreens = (actor: Actor): ScreenName[] =>
  screenNames.filter((name) => can(actor, screenOf(name).may))

/** The admin group is for priorities below 5 (D1-SHELL-52); others see its screens in the care group (D1-Q-004), pay parameters beside pay. */
const groupOf = (name: ScreenName, actor: Actor): MenuGroup => {
  const { group } = screenOf(name)
  if (group !== 'admin' || actor.priority < 5) return group
  return name === 'settings' ? 'revenue' : 'care'
}

/** Menu groups with their entries; empty groups are left out (D1-SHELL-51). */
export function menuOf(actor: Actor): { group: MenuGroup; label: string; entries: ScreenName[] }[] {
  const names = offeredScreens(actor)
  return (Object.keys(menuGroups) as MenuGroup[])
    .filter((group) => group !== 'none')
    .map((group) => ({
      group,
      label: menuGroups[group],
      entries: names.filter((name) => groupOf(name, actor) === group),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Opens the tab of a screen, with the filters it had. */
export const openScreen = (name: ScreenName): void => navigate(addressOf(name))

/** Opens a screen and does `what` there: a new row, an upload, the next customer (D3-PAL-01, D3-NAV-03). */
export function openFor(name: ScreenName, what: Errand, start?: FormStart): void {
  leaveErrand(name, what, start)
  openScreen(name)
}

/** Goes to the address of the active tab. */
export function showFront(): void {
  const { active } = tabs.get()
  navigate(active ? addressOf(active) : homeRoute)
}
