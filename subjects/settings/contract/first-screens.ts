/** Screens to open after sign-in; sent by the server, so that the page need not load a table of all roles. */
import type { Priority } from '#platform/contract/abilities.ts'
import type { ScreenName } from '#platform/contract/screens.ts'

const office = ['desk', 'dashboard'] as const

/** By priority: the first one that the account may use is opened (D3-NAV-03, D3-NAV-06). */
export const firstScreens: Readonly<Record<Priority, readonly ScreenName[]>> = {
  1: office,
  2: office,
  3: ['floor', 'dashboard'],
  4: ['floor', 'dashboard'],
  5: ['homnay', 'care', 'dashboard'],
  6: office,
  7: ['dashboard'],
}
