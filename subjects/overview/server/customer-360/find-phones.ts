/** The palette's search for phones: by whole number or last digits, in the lists of the caller's scope (D3-PAL-01). */
import sql, { join, type Sql } from 'sql-template-tag'
import { can, seesPhones } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { maskPhone, phoneSearchDigits, tooManyPhoneSearches } from '#kit/contract/phone.ts'
import { blocks } from '#subjects/overview/contract/calls/customer-360.ts'
import {
  mostFound,
  mostPhones,
  searchedBlocks,
  type FoundPhone,
  type FoundPhones,
  type SearchedBlock,
} from '#subjects/numbers/contract/calls/find-phones.ts'
import type { Ctx } from '#kit/server/context.ts'
import { entriesOf } from '#kit/server/do-not-call.ts'
import { ident, shownTo } from '#kit/server/kinds.ts'
import { orderLists, orderOf, ordersIn, type OrderRow } from './find-orders.ts'
import { keyFor } from './open-phone.ts'
import { rowsOf } from './read-block.ts'
import { countPhoneSearches, mostOfDay, today, untoldAmong } from '#kit/server/phone-searches.ts'

/** A search by ending counts once, over all lists. */
const endings = { path: 'timnhanh', filter: { text: { on: 'phone', op: 'phoneEnd' } } } as const

/**
 * Counts a search of the palette against a masked role's daily limit (D3-SEC-05). A whole number counts like opening its page, which then
 * is free. RATE_LIMITED beyond the limit.
 */
async function countSearch(digits: string, ctx: Ctx): Promise<void> {
  if (digits.length < 9) return countPhoneSearches(endings, { text: digits }, ctx)
  if ((await untoldAmong([digits], ctx)).size > 0) throw new AppError('RATE_LIMITED', tooManyPhoneSearches)
}

/** Remaining searches of a masked role today, and the limit; null for other roles. */
async function phonesLeft({ actor, services }: Ctx): Promise<FoundPhones['left']> {
  if (seesPhones(actor)) return null
  const { rows } = await services.readers.query<NonNullable<FoundPhones['left']>>(sql`
    SELECT m.most, greatest(m.most - coalesce((
      SELECT cardinality(searched) FROM phone_searches WHERE user_id = ${actor.id}::uuid AND day = ${today}), 0), 0) AS left
    FROM (SELECT ${mostOfDay} AS most) m`)
  return rows[0] ?? null
}

/** The digits to search by. VALIDATION for none, too many, or more than a masked role may use. */
function readDigits(text: string, { actor }: Ctx): string {
  const digits = phoneSearchDigits(text)
  if (digits === '' || digits.length > 9) throw new AppError('VALIDATION', refusals.invalidPhone)
  if (digits.length < 9 && digits.length > 5 && !seesPhones(actor))
    throw new AppError('VALIDATION', refusals.phoneSearch)
  return digits
}

/** Rows of one list, at most one more than the counting limit. */
function rowsIn(name: SearchedBlock, digits: string, ctx: Ctx): Sql {
  const { resource, from, where } = rowsOf(name, digits, ctx)
  const maskedIn = (field: string): Sql =>
    name === 'customer' ? shownTo(field, fieldOf(resource, field), ctx.actor) : sql`NULL`
  return sql`(SELECT ${name}::text AS list, id, ${ident(blocks[name].phone)}::text AS phone,
    ${maskedIn('package')}::text AS package, ${maskedIn('holder_username')}::text AS holder
    FROM ${from} WHERE ${where} LIMIT ${mostFound + 1})`
}

/** Sorted by number; for masked roles by its visible part, then newest first, as an order by hidden digits would reveal them. */
const inOrder = ({ actor }: Ctx): Sql =>
  seesPhones(actor) ? sql`phone` : sql`right(phone, 5), max(id::text) DESC`

type Row = Omit<FoundPhone, 'key' | 'khong_goi'>
type Answer = { phones: Row[]; count: number; lists: FoundPhones['lists']; orders: OrderRow[] }

/** GET timnhanh. */
export async function find(text: string, ctx: Ctx): Promise<FoundPhones> {
  const digits = readDigits(text, ctx)
  await countSearch(digits, ctx)
  const names = searchedBlocks.filter((name) => can(ctx.actor, blocks[name].resource.may.read))
  const orders = orderLists(names).map((name) => ordersIn(name, ctx))
  const { rows } = await ctx.db.query<Answer>(sql`
    WITH found AS MATERIALIZED (${join(
      names.map((name) => rowsIn(name, digits, ctx)),
      ' UNION ALL ',
    )})
    SELECT count(DISTINCT phone)::int AS count,
      coalesce((SELECT json_agg(p) FROM (
        SELECT phone, array_agg(DISTINCT list) AS lists,
          (array_agg(package ORDER BY id DESC) FILTER (WHERE list = 'customer'))[1] AS package,
          (array_agg(holder ORDER BY id DESC) FILTER (WHERE list = 'customer'))[1] AS holder
        FROM found GROUP BY phone ORDER BY ${inOrder(ctx)} LIMIT ${mostPhones}) p), '[]'::json) AS phones,
      coalesce((SELECT json_agg(l) FROM (
        SELECT list AS name, count(*)::int AS count FROM found GROUP BY list) l), '[]'::json) AS lists,
      coalesce((SELECT json_agg(o ORDER BY o.waiting DESC, o.at DESC) FROM (${join(orders, ' UNION ALL ')}) o), '[]'::json) AS orders
    FROM found`)
  const { phones = [], count = 0, lists = [], orders: foundOrders = [] } = rows[0] ?? {}
  const { actor, services } = ctx
  // A search by last digits must not reveal more about a number to a masked role than its own lists do.
  const isTold = seesPhones(actor) || digits.length === 9
  const entries = await entriesOf(isTold ? phones.map(({ phone }) => phone) : [], ctx)
  return {
    // Sealed here and not in the query, as the key is not in the database.
    phones: phones.map((row) => ({
      ...row,
      key: keyFor(row.phone, services),
      khong_goi: entries.get(row.phone) ?? null,
      phone: seesPhones(actor) ? row.phone : maskPhone(row.phone),
    })),
    count,
    lists,
    orders: foundOrders.map((row) => orderOf(row, ctx)),
    left: await phonesLeft(ctx),
  }
}
