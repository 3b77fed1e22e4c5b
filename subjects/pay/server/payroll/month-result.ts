/** 'Kết quả tháng' of a month and the previous one (D3-PAY-13). */
import sql, { raw } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { monthDays, earlierDays, isRunning, type Days } from '#kit/contract/earlier.ts'
import { addMonths, formatMonth } from '#kit/contract/month.ts'
import {
  deductedCosts,
  monthsShown,
  registers,
  type MonthFigures,
  resultItems,
  type monthResult,
  type monthResults,
  type Register,
  type ResultItem,
} from '#subjects/pay/contract/calls/month-result.ts'
import type { firstMonth } from '#subjects/pay/contract/calls/payroll.ts'
import type { Ctx } from '#kit/server/context.ts'
import { monthOf, payrollOf } from '../reports/tinhluong.ts'
import { readFirstMonth } from './pay-owner.ts'

/** Amount in đồng and the number of underlying rows. */
type Sum = { amount: number; rows: number | null }
type Sums = Partial<Record<ResultItem, Sum>>

const alone = (amount: number): Sum => ({ amount, rows: null })

async function earned({ start, end }: Days, { db }: Ctx) {
  const { rows } = await db.query<Record<'lines' | 'revenue' | 'requests' | 'refunded', number>>(sql`
    SELECT lines, revenue::float8, requests, refunded::float8 FROM revenue_between(${start}::date, ${end}::date)`)
  const { lines = 0, revenue = 0, requests = 0, refunded = 0 } = rows[0] ?? {}
  return {
    doanh_thu: { amount: revenue, rows: lines },
    hoan_tien: { amount: refunded, rows: requests },
    doanh_thu_thuc_te: alone(revenue - refunded),
  }
}

/** Cost of the month's people. Amounts withheld for third parties do not reduce it; sanctions and recoveries do. */
async function paid(month: string, { db }: Ctx) {
  const { rows } = await db.query<Record<'people' | 'pay' | 'sanctions' | 'owed' | 'adjusted', number>>(sql`
    SELECT count(*)::int AS people, coalesce(sum("tongLuongThang"), 0)::float8 AS pay,
      coalesce(sum("tongCheTai"), 0)::float8 AS sanctions, coalesce(sum("truyThuSauChietKhau"), 0)::float8 AS owed,
      coalesce(sum("dieuChinh"), 0)::float8 AS adjusted
    FROM ${payrollOf(month, sql`NULL`)}`)
  const { people = 0, pay = 0, sanctions = 0, owed = 0, adjusted = 0 } = rows[0] ?? {}
  return {
    luong: { amount: pay - sanctions - owed + adjusted, rows: people },
    tong_luong_thang: alone(pay),
    che_tai: alone(sanctions),
    truy_thu: alone(owed),
    dieu_chinh: alone(adjusted),
  }
}

/** Register of refund costs (effective refunds only), for comparison with the month's refunds. */
async function refundCost({ start, end }: Days, { db }: Ctx): Promise<Sum> {
  const { rows } = await db.query<Sum>(sql`
    SELECT coalesce(sum(coalesce(so_tien_hoan_hoac_nap, 0) + coalesce(so_tien_hoan_them, 0)), 0)::float8 AS amount,
      count(*)::int AS rows
    FROM chiphihoantien
    WHERE hieu_luc = 1 AND deleted_at IS NULL AND xep_luc >= day_start(${start}::date) AND xep_luc < day_start(${end}::date + 1)`)
  return rows[0] ?? alone(0)
}

async function cost(register: Register, days: Days, ctx: Ctx): Promise<Sum> {
  if (register === 'chiphihoantien') return refundCost(days, ctx)
  const { rows } = await ctx.db.query<Sum>(sql`
    SELECT coalesce(sum(thanh_tien), 0)::float8 AS amount, count(*)::int AS rows FROM ${raw(register)}
    WHERE deleted_at IS NULL AND ngay_nhap BETWEEN ${days.start}::date AND ${days.end}::date`)
  return rows[0] ?? alone(0)
}

