/** Which file the split tab is asked to open, from wherever it is asked. */
import { openScreen } from '../../shell/navigation.ts'
import { createStore } from '../../kit/store.ts'

/** Name of the file that the split screen takes up when it comes to the front; null when nobody asked. */
export const splitTarget = createStore<string | null>(null)

/** Opens the tab 'Chia data' with the file `name` chosen. */
export function openSplit(name: string): void {
  splitTarget.set(name)
  openScreen('chiadata')
}
