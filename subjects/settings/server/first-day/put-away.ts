/** PUT batdau: each administrator dismisses the first-day list for itself (D3-SETUP-01). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { FirstDay, putFirstDayAway as call } from '#subjects/settings/contract/calls/first-day.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readFirstDay } from './read-first-day.ts'

/** Dismisses or restores the list; repeating the call changes nothing. */
export async function putFirstDayAway({ cat_di }: ParsedOf<typeof call>, ctx: Ctx): Promise<FirstDay> {
  const { id } = ctx.actor
  await ctx.db.query(
    cat_di
      ? sql`INSERT INTO first_day_put_away (user_id) VALUES (${id}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM first_day_put_away WHERE user_id = ${id}`,
  )
  return readFirstDay(ctx)
}
