/** Requested closings: the one in progress, and failed ones with the error. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { closeTexts, type CloseState, type Closing } from '#subjects/pay/contract/calls/payroll-close.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Ctx } from '#kit/server/context.ts'
import { acceptWork } from '#platform/server/accepted-work.ts'

export type CloseRequest = {
  thang: string
  ly_do: string
  user_id: string
  username: string
  request_id: string
  luc: Date
  buoc: number
  lan: number
}

/** Name of the closing as accepted work (platform/server/accepted-work.ts). */
export const closingOf = (requestId: string): string => `close ${requestId}`

/** The closing in progress; null when there is none. */
export async function currentCloseRequest(db: Queryable): Promise<CloseRequest | null> {
  const { rows } = await db.query<CloseRequest>(sql`
    SELECT thang, ly_do, user_id, username, request_id, luc, buoc, lan FROM payroll_closing_asked WHERE loi IS NULL`)
  return rows[0] ?? null
}

/** The same for the screen. */
export function closeProgressOf(request: CloseRequest | null): CloseState['dang_chot'] {
  if (!request) return null
  const { thang, username, luc, buoc } = request
  return { thang: formatMonth(thang), username, luc: luc.toISOString(), buoc }
}

/** Why nothing can be closed or reopened during a closing; null otherwise. */
export const waitReason = (request: CloseRequest | null): string | null =>
  request && closeTexts.running(formatMonth(request.thang), request.username)

/** Throws CONFLICT during a closing. */
export async function requireNoCloseRequest({ db }: Ctx): Promise<void> {
  const reason = waitReason(await currentCloseRequest(db))
  if (reason !== null) throw new AppError('CONFLICT', reason)
}

/** Stores the caller's request to close the month; replaces a failed one. */
export async function storeCloseRequest(month: string, reason: string, ctx: Ctx): Promise<void> {
  const { db, actor, requestId } = ctx
  await db.query(sql`DELETE FROM payroll_closing_asked WHERE thang = ${month}::date AND loi IS NOT NULL`)
  await db.query(sql`
    INSERT INTO payroll_closing_asked (thang, ly_do, user_id, username, request_id)
    VALUES (${month}::date, ${reason}, ${actor.id}, ${actor.username}, ${requestId})`)
  await acceptWork(closingOf(requestId), ctx)
}

/** Stores the current step for display; step 1 counts a new attempt. */
export async function noteStep(step: 1 | 2 | 3, { request_id }: CloseRequest, db: Queryable): Promise<void> {
  await db.query(sql`
    UPDATE payroll_closing_asked SET buoc = ${step}, lan = lan + ${Number(step === 1)}
    WHERE request_id = ${request_id} AND loi IS NULL`)
}

/** Deletes the request, in the transaction of the closing. */
export async function deleteCloseRequest({ request_id }: CloseRequest, db: Queryable): Promise<void> {
  await db.query(sql`DELETE FROM payroll_closing_asked WHERE request_id = ${request_id}`)
}

/** Stores why the month stays open; false when the request was ended concurrently. */
export async function failCloseRequest(
  { request_id }: CloseRequest,
  reason: string,
  db: Queryable,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    UPDATE payroll_closing_asked SET loi = ${reason} WHERE request_id = ${request_id} AND loi IS NULL`)
  return rowCount === 1
}

/** The failed request for the month, unless it was closed since; null when there is none. */
export async function failedFor(
  month: string,
  closings: readonly Closing[],
  { db }: Ctx,
): Promise<CloseState['khong_xong']> {
  const { rows } = await db.query<{ username: string; luc: Date; loi: string }>(sql`
    SELECT username, luc, loi FROM payroll_closing_asked WHERE thang = ${month}::date AND loi IS NOT NULL`)
  const [failed] = rows
  if (!failed || closings.some(({ chot_luc }) => new Date(chot_luc) > failed.luc)) return null
  return { ...failed, luc: failed.luc.toISOString() }
}
