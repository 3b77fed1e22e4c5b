/** How many different numbers somebody who sees masks may search for in a day (threats A1). */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { seesPhones } from '../../contract/abilities.ts'
import { AppError } from '../../contract/kit/error.ts'
import type { Resource } from '../../contract/kit/resource.ts'
import { phoneSearchDigits, tooManyPhoneSearches } from '../../contract/phone.ts'
import { defaultOf } from '../../contract/settings/catalogue.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'

type Query = Readonly<Record<string, string>>

/** The phone searches of a list call, each as a short print: the table need not know the numbers themselves. */
function printsOf(resource: Resource, query: Query): string[] {
  return Object.entries(resource.filter).flatMap(([parameter, { op, on }]) => {
    if (op !== 'phone' && op !== 'phoneEnd') return []
    const digits = phoneSearchDigits(query[parameter]?.trim() ?? '')
    // Any other shape is refused where the condition is made, and tells nothing.
    if (digits.length !== 9 && (digits.length < 1 || digits.length > 5)) return []
    return [createHash('sha256').update(`${resource.path} ${on} ${digits}`).digest('base64url').slice(0, 16)]
  })
}

type Counted = { n: number; before: number; most: number }

/**
 * Adds the searches to the user's day and answers how many different ones it has; null, and nothing added, when they
 * do not fit. One statement: the row of the user orders parallel calls of all server processes.
 */
async function count(prints: string[], { actor, services }: Ctx): Promise<Counted | null> {
  const { rows } = await services.pool.query<Counted>(sql`
    WITH most AS (
      SELECT coalesce((SELECT value::int FROM settings
        WHERE key = 'phone.searches' AND jsonb_typeof(value) = 'number'), ${defaultOf('phone.searches')}::int) AS n)
    INSERT INTO phone_searches AS s (user_id, day, searched)
    SELECT ${actor.id}::uuid, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date, ${prints}::text[]
    FROM most WHERE cardinality(${prints}::text[]) <= n
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, searched =
      CASE WHEN s.day = excluded.day
        THEN ARRAY(SELECT unnest(s.searched) UNION SELECT unnest(excluded.searched))
        ELSE excluded.searched END
    WHERE s.day <> excluded.day OR excluded.searched <@ s.searched
      OR cardinality(ARRAY(SELECT unnest(s.searched) UNION SELECT unnest(excluded.searched))) <= (SELECT n FROM most)
    RETURNING cardinality(new.searched) AS n, (SELECT n FROM most) AS most,
      CASE WHEN old.day = new.day THEN cardinality(old.searched) ELSE 0 END AS before`)
  return rows[0] ?? null
}

/**
 * Counts the phone searches of a list call of a masked role; a repeat of the same search is free, so that a list which
 * refreshes itself uses nothing up. Throws RATE_LIMITED when the day's number is used up; reaching it is on record.
 */
export async function countPhoneSearches(resource: Resource, query: Query, ctx: Ctx): Promise<void> {
  if (seesPhones(ctx.actor)) return
  const prints = printsOf(resource, query)
  if (prints.length === 0) return
  const counted = await count(prints, ctx)
  if (!counted) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
  const { n, before, most } = counted
  if (n === most && before < n) {
    await audit(ctx, {
      action: 'phone-searches-used-up',
      resource: resource.path,
      resourceId: ctx.actor.id,
      after: { searches: n },
    })
  }
}
