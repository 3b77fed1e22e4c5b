/** Which screen is open after a sign-in (D3-NAV-03): that of the role, for administrators the first day while it lasts. */
import type { Priority } from '../../../contract/abilities.ts'
import { firstScreens } from '../../../contract/first-screens.ts'
import type { ScreenName } from '../../../contract/screens.ts'
import type { Queryable } from '../../db/pool.ts'
import { isFirst, readFirstDay } from './read-first-day.ts'

type Holder = { id: string; priority: Priority }

/** Screens in the order in which the first that the account may use is opened. */
export async function firstScreensOf(
  db: Queryable,
  { id, priority }: Holder,
): Promise<readonly ScreenName[]> {
  const usual = firstScreens[priority]
  return priority === 1 && isFirst(await readFirstDay(db, id)) ? ['firstDay', ...usual] : usual
}
