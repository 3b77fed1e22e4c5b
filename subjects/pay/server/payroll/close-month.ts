/** Closes and reopens a payroll month, and reads its state for the screen (D3-PAY-05 to D3-PAY-08). */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { addMonths, formatMonth, thisMonth } from '#kit/contract/month.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  closeTexts,
  keptWork,
  type closeMonth,
  type CloseState,
  type Closing,
  type closingOfMonth,
  type closingProgress,
  type confirmParameters,
  type reopenMonth,
} from '#subjects/pay/contract/calls/payroll-close.ts'
import { lockMonths } from '#platform/server/db/payroll-lock.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { monthOf, parametersOf, payrollOf } from '../reports/tinhluong.ts'
import {
  storeCloseRequest,
  currentCloseRequest,
  failedFor,
  requireNoCloseRequest,
  closeProgressOf,
  waitReason,
} from './close-request.ts'
import { checklist } from './close-checklist.ts'
import { closedSpan, nextToClose, requireClosable, whyNotClose, whyNotReopen } from './close-order.ts'

/** Number of adjustments listed beside the sums. */
const shownAdjustments = 8

async function closings(month: string, { db }: Ctx): Promise<{ id: string; viec: unknown; kept: Closing }[]> {
  const { rows } = await db.query<{ id: string; viec: unknown; kept: Closing }>(sql`
    SELECT id, viec, json_build_object('chot_boi', chot_boi, 'chot_luc', chot_luc, 'ly_do', ly_do, 'mo_lai_boi', mo_lai_boi,
      'mo_lai_luc', mo_lai_luc, 'mo_lai_ly_do', mo_lai_ly_do) AS kept
    FROM payroll_closing WHERE thang = ${month}::date ORDER BY payroll_closing.chot_luc DESC, id DESC`)
  return rows
}

async function sums(month: string, { db }: Ctx): Promise<CloseState['tong']> {
  const { rows } = await db.query<{ tong: CloseState['tong'] }>(sql`
    SELECT json_build_object('nguoi', count(*), 'tongLuongThang', coalesce(sum("tongLuongThang"), 0),
      'tongKhauTru', coalesce(sum("tongKhauTru"), 0), 'luongThucNhan', coalesce(sum("luongThucNhan"), 0),
      'dieuChinh', coalesce(sum("dieuChinh"), 0), 'chiTra', coalesce(sum("chiTra"), 0),
      'nguoiAm', count(*) FILTER (WHERE "chiTra" < 0), 'soAm', coalesce(sum("chiTra") FILTER (WHERE "chiTra" < 0), 0)) AS tong
    FROM ${payrollOf(month, sql`NULL`)} r`)
  if (!rows[0]) throw new Error('sums have a row')
  return rows[0].tong
}

async function adjustments(month: string, { db }: Ctx): Promise<CloseState['dieu_chinh']> {
  const { rows } = await db.query<{ dieu_chinh: CloseState['dieu_chinh'] }>(sql`
    WITH a AS MATERIALIZED (
      SELECT a.username, u.fullname, to_char(a.cua_thang, 'MM/YYYY') AS cua_thang, count(*)::int AS so_dong, sum(a.so)::bigint AS so
      FROM payroll_adjustments(${month}::date, NULL) a JOIN users u ON u.username = a.username
      GROUP BY a.username, u.fullname, a.cua_thang)
    SELECT json_build_object('count', (SELECT count(*) FROM a), 'values', coalesce((
      SELECT json_agg(s) FROM (SELECT * FROM a ORDER BY abs(so) DESC, username, cua_thang LIMIT ${shownAdjustments}) s), '[]')) AS dieu_chinh`)
  if (!rows[0]) throw new Error('a count has a row')
  return rows[0].dieu_chinh
}

