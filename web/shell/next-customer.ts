/** The next customer, asked for on any screen (D3-NAV-03). */
import { leaveErrand } from '../kit/errand.ts'
import { openScreen } from './navigation.ts'

/** Opens the care screen, which takes the next customer, or shows the one in hand. */
export function takeNext(): void {
  leaveErrand('care', 'next')
  openScreen('care')
}
