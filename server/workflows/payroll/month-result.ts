/** 'Kết quả tháng' of a month and the one before (D3-PAY-13). */
import sql, { raw } from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { addMonths, formatMonth } from '../../../contract/month.ts'
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
} from '../../../contract/workflows/month-result.ts'
import type { Ctx } from '../../kit/context.ts'
import { monthOf, payrollOf } from '../../reports/tinhluong.ts'

/** Amount in đồng and the number of rows behind it. */
type Sum = { amount: number; rows: number | null }
type Sums = Partial<Record<ResultItem, Sum>>

const alone = (amount: number): Sum => ({ amount, rows: null })

async function earned(month: string, { db }: Ctx) {
  const { rows } = await db.query<Record<'lines' | 'revenue' | 'requests' | 'refunded', number>>(sql`
    SELECT lines, revenue::float8, requests, refunded::float8 FROM month_revenue(${month}::date)`)
  const { lines = 0, revenue = 0, requests = 0, refunded = 0 } = rows[0] ?? {}
  return {
    doanh_thu: { amount: revenue, rows: lines },
    hoan_tien: { amount: refunded, rows: requests },
    doanh_thu_thuc_te: alone(revenue - refunded),
  }
}

/** What the month's people cost: what is withheld for others is no saving, sanctions and recoveries are. */
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

/** The register of refund costs, its refunds that count: what the refunds of the month are compared with. */
async function refundCost(month: string, { db }: Ctx): Promise<Sum> {
  const { rows } = await db.query<Sum>(sql`
    SELECT coalesce(sum(coalesce(so_tien_hoan_hoac_nap, 0) + coalesce(so_tien_hoan_them, 0)), 0)::float8 AS amount,
      count(*)::int AS rows
    FROM chiphihoantien
    WHERE hieu_luc = 1 AND deleted_at IS NULL AND xep_luc >= month_start(${month}::date) AND xep_luc < month_end(${month}::date)`)
  return rows[0] ?? alone(0)
}

async function cost(register: Register, month: string, ctx: Ctx): Promise<Sum> {
  if (register === 'chiphihoantien') return refundCost(month, ctx)
  const { rows } = await ctx.db.query<Sum>(sql`
    SELECT coalesce(sum(thanh_tien), 0)::float8 AS amount, count(*)::int AS rows FROM ${raw(register)}
    WHERE deleted_at IS NULL AND ngay_nhap >= ${month}::date AND ngay_nhap < ${month}::date + interval '1 month'`)
  return rows[0] ?? alone(0)
}

/** The result where all costs of it may be seen: nobody works out from it what is hidden. */
function resultOf({ doanh_thu_thuc_te, luong, ...sums }: Sums): Sums {
  const costs = deductedCosts.map((name) => sums[name]?.amount)
  if (!doanh_thu_thuc_te || !luong || !costs.every((amount) => amount !== undefined)) return {}
  const all = costs.reduce((total, amount) => total + amount, 0)
  return { ket_qua: alone(doanh_thu_thuc_te.amount - luong.amount - all) }
}

async function sumsOf(month: string, ctx: Ctx): Promise<Sums> {
  const sums: Sums = { ...(await earned(month, ctx)), ...(await paid(month, ctx)) }
  for (const register of registers)
    if (can(ctx.actor, `${register}.get`)) sums[register] = await cost(register, month, ctx)
  const { chiphihoantien, hoan_tien } = sums
  return {
    ...sums,
    ...resultOf(sums),
    ...(chiphihoantien && hoan_tien && { lech_hoan_tien: alone(chiphihoantien.amount - hoan_tien.amount) }),
  }
}

/** GET ketquathang. */
export async function result(
  ctx: Ctx,
  { startDate }: ParsedOf<typeof monthResult>,
): Promise<AnswerOf<typeof monthResult>> {
  const month = monthOf(startDate)
  const before = addMonths(formatMonth(month), -1)
  const [now, last] = [await sumsOf(month, ctx), await sumsOf(monthOf(before), ctx)]
  const names = Object.keys(resultItems) as ResultItem[]
  return {
    thang: formatMonth(month),
    thang_truoc: before,
    khoan: names.flatMap((ma) => {
      const [nay, truoc] = [now[ma], last[ma]]
      return nay && truoc
        ? [{ ma, nay: nay.amount, truoc: truoc.amount, so: nay.rows, so_truoc: truoc.rows }]
        : []
    }),
  }
}

/** GET ketquathang/cacthang. */
export async function results(
  ctx: Ctx,
  { startDate }: ParsedOf<typeof monthResults>,
): Promise<AnswerOf<typeof monthResults>> {
  const last = formatMonth(monthOf(startDate))
  const values: MonthFigures[] = []
  for (let ago = monthsShown - 1; ago >= 0; ago -= 1) {
    const thang = addMonths(last, -ago)
    const { doanh_thu_thuc_te, ket_qua } = await sumsOf(monthOf(thang), ctx)
    const earnings = doanh_thu_thuc_te?.amount ?? 0
    values.push({
      thang,
      doanh_thu: earnings,
      chi_phi: ket_qua ? earnings - ket_qua.amount : null,
      ket_qua: ket_qua ? ket_qua.amount : null,
    })
  }
  return { values }
}
