/** Rows of the invitation histories and their open orders: creation and failure. */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { historyOf, type CodeType } from '#platform/contract/code-tabs.ts'
import { codeMinutes, inviteTexts, type Command } from '#subjects/registrations/contract/calls/invite.ts'
import { auditRows, changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteInsistence, requireReachable } from '#kit/server/do-not-call.ts'
import { requirePriced } from '#kit/server/priced.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import {
  isSameRequest,
  requireNonePending,
  requireNotJustNow,
  lockRegistration,
} from './recent-registrations.ts'
import type { InvitationRequest } from './read-invitation.ts'

export type Source = CodeType | '9332'

/** Resource that lists a history. */
const listOf = (source: Source) => (source === '9332' ? 'report-9332/search' : historyOf(source))

export const publishRow = (source: Source, ctx: Ctx): void => ctx.publish(listOf(source))

/** An answer counts as lost after this many seconds: twice the longest time limit, so that its sender has given up by then. */
export const lostAfter = 60

type Ended = { id: string; source: Source }

/** Ends the rows of the orders in `which` as failed with `reason`. */
export async function failOrders(which: Sql, reason: Sql, ctx: Ctx): Promise<Ended[]> {
  const changed = changeRows(ctx, 'update', 'invitation_history', {
    table: 'invitation_history',
    from: sql`gone`,
    carry: sql`gone.why`,
    where: sql`t.id = gone.history_id`,
    set: sql`status = 'FAILD', result = was.why, version = t.version + 1`,
  })
  const { rows } = await ctx.db.query<Ended>(sql`
    WITH gone AS (DELETE FROM invitation_orders o WHERE ${which} RETURNING o.history_id, ${reason} AS why),
    ${changed} SELECT id, source FROM changed`)
  for (const { source } of rows) publishRow(source, ctx)
  return rows
}

/** RATE_LIMITED once the configured number of codes was requested for a number within an hour, over all accounts. */
async function requireCodesLeft(phone: string, ctx: Ctx): Promise<void> {
  const most = (await readSettings(ctx.db, ['otp.perHour']))['otp.perHour']
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${phone}, 44))`)
  const { rows } = await ctx.db.query<{ asked: number; wait: number }>(sql`
    SELECT count(*)::int AS asked, ceil(extract(epoch FROM min("genDate") + interval '1 hour' - now()))::int AS wait
    FROM invitation_history
    WHERE reverse(msisdn::text) = reverse(${phone}) AND source <> '9332' AND "genDate" > now() - interval '1 hour'`)
  const { asked: codes = 0, wait = 0 } = rows[0] ?? {}
  if (codes >= most)
    throw new AppError('RATE_LIMITED', inviteTexts.tooManyCodes(most), { retryAfter: Math.max(1, wait) })
}

export type Begun = {
  source: Source
  request: InvitationRequest
  /** The caller confirmed despite a recent registration. */
  again: boolean
  domain: string
  /** A command is sent to the carrier immediately. */
  command?: { text: Command; attempt: string; requestKey: string | undefined }
}

/**
 * Writes the history row and its order, in the transaction of `ctx`, and ends the caller's former code for the same phone and package.
 * UNPRICED for a package without a price; DO_NOT_CALL without a reason for a customer on the do-not-call list; CONFLICT while the carrier
 * has not answered any account's earlier request; AGAIN, except for a renewal, when the package was registered or ordered within a day.
 * Returns the id and the package in the price table's spelling; null for a repeated click.
 */
export async function beginOrder(
  { source, request: codes, again, domain, command }: Begun,
  ctx: Ctx,
): Promise<{ id: string; pack: string } | null> {
  const { actor, db } = ctx
  const { phone, pack } = codes
  await lockRegistration(codes, ctx)
  if (command?.requestKey !== undefined) {
    const repeated = await db.query(sql`
      SELECT FROM invitation_history
      WHERE username_nv = ${actor.username} AND "requestKey" = ${command.requestKey}`)
    if (repeated.rowCount) return null
  }
  await requireNonePending(codes, ctx)
  if (!command) await requireCodesLeft(phone, ctx)
  if (!again && command?.text !== 'GIAHAN') await requireNotJustNow(codes, ctx, command ? null : actor.id)
  // After AGAIN, since its confirmed repeat would otherwise have to answer both questions again.
  await requirePriced(pack, 'package', ctx)
  const unwilling = await requireReachable(phone, ctx)
  if (!command)
    await failOrders(
      sql`o.user_id = ${actor.id} AND ${isSameRequest(codes)} AND o.attempt IS NULL`,
      sql`${inviteTexts.replaced}::text`,
      ctx,
    )
  const { rows } = await db.query<{ id: string; pack: string }>(sql`
    WITH known AS (
      SELECT ten_goi_cuoc AS name, gia_goi AS price FROM giahoantien
      WHERE package_key(ten_goi_cuoc) = ${pack} AND deleted_at IS NULL
      ORDER BY ten_goi_cuoc = ${pack} DESC, id LIMIT 1
    ), changed AS (
      INSERT INTO invitation_history (source, msisdn, "packCode", "packPrice", username_nv, "requestType", "requestKey")
      VALUES (${source}, ${phone}, coalesce((SELECT name FROM known), ${pack}),
        coalesce((SELECT price FROM known), 0), ${actor.username}, ${command?.text}, ${command?.requestKey})
      RETURNING id, "packCode" AS pack, NULL::jsonb AS before, to_jsonb(invitation_history) AS after
    ), audited AS (${auditRows(ctx, 'create', 'invitation_history')}),
    begun AS (
      INSERT INTO invitation_orders (history_id, user_id, domain, expires_at, attempt, ask_at)
      SELECT id, ${actor.id}, ${domain}, now() + make_interval(mins => ${codeMinutes}), ${command?.attempt}::uuid,
        CASE WHEN ${command?.attempt}::uuid IS NOT NULL THEN now() + make_interval(secs => ${lostAfter}) END
      FROM changed
    )
    SELECT id, pack FROM changed`)
  const row = rows[0]
  if (!row) throw new AppError('INTERNAL', inviteTexts.unsent, { inner: 'no row of the history' })
  await noteInsistence('invitation_history', row.id, unwilling, ctx)
  publishRow(source, ctx)
  return row
}
