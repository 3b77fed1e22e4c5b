/** What a search of the palette costs a masked role, and what is left of its day (D3-SEC-05). */
import sql from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { tooManyPhoneSearches } from '#kit/contract/phone.ts'
import type { FoundPhones } from '#subjects/numbers/contract/calls/find-phones.ts'
import type { Ctx } from '#kit/server/context.ts'
import { countPhoneSearches, mostOfDay, today, untoldAmong } from '#kit/server/phone-searches.ts'

/** An ending counts as one search, whatever lists it looks in. */
const endings = { path: 'timnhanh', filter: { text: { on: 'phone', op: 'phoneEnd' } } } as const

/** A whole number costs what opening its page costs, which then is free. RATE_LIMITED beyond the daily limit. */
export async function countSearch(digits: string, ctx: Ctx): Promise<void> {
  if (digits.length < 9) return countPhoneSearches(endings, { text: digits }, ctx)
  if ((await untoldAmong([digits], ctx)).size > 0) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
}

/** Numbers and endings that a masked role may still ask for today, and of how many; null for others. */
export async function phonesLeft({ actor, services }: Ctx): Promise<FoundPhones['left']> {
  if (seesPhones(actor)) return null
  const { rows } = await services.readers.query<NonNullable<FoundPhones['left']>>(sql`
    SELECT m.most, greatest(m.most - coalesce((
      SELECT cardinality(searched) FROM phone_searches WHERE user_id = ${actor.id}::uuid AND day = ${today}), 0), 0) AS left
    FROM (SELECT ${mostOfDay} AS most) m`)
  return rows[0] ?? null
}
