/**
 * Daily limit of different numbers that a reader of masks may learn about by searching, writing or looking up (threats
 * A1). A resource that reveals something about a written phone declares `untold`, a call `phone`; the kit counts for
 * both.
 */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { seesPhones } from '../../contract/abilities.ts'
import { phonePage } from '../../contract/channels.ts'
import type { PhoneInput } from '../../contract/kit/call.ts'
import { AppError } from '../../contract/kit/error.ts'
import type { Resource } from '../../contract/kit/resource.ts'
import {
  phoneSearchDigits,
  readPhone,
  tooManyPhoneSearches,
  tooManyPhonesWritten,
  usedUpPhones,
} from '../../contract/phone.ts'
import { defaultOf } from '../../contract/settings/catalogue.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'

type Query = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>
type Searched = Pick<Resource, 'path' | 'filter'>

/** Short hash stored for a search, so that the table holds no numbers. */
const hashOf = (question: string): string =>
  createHash('sha256').update(question).digest('base64url').slice(0, 16)

/** Hashes of the phone searches of a list call. */
function hashesOf(resource: Searched, query: Query): string[] {
  return Object.entries(resource.filter).flatMap(([parameter, { op, on }]) => {
    if (op !== 'phone' && op !== 'phoneEnd') return []
    const digits = phoneSearchDigits(query[parameter]?.trim() ?? '')
    // Any other length is refused where the condition is made, so it reveals nothing.
    if (digits.length !== 9 && (digits.length < 1 || digits.length > 5)) return []
    return [hashOf(`${resource.path} ${on} ${digits}`)]
  })
}

type Counted = { n: number; before: number; most: number }

export const today = sql`(now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`
export const mostOfDay = sql`coalesce((SELECT value::int FROM settings
  WHERE key = 'phone.searches' AND jsonb_typeof(value) = 'number'), ${defaultOf('phone.searches')}::int)`

/**
 * Adds the searches to the user's day and returns how many different ones it has; null, adding nothing, when they
 * exceed the limit. One statement: the user's row serialises parallel calls of all server processes.
 */
