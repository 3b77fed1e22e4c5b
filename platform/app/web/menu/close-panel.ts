/** The way back out of the menu's flyout, map or sheet. */
import { buttonId, panel } from './menu-state.ts'

/** Closes the flyout; the focus goes back to its button, which may stand in the map. */
export function closePanel(): void {
  const button = [panel.get(), 'all' as const].flatMap(
    (name) => (name && document.getElementById(buttonId(name))) || [],
  )[0]
  panel.set(null)
  button?.focus()
}
