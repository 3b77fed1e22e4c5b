/** Which month may be closed or reopened, and what prevents it (D3-PAY-05, D3-PAY-08). */
import sql from 'sql-template-tag'
import { todayVn } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { addMonths, formatMonth } from '#kit/contract/month.ts'
import { closeTexts, closeWork, type WorkItem } from '#subjects/pay/contract/calls/payroll-close.ts'
import type { Ctx } from '#kit/server/context.ts'
import { monthOf } from '../reports/tinhluong.ts'
import { checklist } from './close-checklist.ts'

const nextOf = (month: string): string => monthOf(addMonths(formatMonth(month), 1))

type Span = { from: string; to: string }

/** First days of the earliest and the last closed month; null while none is closed. */
export async function closedSpan({ db }: Ctx): Promise<Span | null> {
  const { rows } = await db.query<{ from: string | null; to: string }>(sql`
    SELECT min(thang) AS from, max(thang) AS to FROM payroll_closing WHERE mo_lai_luc IS NULL`)
  const [span] = rows
  return span?.from ? { from: span.from, to: span.to } : null
}

/** First day of the month to close next. Reopened months count as closed, as they were paid. */
export async function nextToClose(span: Span | null, { db }: Ctx): Promise<string | null> {
  if (span) return nextOf(span.to)
  const { rows } = await db.query<{ first: string | null }>(
    sql`SELECT min(thang) AS first FROM payroll_closing`,
  )
  return rows[0]?.first ?? null
}

/** Whether there is anything to close. An empty month counts too when a later month has work. */
async function hasWork(month: string, next: string | null, { db }: Ctx): Promise<boolean> {
  const { rows } = await db.query<{ worked: boolean }>(sql`
    SELECT payroll_worked(${month}::date) OR ${month === next} AND payroll_newest() > ${month}::date AS worked`)
  return rows[0]?.worked === true
}

/** Why a month cannot be closed, or null: months with work are closed in order, after their last day. */
export async function whyNotClose(month: string, span: Span | null, ctx: Ctx): Promise<string | null> {
  const next = await nextToClose(span, ctx)
  if (span && month >= span.from && month <= span.to) return closeTexts.closed(formatMonth(month))
  if (span && month < span.from) return closeTexts.before(formatMonth(span.from))
  if (todayVn() < nextOf(month)) return closeTexts.notOver(formatMonth(month))
  if (next !== null && month > next) return closeTexts.notNext(formatMonth(next))
  return (await hasWork(month, next, ctx)) ? null : closeTexts.nobody(formatMonth(month))
}

/** Why a month cannot be reopened, or null: later closed months were paid on top of it. */
export function whyNotReopen(month: string, span: Span | null): string | null {
  if (!span || month < span.from || month > span.to) return closeTexts.notClosed(formatMonth(month))
  return month === span.to ? null : closeTexts.notLast(formatMonth(span.to))
}

/**
 * The checklist of a month that may be closed now. CONFLICT when it is not its turn, VALIDATION while an item blocks and no reason is
 * given.
 */
export async function requireClosable(month: string, reason: string, ctx: Ctx): Promise<WorkItem[]> {
  const obstacle = await whyNotClose(month, await closedSpan(ctx), ctx)
  if (obstacle !== null) throw new AppError('CONFLICT', obstacle)
  const work = await checklist(month, ctx)
  const blocked = work
    .filter(({ muc }) => muc === 'chan')
    .map(({ ma }) => closeWork[ma].toLocaleLowerCase('vi'))
  if (blocked.length > 0 && reason === '') {
    const blockedText = closeTexts.blocked(blocked)
    throw new AppError('VALIDATION', blockedText, { fields: { ly_do: blockedText } })
  }
  return work
}
