/** The icon of a screen; loaded after the rows, as a pin is known by its name until then. */
import type { ScreenName } from '#platform/contract/screens.ts'
import { plainIcon, screenIcons } from './screen-icons.ts'

export function ScreenIcon({ name }: { name: ScreenName }) {
  const Icon = screenIcons[name] ?? plainIcon
  return <Icon size={16} stroke={1.9} aria-hidden />
}
