/** A package registered for a number recently is not registered again without confirmation, by anybody (D3-OTP-05). */
import sql, { type Sql } from 'sql-template-tag'
import { formatInstant } from '../../../contract/dates.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { againHours, inviteTexts } from '../../../contract/workflows/invite.ts'
import type { Ctx } from '../../kit/context.ts'
import type { InvitationRequest } from './read-invitation.ts'

/** Serialises registrations of this package for this number until the transaction of `ctx` ends. */
export const lockRegistration = ({ phone, pack }: InvitationRequest, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${phone} || ${pack}::text, 43))`)

/** Condition that order `o` is for this number and package. */
export const isSame = ({ phone, pack }: InvitationRequest): Sql => sql`EXISTS (
  SELECT FROM invitation_history h
  WHERE h.id = o.history_id AND h.msisdn = ${phone} AND package_key(h."packCode") = ${pack})`

/** CONFLICT while the carrier has not answered a request for this number and package, other than order `own`. */
export async function requireNonePending(
  request: InvitationRequest,
  ctx: Ctx,
  own: string | null = null,
): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM invitation_orders o
    WHERE o.attempt IS NOT NULL AND o.history_id IS DISTINCT FROM ${own}::uuid AND ${isSame(request)}`)
  if (rowCount) throw new AppError('CONFLICT', inviteTexts.underWay)
}

/** Invitation history of this number, by anybody. */
const histories = ({ phone, pack }: InvitationRequest): Sql => sql`FROM invitation_history h
  WHERE reverse(h.msisdn::text) = reverse(${phone}) AND package_key(h."packCode") = ${pack}`

/** Last registration of this package for this number, by any channel. */
const lastRegistration = (request: InvitationRequest): Sql => sql`
  SELECT ngay_thanh_cong AS at FROM revenue_line
  WHERE so_dien_thoai_cs = ${request.phone} AND goi_cuoc = ${request.pack} AND status = 'SUCCESS'
    AND deleted_at IS NULL
  UNION ALL
  SELECT coalesce(h."confirmedAt", h."genDate") ${histories(request)} AND h.status = 'SUCCESS'`

/** Open codes; those of `replacer` are excluded as the new code ends them. */
const openCodes = (request: InvitationRequest, replacer: string | null): Sql => sql`
  SELECT h."genDate" ${histories(request)} AND EXISTS (SELECT FROM invitation_orders o
    WHERE o.history_id = h.id AND o.user_id IS DISTINCT FROM ${replacer}::uuid AND o.order_code IS NOT NULL AND o.expires_at > now())`

async function refuseSince(since: Sql, found: Sql, pack: string, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ at: Date | null }>(sql`
    SELECT max(at) AS at FROM (${found}) f(at) WHERE at > ${since}`)
  const at = rows[0]?.at
  if (at) throw new AppError('AGAIN', inviteTexts.again(pack, formatInstant(new Date(at).toISOString())))
}

/** AGAIN when it was registered within the last hours, or a code for it is open that `replacer` does not replace. */
export const requireNotJustNow = (
  request: InvitationRequest,
  ctx: Ctx,
  replacer: string | null,
): Promise<void> =>
  refuseSince(
    sql`now() - make_interval(hours => ${againHours})`,
    sql`${lastRegistration(request)} UNION ALL ${openCodes(request, replacer)}`,
    request.pack,
    ctx,
  )

/** AGAIN when it was registered after the code of order `own` was requested, when nobody could be warned. */
export const requireNoneSince = (request: InvitationRequest, own: string, ctx: Ctx): Promise<void> =>
  refuseSince(
    sql`(SELECT "genDate" FROM invitation_history WHERE id = ${own})`,
    lastRegistration(request),
    request.pack,
    ctx,
  )
