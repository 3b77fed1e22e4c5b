/** What the caller may know of a number while filling in a form about it (D3-UX-01, D3-SEC-05). */
import sql, { type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import {
  mostRequests,
  nothingKnown,
  requestDays,
  type KnownNumber,
} from '#platform/contract/calls/known-number.ts'
import { AppError } from '#kit/contract/error.ts'
import { showField } from '#kit/contract/kinds.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx } from '#kit/server/context.ts'
import { subscriberTypes } from '#subjects/numbers/contract/lists/customer.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { blocks, type BlockName } from '#subjects/overview/contract/calls/customer-360.ts'
import { rowsOf } from './read-block.ts'

const types = subscriberTypes.map(({ value }) => value)
const { request_type, quyet_dinh } = requestrefund.fields

type StoredRequest = { kind: number; package: string; state: string; at: string }
type Stored = Omit<KnownNumber, 'requests'> & { requests: StoredRequest[] }

/** `FROM` and `WHERE` of a list's rows of the phone, with its scope; no rows for callers who may not read the list. */
function fromList(name: BlockName, phone: string, ctx: Ctx): Sql {
  const { from, where } = rowsOf(name, phone, ctx)
  return sql`FROM ${from} WHERE ${can(ctx.actor, blocks[name].resource.may.read)} AND ${where}`
}

/**
 * Requests are told of all accounts, as a second one would pay twice; with when and in which state, without names (as
 * D3-OTP-05). Partners are other companies and are told none.
 */
const requestsOf = (phone: string, { actor }: Ctx): Sql => sql`
  SELECT request_type AS kind, package_code AS package, quyet_dinh AS state, created_time AS at FROM requestrefund
  WHERE ${can(actor, requestrefund.may.read) && actor.priority !== 7} AND reverse(number_phone::text) = reverse(${phone}) AND deleted_at IS NULL AND quyet_dinh <> '2'
    AND created_time > now() - make_interval(days => ${requestDays})
  ORDER BY created_time DESC LIMIT ${mostRequests}`

/** GET timnhanh/biet. VALIDATION unless the phone is whole. */
export async function readKnownNumber(typed: string, ctx: Ctx): Promise<KnownNumber> {
  const phone = readPhone(typed)
  if (phone === null) throw new AppError('VALIDATION', refusals.invalidPhone)
  if (ctx.untold) return nothingKnown
  const { rows } = await ctx.db.query<Stored>(sql`
    WITH own AS (SELECT type, package, "packageExpiredAt" AS until, "packagesCanRegister" AS possible
      ${fromList('customer', phone, ctx)} ORDER BY "createdAt" DESC, id DESC LIMIT 1)
    SELECT coalesce((SELECT type FROM own WHERE type = ANY(${types})),
        (SELECT (${types}::text[])[number_type] ${fromList('hoantien', phone, ctx)} ORDER BY created_time DESC LIMIT 1)) AS type,
      (SELECT json_build_object('code', r."PackageCode", 'at', r."Time") FROM (
        SELECT "PackageCode", "Time" ${fromList('dangky', phone, ctx)} AND state = '1'
          AND "Time" > now() - make_interval(days => ${requestDays}) ORDER BY "Time" DESC LIMIT 1) r) AS registered,
      (SELECT json_build_object('code', package, 'until', until) FROM own WHERE package <> '') AS runs,
      coalesce((SELECT json_agg(json_build_object('code', p.code, 'price', package_price(p.code)) ORDER BY p.n)
        FROM own, regexp_split_to_table(coalesce(possible, ''), '[;,\\s]+') WITH ORDINALITY AS p(code, n)
        WHERE p.code <> ''), '[]'::json) AS packages,
      coalesce((SELECT json_agg(r) FROM (${requestsOf(phone, ctx)}) r), '[]'::json) AS requests`)
  const [stored] = rows
  if (!stored) throw new Error('no answer about a number')
  return {
    ...stored,
    requests: stored.requests.map(({ kind, state, ...request }) => ({
      ...request,
      kind: showField(kind, request_type),
      state: showField(state, quyet_dinh),
    })),
  }
}
