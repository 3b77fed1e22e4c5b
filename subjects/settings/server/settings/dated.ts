/** Settings with values valid from a day on, each with author, time and reason (D3-PAY-02). */
import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { fromFilterDate, todayVn } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import { settingOf } from '#platform/contract/settings/catalogue.ts'
import { showSetting, type Setting, type SettingValue } from '#platform/contract/settings/kinds.ts'
import { boundOf } from '#subjects/settings/contract/settings/spans.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { cleanText } from '#kit/contract/text.ts'
import { closeTexts } from '#subjects/pay/contract/calls/payroll-close.ts'
import { settingTexts, type SettingState } from '#subjects/settings/contract/calls/settings.ts'
import { lockMonths } from '#platform/server/db/payroll-lock.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { oneSetting } from './read.ts'

/** First day (DD/MM/YYYY) and reason of a change. */
export type When = { tu_ngay?: string | undefined; ly_do?: string | undefined }

const refused = (field: string, reason: string): AppError =>
  new AppError('VALIDATION', reason, { fields: { [field]: reason } })

/** First day (default today) and reason; undefined for an undated setting. */
export function readWhen(
  { tu_ngay, ly_do = '' }: When,
  { dated }: Setting,
): { tu_ngay: string; ly_do: string } | undefined {
  if (!dated) {
    if (tu_ngay !== undefined) throw refused('tu_ngay', settingTexts.notDated)
    return undefined
  }
  const day = tu_ngay === undefined ? todayVn() : fromFilterDate(tu_ngay)
  if (day === null) throw refused('tu_ngay', settingTexts.badDay)
  const reason = cleanText(ly_do)
  if (reason.length > 500) throw refused('ly_do', settingTexts.whyTooLong)
  return { tu_ngay: day, ly_do: reason }
}

/** Refuses a day that would change the calculation of a closed month (D3-PAY-07). */
async function requireOpen(tu_ngay: string, { db }: Ctx): Promise<void> {
  // Excludes a concurrent closing of a month until the commit.
  await lockMonths(db, 'shared')
  const { rows } = await db.query<{ thang: string | null }>(sql`
    SELECT min(thang) AS thang FROM payroll_closing
    WHERE mo_lai_luc IS NULL AND thang >= date_trunc('month', ${tu_ngay}::date)`)
  const month = rows[0]?.thang
  if (month) throw new AppError('CONFLICT', closeTexts.closed(formatMonth(month)))
}

/** The current setting, locked for one writer at a time. */
export async function lockDated(key: string, ctx: Ctx): Promise<SettingState> {
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('setting ' || ${key}, 0))`)
  return oneSetting(key, ctx)
}

/** Refuses a number that exceeds the limit set by another setting on any day of its validity (D2-CFG-17). */
async function requireBound(
  { key, value, tu_ngay }: Change,
  { dates: ownDates = [] }: SettingState,
  ctx: Ctx,
) {
  const bound = boundOf(key)
  const setting = settingOf(key)
  const partner = settingOf(bound?.other ?? '')
  if (!bound || !setting || !partner) return
  // Locks both settings, whichever is written, in a fixed order.
  const [first] = [key, bound.other].toSorted()
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('setting ' || ${first}, 0))`)
  const { dates = [] } = await oneSetting(bound.other, ctx)
  const until = ownDates.filter((one) => one.tu_ngay > tu_ngay).at(-1)?.tu_ngay
  const inForce = dates.find((one) => one.tu_ngay <= tu_ngay)?.value ?? partner.default
  const later = dates.filter((one) => one.tu_ngay > tu_ngay && (until === undefined || one.tu_ngay < until))
  const wrong = [inForce, ...later.map((one) => one.value)].find((conflicting) =>
    bound.upper ? Number(value) > Number(conflicting) : Number(value) < Number(conflicting),
  )
  if (wrong === undefined) return
  const comparison = bound.upper ? 'không được lớn hơn' : 'không được nhỏ hơn'
  throw refused(
    key,
    `${setting.label} ${comparison} ${partner.label.toLowerCase()} (${showSetting(wrong, partner)})`,
  )
}

type Change = { key: string; value: SettingValue; tu_ngay: string; ly_do: string }

/** Writes the value of a day, replacing an existing one; a value already in force changes nothing. */
export async function storeDated({ key, value, tu_ngay, ly_do }: Change, state: SettingState, ctx: Ctx) {
  const { dates = [] } = state
  const before = dates.find((one) => one.tu_ngay <= tu_ngay)
  if (!before || !isDeepStrictEqual(before.value, value)) {
    await requireOpen(tu_ngay, ctx)
    await requireBound({ key, value, tu_ngay, ly_do }, state, ctx)
    await ctx.db.query(sql`
      INSERT INTO dated_setting AS s (key, tu_ngay, value, ly_do, username)
      VALUES (${key}, ${tu_ngay}, ${JSON.stringify(value)}::jsonb, ${ly_do}, ${ctx.actor.username})
      ON CONFLICT (key, tu_ngay) DO UPDATE
      SET value = excluded.value, ly_do = excluded.ly_do, username = excluded.username, at = now(), version = s.version + 1`)
    await audit(ctx, {
      action: dates.length > 0 ? 'update' : 'create',
      resource: 'setting',
      resourceId: key,
      before: { value: before?.value ?? null },
      after: { value, tu_ngay, ly_do },
    })
    ctx.publish('setting')
  }
  return withMsg(await oneSetting(key, ctx), settingTexts.saved)
}
