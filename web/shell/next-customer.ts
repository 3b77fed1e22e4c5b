/** The next customer, asked for on any screen; the care screen takes it when it comes to the front (D3-NAV-03). */
import { createStore } from '../kit/store.ts'
import { openScreen } from './navigation.ts'

export const nextWanted = createStore(false)

/** Opens the care screen, which takes the next customer, or shows the one in hand. */
export function takeNext(): void {
  nextWanted.set(true)
  openScreen('care')
}
