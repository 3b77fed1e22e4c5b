/**
 * Daily limit of distinct numbers about which a masked role may learn something by searching, writing or looking up
 * (threats A1). A resource that reveals something about a written phone declares `untold`, a call `phone`; the kit
 * counts both.
 */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import { phonePage } from '#platform/contract/channels.ts'
import type { PhoneInput } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import {
  phoneSearchDigits,
  readPhone,
  tooManyPhoneSearches,
  tooManyPhonesWritten,
  usedUpPhones,
  usedUpRefusals,
} from '#kit/contract/phone.ts'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
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
    // Other lengths are refused by the condition, so they reveal nothing.
    if (digits.length !== 9 && (digits.length < 1 || digits.length > 5)) return []
    return [hashOf(`${resource.path} ${on} ${digits}`)]
  })
}

export const today = sql`(now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date`
const stored = (key: 'phone.searches' | 'phone.refusals') => sql`coalesce((SELECT value::int FROM settings
  WHERE key = ${key} AND jsonb_typeof(value) = 'number'), ${defaultOf(key)}::int)`
export const mostOfDay = stored('phone.searches')
const mostRefused = stored('phone.refusals')

/** Result of `count_phones`, and both limits. */
type Counted = {
  counted: string[]
  fresh: string[]
  before: number
  n: number
  most: number
  refused_before: number
  refused_n: number
  most_refused: number
}

/** Adds hashes to the user's day, all or none with `whole`, and notifies managers when a limit is reached. On a separate connection, so that the count survives a rollback. */
async function count(prints: string[], whole: boolean, ctx: Ctx, pool = ctx.services.pool): Promise<Counted> {
  const { rows } = await pool.query<Counted>(sql`
    SELECT c.*, b.most, b.most_refused FROM (SELECT ${mostOfDay} AS most, ${mostRefused} AS most_refused) b,
      count_phones(${ctx.actor.id}::uuid, ${prints}::text[], ${whole}, b.most, b.most_refused) c`)
  const [counted] = rows
  if (!counted) throw new Error('phones were not counted')
  await reportUsedUp(counted, { ...ctx, db: pool })
  return counted
}

const reached = (before: number, n: number, limit: number): boolean => before < limit && n >= limit

/**
 * Audits that a user has reached the day's limit of numbers, or of refusals after it, and notifies managers
 * (D3-SEC-13). Committed at once like the count, because the call may be refused.
 */
async function reportUsedUp(counted: Counted, ctx: Ctx): Promise<void> {
  const { id, username, fullname } = ctx.actor
  const { before, n, most, refused_before: refusedBefore, refused_n: refused } = counted
  const texts: string[] = []
  const note = async (action: AuditAction, after: Values, text: string): Promise<void> => {
    await audit(ctx, { action, resource: 'users', resourceId: id, after })
    texts.push(text)
  }
  if (reached(before, n, most))
    await note('phone-searches-used-up', { searches: n }, usedUpPhones(username, fullname, n))
  if (reached(refusedBefore, refused, counted.most_refused))
    await note('phone-refusals-used-up', { refused }, usedUpRefusals(username, fullname, refused))
  if (texts.length === 0) return
  const { rows } = await ctx.db.query<{ username: string }>(sql`
    SELECT u.username FROM users u JOIN roles r ON r.id = u.role_id WHERE r.priority < 3 AND NOT u.is_deleted`)
  for (const manager of rows) for (const text of texts) ctx.services.announce(manager, text)
}

/** Counts all `prints`; RATE_LIMITED with `text` if they exceed the limit, in which case they count as refused. */
async function countWhole(prints: string[], text: string, ctx: Ctx, pool?: Ctx['services']['pool']) {
  const { counted } = await count(prints, true, ctx, pool)
  if (prints.some((print) => !counted.includes(print))) throw new AppError('RATE_LIMITED', text)
}

/**
 * Counts the phone searches of a list call of a masked role; repeated searches are free, so that self-refreshing lists
 * cost nothing. Throws RATE_LIMITED beyond the daily limit; reaching it is audited.
 */
export async function countPhoneSearches(resource: Searched, query: Query, ctx: Ctx): Promise<void> {
  if (seesPhones(ctx.actor)) return
  const prints = hashesOf(resource, query)
  if (prints.length > 0) await countWhole(prints, tooManyPhoneSearches, ctx)
}

