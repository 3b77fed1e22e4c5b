/** A package that a number has just been given is not registered again unasked, whoever asks (D3-OTP-05). */
import sql, { type Sql } from 'sql-template-tag'
import { formatInstant } from '../../../contract/dates.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { againHours, inviteTexts } from '../../../contract/workflows/invite.ts'
import type { Ctx } from '../../kit/context.ts'
import type { Asked } from './read-asked.ts'

/** Whoever registers this package for this number does it one after the other, until the transaction of `ctx` ends. */
export const takeTurn = ({ phone, pack }: Asked, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${phone} || ${pack}::text, 43))`)

/** The condition that an order `o` is for this number and package. */
export const isSame = ({ phone, pack }: Asked): Sql => sql`EXISTS (
  SELECT FROM invitation_history h
  WHERE h.id = o.history_id AND h.msisdn = ${phone} AND package_key(h."packCode") = ${pack})`

/** CONFLICT while the carrier has not said what became of a request for this number and package, but the order `own`. */
export async function requireNoneUnderWay(asked: Asked, ctx: Ctx, own: string | null = null): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM invitation_orders o
    WHERE o.attempt IS NOT NULL AND o.history_id IS DISTINCT FROM ${own}::uuid AND ${isSame(asked)}`)
  if (rowCount) throw new AppError('CONFLICT', inviteTexts.underWay)
}

/** Rows of the histories for this number, whoever made them. */
const histories = ({ phone, pack }: Asked): Sql => sql`FROM invitation_history h
  WHERE reverse(h.msisdn::text) = reverse(${phone}) AND package_key(h."packCode") = ${pack}`

/** When this package was registered for this number last, by whatever way. */
const registered = (asked: Asked): Sql => sql`
  SELECT ngay_thanh_cong AS at FROM revenue_line
  WHERE so_dien_thoai_cs = ${asked.phone} AND goi_cuoc = ${asked.pack} AND status = 'SUCCESS'
    AND deleted_at IS NULL
  UNION ALL
  SELECT coalesce(h."confirmedAt", h."genDate") ${histories(asked)} AND h.status = 'SUCCESS'`

/** Codes that may still be confirmed; those of `replacer` end with the new code that this account asks for. */
const ordered = (asked: Asked, replacer: string | null): Sql => sql`
  SELECT h."genDate" ${histories(asked)} AND EXISTS (SELECT FROM invitation_orders o
    WHERE o.history_id = h.id AND o.user_id IS DISTINCT FROM ${replacer}::uuid AND o.order_code IS NOT NULL AND o.expires_at > now())`

async function refuseSince(since: Sql, found: Sql, pack: string, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ at: Date | null }>(sql`
    SELECT max(at) AS at FROM (${found}) f(at) WHERE at > ${since}`)
  const at = rows[0]?.at
  if (at) throw new AppError('AGAIN', inviteTexts.again(pack, formatInstant(new Date(at).toISOString())))
}

/** AGAIN where it was registered, or a code for it is open that `replacer` does not replace, within the last hours. */
export const requireNotJustNow = (asked: Asked, ctx: Ctx, replacer: string | null): Promise<void> =>
  refuseSince(
    sql`now() - make_interval(hours => ${againHours})`,
    sql`${registered(asked)} UNION ALL ${ordered(asked, replacer)}`,
    asked.pack,
    ctx,
  )

/** AGAIN where it was registered since the code of the order `own` was asked for: of that nobody was told then. */
export const requireNoneSince = (asked: Asked, own: string, ctx: Ctx): Promise<void> =>
  refuseSince(
    sql`(SELECT "genDate" FROM invitation_history WHERE id = ${own})`,
    registered(asked),
    asked.pack,
    ctx,
  )
