/** Closing and reopening a payroll month, and what the screen shows before and after (D3-PAY-05 to D3-PAY-08). */
import sql from 'sql-template-tag'
import { todayVn } from '../../../contract/dates.ts'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { isObject } from '../../../contract/kit/is-object.ts'
import { addMonths, formatMonth, thisMonth } from '../../../contract/month.ts'
import { payrollDefaults } from '../../../contract/settings/payroll-settings.ts'
import { cleanText } from '../../../contract/text.ts'
import {
  closeTexts,
  closeWork,
  keptWork,
  type closeMonth,
  type CloseState,
  type Closing,
  type closingOfMonth,
  type confirmParameters,
  type reopenMonth,
  type WorkItem,
} from '../../../contract/workflows/payroll-close.ts'
import { withMsg, type Reply } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { monthOf, parametersOf, payrollOf } from '../../reports/tinhluong.ts'
import { checklist } from './close-checklist.ts'

/** Longest time to close a month, in ms: a million lines take 39 s. */
const longestClosingMs = 180_000
/** Adjustments listed beside the sums. */
const shownAdjustments = 8

const nextOf = (month: string): string => monthOf(addMonths(formatMonth(month), 1))

type Span = { from: string; to: string }

/** First days of the earliest and the last closed month; null while none is closed. */
async function closedSpan({ db }: Ctx): Promise<Span | null> {
  const { rows } = await db.query<{ from: string | null; to: string }>(sql`
    SELECT min(thang) AS from, max(thang) AS to FROM payroll_closing WHERE mo_lai_luc IS NULL`)
  const [span] = rows
  return span?.from ? { from: span.from, to: span.to } : null
}

/** First day of the month to close next. Reopened months count as closed, as they were paid. */
async function nextToClose(span: Span | null, { db }: Ctx): Promise<string | null> {
  if (span) return nextOf(span.to)
  const { rows } = await db.query<{ first: string | null }>(
    sql`SELECT min(thang) AS first FROM payroll_closing`,
  )
  return rows[0]?.first ?? null
}

/** Whether there is anything to close. An empty month counts too once a later month has something. */
async function hasWork(month: string, next: string | null, { db }: Ctx): Promise<boolean> {
  const { rows } = await db.query<{ worked: boolean }>(sql`
    SELECT payroll_worked(${month}::date) OR ${month === next} AND payroll_newest() > ${month}::date AS worked`)
  return rows[0]?.worked === true
}

/** Why a month cannot be closed, or null: months with work close in order, after their last day. */
async function whyNotClose(month: string, span: Span | null, ctx: Ctx): Promise<string | null> {
  const next = await nextToClose(span, ctx)
  if (span && month >= span.from && month <= span.to) return closeTexts.closed(formatMonth(month))
  if (span && month < span.from) return closeTexts.before(formatMonth(span.from))
  if (todayVn() < nextOf(month)) return closeTexts.notOver(formatMonth(month))
  if (next !== null && month > next) return closeTexts.notNext(formatMonth(next))
  return (await hasWork(month, next, ctx)) ? null : closeTexts.nobody(formatMonth(month))
}

/** Why a month cannot be reopened, or null: later closed months were paid on top of it. */
function whyNotReopen(month: string, span: Span | null): string | null {
  if (!span || month < span.from || month > span.to) return closeTexts.notClosed(formatMonth(month))
  return month === span.to ? null : closeTexts.notLast(formatMonth(span.to))
}

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