const printOf = (phone: string): string => hashOf(`written ${phone}`)

/** What the writer already knows of a phone: it is assigned to them or an open appointment of theirs, or was shown to them within 31 days. */
type PhoneState = { phone: string; assigned: boolean; disclosed: boolean }
type PhoneStates = { phones: PhoneState[]; spent: boolean }

/** The distinct `phones` in order, and whether the day's refusals are used up. */
async function stateOfPhones(phones: readonly string[], { actor, services }: Ctx): Promise<PhoneStates> {
  const { rows } = await services.longPool.query<PhoneState & { spent: boolean }>(sql`
    SELECT phone, EXISTS (SELECT FROM customer c WHERE c.phone = asked.phone AND c.holder_id = ${actor.id}::uuid
      AND (c.stage = 'open' OR c.stage = 'called' AND c.appointment_at IS NOT NULL)) AS assigned,
    EXISTS (SELECT FROM customer c JOIN disclosed d ON d.customer_id = c.id
      WHERE c.phone = asked.phone AND d.user_id = ${actor.id}::uuid AND d.at > now() - interval '31 days')
    OR EXISTS (SELECT FROM audit_log WHERE resource = ${phonePage} AND resource_id = asked.phone
      AND action = 'show-phone' AND actor_id = ${actor.id}::uuid AND at > now() - interval '31 days') AS disclosed,
    coalesce((SELECT cardinality(refused) FROM phone_searches WHERE user_id = ${actor.id}::uuid AND day = ${today}), 0)
      >= ${mostRefused} AS spent
    FROM unnest(${[...new Set(phones)]}::text[]) WITH ORDINALITY AS asked(phone, at) ORDER BY asked.at`)
  return { phones: rows, spent: rows[0]?.spent ?? false }
}

/**
 * Phones to be counted: those never shown, and all but the assigned ones once the day's refusals are used up. Otherwise
 * the answers to a series of guesses would reveal which numbers the user was shown (D3-SEC-13).
 */
const toCount = ({ phones, spent }: PhoneStates): string[] =>
  phones.filter(({ assigned, disclosed }) => !assigned && (spent || !disclosed)).map(({ phone }) => phone)

/**
 * Counts the phones written by a masked role if the server adds data about them, in order, and returns those beyond the
 * daily limit: nothing about them may be revealed (D3-SEC-03, D3-SEC-05, D3-SEC-13). Searches do not wait for the end
 * of an upload.
 */
export async function untoldAmong(phones: readonly string[], ctx: Ctx): Promise<ReadonlySet<string>> {
  if (seesPhones(ctx.actor) || phones.length === 0) return new Set()
  const state = await stateOfPhones(phones, ctx)
  const uncounted = toCount(state)
  if (uncounted.length === 0) return new Set()
  const day = await count(uncounted.map(printOf), false, ctx, ctx.services.longPool)
  const spent = day.refused_n >= day.most_refused
  // Beyond both limits, a number that was only counted through a key would be distinguishable from others.
  const allowed = new Set(spent && day.n >= day.most ? day.fresh : day.counted)
  const beyond = uncounted.filter((phone) => !allowed.has(printOf(phone)))
  // Otherwise one file could test what single guesses may not.
  const shownBefore = spent
    ? state.phones.filter(({ phone, assigned }) => !assigned && !uncounted.includes(phone))
    : []
  return new Set([...beyond, ...shownBefore.map(({ phone }) => phone)])
}

/**
 * Counts the phones written by a masked role if they are the `key`, as the answer reveals whether the number existed
 * (D3-SEC-03). RATE_LIMITED if not all fit into the day; then none is counted or written.
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
  await countAll(toCount(await stateOfPhones(phones, ctx)), ctx)
}

/** Counts all of `phones`, or none and throws RATE_LIMITED. Phones shown before count too. */
export async function countAll(phones: readonly string[], ctx: Ctx): Promise<void> {
  if (seesPhones(ctx.actor) || phones.length === 0) return
  await countWhole(phones.map(printOf), tooManyPhonesWritten, ctx, ctx.services.longPool)
}

/** Marks the rows of a resource that reveals data about a phone; rows of other resources are returned unchanged. */
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