/** Number of people with a stored row that differs from one computed from the stored inputs. */
async function differingRows(id: string, { db }: Ctx): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM payroll_unlike(${id})`)
  return rows[0]?.n ?? 0
}

async function stateOf(month: string, ctx: Ctx): Promise<CloseState> {
  const [span, allClosings] = [await closedSpan(ctx), await closings(month, ctx)]
  const request = await currentCloseRequest(ctx.db)
  const history = allClosings.map((closing) => closing.kept)
  const live = allClosings.find((closing) => closing.kept.mo_lai_luc === null)
  return {
    thang: formatMonth(month),
    da_chot: live !== undefined,
    khong_chot_duoc: waitReason(request) ?? (await whyNotClose(month, span, ctx)),
    khong_mo_duoc: waitReason(request) ?? whyNotReopen(month, span),
    dang_chot: closeProgressOf(request),
    khong_xong: live ? null : await failedFor(month, history, ctx),
    viec: live ? keptWork.parse(live.viec) : await checklist(month, ctx),
    tong: await sums(month, ctx),
    dieu_chinh: await adjustments(month, ctx),
    tinh_lai_lech: live ? await differingRows(live.id, ctx) : null,
    lan_chot: history,
  }
}

/** The newest finished month with work; null when there is none. */
async function newestWorked({ db }: Ctx): Promise<string | null> {
  const { rows } = await db.query<{ newest: string | null }>(
    sql`SELECT payroll_newest(month_of(now())) AS newest`,
  )
  return rows[0]?.newest ?? null
}

/** GET chotluong; by default for the month to close next. */
export async function showClosing(
  ctx: Ctx,
  { startDate = '' }: ParsedOf<typeof closingOfMonth>,
): Promise<CloseState> {
  if (startDate !== '') return stateOf(monthOf(startDate), ctx)
  const span = await closedSpan(ctx)
  const offered = (await nextToClose(span, ctx)) ?? (await newestWorked(ctx))
  return stateOf(offered ?? monthOf(addMonths(thisMonth(), -1)), ctx)
}

function reasonOf(text: string | undefined, required: boolean): string {
  const reason = cleanText(text ?? '')
  const obstacle =
    reason.length > 500
      ? closeTexts.reasonTooLong
      : required && reason === ''
        ? closeTexts.reasonMissing
        : null
  if (obstacle !== null) throw new AppError('VALIDATION', obstacle, { fields: { ly_do: obstacle } })
  return reason
}

/**
 * POST chotluong: requests the closing, which `runCloseRequest` performs immediately; VALIDATION while an item blocks and no reason is given,
 * CONFLICT during a closing.
 */
export async function close(
  ctx: Ctx,
  input: ParsedOf<typeof closeMonth>,
): Promise<Reply<AnswerOf<typeof closeMonth>>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const reason = reasonOf(input.ly_do, false)
  await requireNoCloseRequest(ctx)
  await lockMonths(ctx.db, 'alone')
  await requireNoCloseRequest(ctx)
  await requireClosable(month, reason, ctx)
  await storeCloseRequest(month, reason, ctx)
  ctx.publish('tinhluong')
  return withMsg(await showProgress(ctx), closeTexts.asked(formatMonth(month)))
}

/** GET chotluong/dangchot: the closing in progress, without reading the month. */
export const showProgress = async ({ db }: Ctx): Promise<AnswerOf<typeof closingProgress>> => ({
  dang_chot: closeProgressOf(await currentCloseRequest(db)),
})

/** POST chotluong/molai: reopens the last closed month; what its closing stored is kept (D3-PAY-08). */
export async function reopen(ctx: Ctx, input: ParsedOf<typeof reopenMonth>): Promise<Reply<CloseState>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const reason = reasonOf(input.ly_do, true)
  await requireNoCloseRequest(ctx)
  await lockMonths(ctx.db, 'alone')
  await requireNoCloseRequest(ctx)
  const obstacle = whyNotReopen(month, await closedSpan(ctx))
  if (obstacle !== null) throw new AppError('CONFLICT', obstacle)
  await ctx.db.query(sql`
    UPDATE payroll_closing SET mo_lai_boi = ${ctx.actor.username}, mo_lai_luc = now(), mo_lai_ly_do = ${reason}
    WHERE thang = ${month}::date AND mo_lai_luc IS NULL`)
  const name = formatMonth(month)
  await audit(ctx, { action: 'reopen', resource: 'chotluong', resourceId: name, after: { ly_do: reason } })
  ctx.publish('tinhluong')
  return withMsg(await stateOf(month, ctx), closeTexts.reopened(name))
}

/** POST chotluong/thamso: confirms the current parameters; a later change requires a new confirmation. */
export async function confirm(
  ctx: Ctx,
  input: ParsedOf<typeof confirmParameters>,
): Promise<Reply<CloseState>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const name = formatMonth(month)
  await lockMonths(ctx.db, 'alone')
  const span = await closedSpan(ctx)
  if (span && month <= span.to && month >= span.from) throw new AppError('CONFLICT', closeTexts.closed(name))
  await ctx.db.query(sql`
    WITH now AS (SELECT ${parametersOf(month)} AS tham_so)
    INSERT INTO payroll_confirmed (thang, tham_so, username) SELECT ${month}::date, tham_so, ${ctx.actor.username} FROM now
    ON CONFLICT (thang) DO UPDATE SET tham_so = excluded.tham_so, username = excluded.username, at = now()`)
  await audit(ctx, { action: 'approve', resource: 'chotluong', resourceId: name })
  ctx.publish('tinhluong')
  return withMsg(await stateOf(month, ctx), closeTexts.confirmed(name))
}
