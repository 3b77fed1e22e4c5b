/** The file that the split tab opens, set from any screen. */
import { openScreen } from '#platform/web/navigation.ts'
import { createStore } from '#kit/web/store.ts'

/** Name of the file that the split screen takes over when it comes to the front; null for none. */
export const splitTarget = createStore<string | null>(null)

/** Opens the tab 'Chia data' with the file `name` chosen. */
export function openSplit(name: string): void {
  splitTarget.set(name)
  openScreen('chiadata')
}