/** Number of people whose stored row differs from one computed from the stored inputs. */
async function differingRows(id: string, { db }: Ctx): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM payroll_unlike(${id})`)
  return rows[0]?.n ?? 0
}

async function stateOf(month: string, ctx: Ctx, work?: WorkItem[]): Promise<CloseState> {
  const [span, all] = [await closedSpan(ctx), await closings(month, ctx)]
  const live = all.find(({ kept }) => kept.mo_lai_luc === null)
  return {
    thang: formatMonth(month),
    da_chot: live !== undefined,
    khong_chot_duoc: await whyNotClose(month, span, ctx),
    khong_mo_duoc: whyNotReopen(month, span),
    viec: live ? keptWork.parse(live.viec) : (work ?? (await checklist(month, ctx))),
    tong: await sums(month, ctx),
    dieu_chinh: await adjustments(month, ctx),
    tinh_lai_lech: live ? await differingRows(live.id, ctx) : null,
    lan_chot: all.map(({ kept }) => kept),
  }
}

/** The newest month that is over and has work; null for none. */
async function newestWorked({ db }: Ctx): Promise<string | null> {
  const { rows } = await db.query<{ newest: string | null }>(
    sql`SELECT payroll_newest(month_of(now())) AS newest`,
  )
  return rows[0]?.newest ?? null
}

/** GET chotluong; without a month, the one to close next. */
export async function showClosing(
  ctx: Ctx,
  { startDate = '' }: ParsedOf<typeof closingOfMonth>,
): Promise<CloseState> {
  if (startDate !== '') return stateOf(monthOf(startDate), ctx)
  const span = await closedSpan(ctx)
  const offered = (await nextToClose(span, ctx)) ?? (await newestWorked(ctx))
  return stateOf(offered ?? monthOf(addMonths(thisMonth(), -1)), ctx)
}

/** One closing or reopening at a time; setting parameters takes the shared lock. CONFLICT when the wait for another's is too long. */
async function lock({ db }: Ctx): Promise<void> {
  try {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('chotluong', 0))`)
  } catch (error) {
    if (isObject(error) && error.code === '55P03') throw new AppError('CONFLICT', closeTexts.busy)
    throw error
  }
}

function reasonOf(text: string | undefined, required: boolean): string {
  const reason = cleanText(text ?? '')
  const why =
    reason.length > 500
      ? closeTexts.reasonTooLong
      : required && reason === ''
        ? closeTexts.reasonMissing
        : null
  if (why !== null) throw new AppError('VALIDATION', why, { fields: { ly_do: why } })
  return reason
}

/** POST chotluong: stores the month as it is; VALIDATION while something blocks and no reason is given. */
export async function close(ctx: Ctx, input: ParsedOf<typeof closeMonth>): Promise<Reply<CloseState>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const name = formatMonth(month)
  const reason = reasonOf(input.ly_do, false)
  await lock(ctx)
  const span = await closedSpan(ctx)
  const why = await whyNotClose(month, span, ctx)
  if (why !== null) throw new AppError('CONFLICT', why)
  const work = await checklist(month, ctx)
  const blocked = work
    .filter(({ muc }) => muc === 'chan')
    .map(({ ma }) => closeWork[ma].toLocaleLowerCase('vi'))
  if (blocked.length > 0 && reason === '') {
    const blockedText = closeTexts.blocked(blocked)
    throw new AppError('VALIDATION', blockedText, { fields: { ly_do: blockedText } })
  }
  // Closing needs longer than the statement timeout of a request.
  await ctx.db.query(sql`SELECT set_config('statement_timeout', ${String(longestClosingMs)}, true)`)
  await ctx.db.query(sql`
    SELECT close_payroll(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${ctx.actor.username}, ${reason},
      ${JSON.stringify(work)}::jsonb)`)
  await audit(ctx, { action: 'close', resource: 'chotluong', resourceId: name, after: { ly_do: reason } })
  ctx.publish('tinhluong')
  return withMsg(await stateOf(month, ctx), closeTexts.done(name))
}

/** POST chotluong/molai: reopens the last closed month; what its closing stored stays on record (D3-PAY-08). */
export async function reopen(ctx: Ctx, input: ParsedOf<typeof reopenMonth>): Promise<Reply<CloseState>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const reason = reasonOf(input.ly_do, true)
  await lock(ctx)
  const why = whyNotReopen(month, await closedSpan(ctx))
  if (why !== null) throw new AppError('CONFLICT', why)
  await ctx.db.query(sql`
    UPDATE payroll_closing SET mo_lai_boi = ${ctx.actor.username}, mo_lai_luc = now(), mo_lai_ly_do = ${reason}
    WHERE thang = ${month}::date AND mo_lai_luc IS NULL`)
  const name = formatMonth(month)
  await audit(ctx, { action: 'reopen', resource: 'chotluong', resourceId: name, after: { ly_do: reason } })
  ctx.publish('tinhluong')
  return withMsg(await stateOf(month, ctx), closeTexts.reopened(name))
}

/** POST chotluong/thamso: confirms that the current parameters were reviewed; a later change asks again. */
export async function confirm(
  ctx: Ctx,
  input: ParsedOf<typeof confirmParameters>,
): Promise<Reply<CloseState>> {
  const month = monthOf(input.thangTinhLuong, 'thangTinhLuong')
  const name = formatMonth(month)
  await lock(ctx)
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