async function count(
  prints: string[],
  { actor, services }: Ctx,
  pool = services.pool,
): Promise<Counted | null> {
  const { rows } = await pool.query<Counted>(sql`
    WITH most AS (SELECT ${mostOfDay} AS n)
    INSERT INTO phone_searches AS s (user_id, day, searched)
    SELECT ${actor.id}::uuid, ${today}, ${prints}::text[]
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

/** Audits, and notifies managers, that somebody reached the daily limit. */
async function reportUsedUp({ n, before, most }: Counted, ctx: Ctx): Promise<void> {
  if (n < most || before >= most) return
  const { id, username, fullname } = ctx.actor
  await audit(ctx, {
    action: 'phone-searches-used-up',
    resource: 'users',
    resourceId: id,
    after: { searches: n },
  })
  const { rows } = await ctx.db.query<{ username: string }>(sql`
    SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority < 3 AND NOT u.is_deleted`)
  ctx.after(() => {
    for (const manager of rows) ctx.services.announce(manager, usedUpPhones(username, fullname, n))
  })
}

/**
 * Counts the phone searches of a list call of a masked role; repeated searches are free, so that self-refreshing lists
 * cost nothing. Throws RATE_LIMITED beyond the daily limit; reaching it is audited.
 */
export async function countPhoneSearches(resource: Searched, query: Query, ctx: Ctx): Promise<void> {
  if (seesPhones(ctx.actor)) return
  const prints = hashesOf(resource, query)
  if (prints.length === 0) return
  const counted = await count(prints, ctx)
  if (!counted) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
  await reportUsedUp(counted, ctx)
}

/** Those of `phones` that the writer has not been shown in full within 31 days; audited showings cost nothing. */
async function unknownOf(phones: readonly string[], { actor, services }: Ctx): Promise<string[]> {
  const { rows } = await services.longPool.query<{ phone: string }>(sql`
    SELECT phone FROM unnest(${[...new Set(phones)]}::text[]) WITH ORDINALITY AS asked(phone, at)
    WHERE NOT EXISTS (SELECT FROM customer c JOIN disclosed d ON d.customer_id = c.id
      WHERE c.phone = asked.phone AND d.user_id = ${actor.id}::uuid AND d.at > now() - interval '31 days')
    AND NOT EXISTS (SELECT FROM audit_log WHERE resource = ${phonePage} AND resource_id = asked.phone
      AND action = 'show-phone' AND actor_id = ${actor.id}::uuid AND at > now() - interval '31 days')
    ORDER BY asked.at`)
  return rows.map(({ phone }) => phone)
}

/**
 * Counts the phones written by a masked role where the server adds data about them, in order, and returns those beyond
 * the daily limit: nothing about them may be revealed (D3-SEC-03, D3-SEC-05). On its own connection, so that the count
 * survives a rollback, and searches do not wait for the end of an upload.
 */
export async function untoldAmong(phones: readonly string[], ctx: Ctx): Promise<ReadonlySet<string>> {
  if (seesPhones(ctx.actor) || phones.length === 0) return new Set()
  const unknown = await unknownOf(phones, ctx)
  if (unknown.length === 0) return new Set()
  const prints = new Map(unknown.map((phone) => [phone, hashOf(`written ${phone}`)]))
  const hashes = [...prints.values()]
  const { rows } = await ctx.services.longPool.query<Counted & { searched: string[] }>(sql`
    WITH most AS (SELECT ${mostOfDay} AS n)
    INSERT INTO phone_searches AS s (user_id, day, searched)
    SELECT ${ctx.actor.id}::uuid, ${today}, (${hashes}::text[])[1:n] FROM most
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, searched =
      CASE WHEN s.day = excluded.day
        THEN s.searched || ARRAY(SELECT p FROM unnest(${hashes}::text[]) WITH ORDINALITY AS a(p, at)
          WHERE p <> ALL (s.searched) ORDER BY at
          LIMIT greatest((SELECT n FROM most) - cardinality(s.searched), 0))
        ELSE excluded.searched END
    RETURNING new.searched, cardinality(new.searched) AS n, (SELECT n FROM most) AS most,
      CASE WHEN old.day = new.day THEN cardinality(old.searched) ELSE 0 END AS before`)
  const [counted] = rows
  if (!counted) throw new Error('phones were not counted')
  await reportUsedUp(counted, ctx)
  const countedHashes = new Set(counted.searched)
  return new Set([...prints].filter(([, print]) => !countedHashes.has(print)).map(([phone]) => phone))
}

/**
 * Counts the phones written by a masked role where they are the `key`, as the answer reveals whether the number existed
 * (D3-SEC-03). RATE_LIMITED when not all fit into the day; then none is counted or written.
 */
export async function countKeys(
  { fields }: Pick<Resource, 'fields'>,
  [name, ...others]: readonly string[],
  rows: readonly Values[],
  ctx: Ctx,
): Promise<void> {
  const asks = name !== undefined && others.length === 0 && fields[name]?.kind === 'phone'
  if (!asks || seesPhones(ctx.actor) || rows.length === 0) return
  const phones = rows.map((row) => String(row[name]))
  await countAll(await unknownOf(phones, ctx), ctx)
}

/** Counts all of `phones`, or none: RATE_LIMITED. Phones shown before count too. */
export async function countAll(phones: readonly string[], ctx: Ctx): Promise<void> {
  if (seesPhones(ctx.actor) || phones.length === 0) return
  const prints = phones.map((phone) => hashOf(`written ${phone}`))
  const counted = await count(prints, ctx, ctx.services.longPool)
  if (!counted) throw new AppError('RATE_LIMITED', tooManyPhonesWritten)
  await reportUsedUp(counted, ctx)
}

/** Marks the rows of a resource that reveals data about a phone; other resources' rows are unchanged. */
export async function markUntold<R extends Values>(
  resource: Pick<Resource, 'untold'>,
  rows: readonly R[],
  ctx: Ctx,
): Promise<(R & { untold?: boolean })[]> {
  const { untold: phone } = resource
  if (phone === undefined) return [...rows]
  const untold = await untoldAmong(
    rows.map((row) => String(row[phone])),
    ctx,
  )
  return rows.map((row) => ({ ...row, untold: untold.has(String(row[phone])) }))
}

/**
 * Counts the phone sent with a call. Beyond the daily limit the call is refused, or continues with `untold` in its
 * context, as declared.
 */
export async function countSentPhone(
  { phone }: { phone?: PhoneInput },
  input: unknown,
  ctx: Ctx,
): Promise<Ctx> {
  const phone9 = phone === undefined ? null : readPhone((input as Values)[phone.of])
  if (!phone || phone9 === null || (await untoldAmong([phone9], ctx)).size === 0) return ctx
  if (phone.beyond === 'refused') throw new AppError('RATE_LIMITED', tooManyPhonesWritten)
  return { ...ctx, untold: true }
}
