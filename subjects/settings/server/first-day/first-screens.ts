/** Screen opened after sign-in (D3-NAV-03): by role, for administrators the first-day list until it is finished. */
import { firstScreens } from '#subjects/settings/contract/first-screens.ts'
import type { ScreenName } from '#platform/contract/screens.ts'
import type { Ctx } from '#kit/server/context.ts'
import { isFirst, readFirstDay } from './read-first-day.ts'

/** Screens in order of preference; the first that the account may use is opened. */
export async function firstScreensOf(ctx: Ctx): Promise<readonly ScreenName[]> {
  const { priority } = ctx.actor
  const usual = firstScreens[priority]
  return priority === 1 && isFirst(await readFirstDay(ctx)) ? ['firstDay', ...usual] : usual
}