/** Adds the result only when all its costs are visible, so that hidden ones cannot be derived from it. */
function resultOf({ doanh_thu_thuc_te, luong, ...sums }: Sums): Sums {
  const costs = deductedCosts.map((name) => sums[name]?.amount)
  if (!doanh_thu_thuc_te || !luong || !costs.every((amount) => amount !== undefined)) return {}
  const allCosts = costs.reduce((total, amount) => total + amount, 0)
  return { ket_qua: alone(doanh_thu_thuc_te.amount - luong.amount - allCosts) }
}

/** Sums of a range of days; pay, and so the result, only for whole months. */
async function sumsOf(days: Days, paidMonth: string | null, ctx: Ctx): Promise<Sums> {
  const pay = paidMonth === null ? {} : await paid(monthOf(paidMonth), ctx)
  const sums: Sums = { ...(await earned(days, ctx)), ...pay }
  for (const register of registers)
    if (can(ctx.actor, `${register}.get`)) sums[register] = await cost(register, days, ctx)
  const { chiphihoantien, hoan_tien } = sums
  return {
    ...sums,
    ...resultOf(sums),
    ...(chiphihoantien && hoan_tien && { lech_hoan_tien: alone(chiphihoantien.amount - hoan_tien.amount) }),
  }
}

/** The first month with data as a lower bound for comparison days; without any data a date after all of them. */
const firstOf = async (ctx: Ctx): Promise<string> => (await readFirstMonth(ctx)) ?? '9999-12-31'

/** GET tinhluong/thangdau. */
export async function showFirstMonth(ctx: Ctx): Promise<AnswerOf<typeof firstMonth>> {
  const first = await readFirstMonth(ctx)
  return { thang: first && formatMonth(first) }
}

/** GET ketquathang. */
export async function result(
  ctx: Ctx,
  { startDate }: ParsedOf<typeof monthResult>,
): Promise<AnswerOf<typeof monthResult>> {
  const days = monthDays(monthOf(startDate))
  const month = formatMonth(days.start)
  const before = addMonths(month, -1)
  const running = isRunning(month)
  const earlier = earlierDays(days)
  const compared = earlier && earlier.end >= (await firstOf(ctx)) ? earlier : null
  const current = await sumsOf(days, month, ctx)
  const last = compared ? await sumsOf(compared, running ? null : before, ctx) : {}
  const names = Object.keys(resultItems) as ResultItem[]
  return {
    thang: month,
    thang_truoc: before,
    tam_tinh: running,
    so_voi: compared,
    khoan: names.flatMap((ma) => {
      const [nay, truoc] = [current[ma], last[ma]]
      if (!nay) return []
      return [
        { ma, nay: nay.amount, truoc: truoc?.amount ?? null, so: nay.rows, so_truoc: truoc?.rows ?? null },
      ]
    }),
  }
}

/** GET ketquathang/cacthang. */
export async function results(
  ctx: Ctx,
  { startDate }: ParsedOf<typeof monthResults>,
): Promise<AnswerOf<typeof monthResults>> {
  const last = formatMonth(monthOf(startDate))
  const first = await firstOf(ctx)
  const values: MonthFigures[] = []
  for (let ago = monthsShown - 1; ago >= 0; ago -= 1) {
    const thang = addMonths(last, -ago)
    const days = monthDays(monthOf(thang))
    if (days.start < first) continue
    const { doanh_thu, ket_qua } = await sumsOf(days, thang, ctx)
    const earnings = doanh_thu?.amount ?? 0
    values.push({
      thang,
      tam_tinh: isRunning(thang),
      doanh_thu: earnings,
      chi_phi: ket_qua ? earnings - ket_qua.amount : null,
      ket_qua: ket_qua ? ket_qua.amount : null,
    })
  }
  return { values }
}
