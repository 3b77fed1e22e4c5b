/**
 * A package recently registered or ordered for a number is not requested again without confirmation, by any account and on any path
 * (D3-OTP-05, D3-OTP-08).
 */
import sql, { type Sql } from 'sql-template-tag'
import { formatInstant } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { showField } from '#kit/contract/kinds.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { againHours, inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import { mfyTexts } from '#subjects/money/contract/calls/mfy.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { InvitationRequest } from './read-invitation.ts'

/** Serialises registrations of this package for this number until the transaction of `ctx` ends. */
export const lockRegistration = ({ phone, pack }: InvitationRequest, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${phone} || ${pack}::text, 43))`)

/** Condition: order `o` is for this number and package. */
export const isSameRequest = ({ phone, pack }: InvitationRequest): Sql => sql`EXISTS (
  SELECT FROM invitation_history h
  WHERE h.id = o.history_id AND h.msisdn = ${phone} AND package_key(h."packCode") = ${pack})`

/** CONFLICT while the carrier has not answered a request for this number and package, other than order `ownOrder`. */
export async function requireNonePending(
  request: InvitationRequest,
  ctx: Ctx,
  ownOrder: string | null = null,
): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM invitation_orders o
    WHERE o.attempt IS NOT NULL AND o.history_id IS DISTINCT FROM ${ownOrder}::uuid AND ${isSameRequest(request)}`)
  if (rowCount) throw new AppError('CONFLICT', inviteTexts.underWay)
}

/** Invitation history of this number, of all accounts. */
const histories = ({ phone, pack }: InvitationRequest): Sql => sql`FROM invitation_history h
  WHERE reverse(h.msisdn::text) = reverse(${phone}) AND package_key(h."packCode") = ${pack}`

/** Last registration of this package for this number, by any channel. */
const lastRegistration = (request: InvitationRequest): Sql => sql`
  SELECT ngay_thanh_cong AS at FROM revenue_line
  WHERE so_dien_thoai_cs = ${request.phone} AND goi_cuoc = ${request.pack} AND status = 'SUCCESS'
    AND deleted_at IS NULL
  UNION ALL
  SELECT coalesce(h."confirmedAt", h."genDate") ${histories(request)} AND h.status = 'SUCCESS'`

/** Open codes except those of `replacer`, which the new code ends. */
const openCodes = (request: InvitationRequest, replacer: string | null): Sql => sql`
  SELECT h."genDate" ${histories(request)} AND EXISTS (SELECT FROM invitation_orders o
    WHERE o.history_id = h.id AND o.user_id IS DISTINCT FROM ${replacer}::uuid AND o.order_code IS NOT NULL AND o.expires_at > now())`

type OpenMfy = { ma_goi: string; trang_thai: string; created_at: Date }

/** AGAIN while any Mfy request for this number and package made after `since` is open. */
async function requireNoneOpenMfy({ phone, pack }: InvitationRequest, ctx: Ctx, since: Sql): Promise<void> {
  const { rows } = await ctx.db.query<OpenMfy>(sql`
    SELECT ma_goi, trang_thai, created_at FROM mfy
    WHERE reverse(so_dien_thoai::text) = reverse(${phone}) AND ma_goi = ${pack} AND created_at > ${since}
      AND deleted_at IS NULL AND trang_thai IN (mfy_dang_cho_duyet(), mfy_duyet(), mfy_da_soan_y_lan_1(), mfy_duyet_lan_2())
    ORDER BY created_at DESC LIMIT 1`)
  const [open] = rows
  if (!open) return
  const time = formatInstant(open.created_at.toISOString())
  throw new AppError(
    'AGAIN',
    mfyTexts.again(open.ma_goi, time, showField(open.trang_thai, mfy.fields.trang_thai)),
  )
}

async function refuseSince(since: Sql, registrations: Sql, pack: string, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ at: Date | null }>(sql`
    SELECT max(at) AS at FROM (${registrations}) f(at) WHERE at > ${since}`)
  const lastAt = rows[0]?.at
  if (lastAt)
    throw new AppError('AGAIN', inviteTexts.again(pack, formatInstant(new Date(lastAt).toISOString())))
}

/**
 * AGAIN when it was registered within the last hours, a code for it is open that `replacer` does not replace, or an Mfy request for it is
 * open, of any age.
 */
export async function requireNotJustNow(
  request: InvitationRequest,
  ctx: Ctx,
  replacer: string | null,
): Promise<void> {
  await requireNoneOpenMfy(request, ctx, sql`'-infinity'`)
  await refuseSince(
    sql`now() - make_interval(hours => ${againHours})`,
    sql`${lastRegistration(request)} UNION ALL ${openCodes(request, replacer)}`,
    request.pack,
    ctx,
  )
}

/**
 * AGAIN when it was registered or an Mfy request made after the code of order `ownOrder` was requested, at which time no warning was possible.
 */
export async function requireNoneSince(
  request: InvitationRequest,
  ownOrder: string,
  ctx: Ctx,
): Promise<void> {
  const since = sql`(SELECT "genDate" FROM invitation_history WHERE id = ${ownOrder})`
  await requireNoneOpenMfy(request, ctx, since)
  await refuseSince(since, lastRegistration(request), request.pack, ctx)
}
