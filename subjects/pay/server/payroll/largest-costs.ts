/** The largest cost records of a month, from the registers that the reader may see (D3-PAY-13). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import {
  deductedCosts,
  largestShown,
  type LargeCost,
  type largestCosts,
} from '#subjects/pay/contract/calls/month-result.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { monthOf } from '../reports/tinhluong.ts'

/** GET ketquathang/chiphilon; equal amounts by day, newest first. */
export async function largest(
  { actor, db }: Ctx,
  { startDate, ma }: ParsedOf<typeof largestCosts>,
): Promise<AnswerOf<typeof largestCosts>> {
  const month = monthOf(startDate)
  const visibleCosts = deductedCosts.filter(
    (register) => (ma === undefined || ma === register) && can(actor, `${register}.get`),
  )
  if (visibleCosts.length === 0) return { values: [], so: 0, tong: 0 }
  const recordsOf = (register: string): Sql => sql`
    SELECT ${register} AS ma, id, ngay_nhap, nguoi_thuc_hien, ${sqlKinds.note.masked(sql`noi_dung`, actor)} AS noi_dung,
      don_gia, so_luong::float8 AS so_luong, thanh_tien FROM ${raw(register)}
    WHERE deleted_at IS NULL AND ngay_nhap >= ${month}::date AND ngay_nhap < ${month}::date + interval '1 month'`
  const records = join(visibleCosts.map(recordsOf), ' UNION ALL ')
  const { rows: values } = await db.query<LargeCost>(sql`
    SELECT * FROM (${records}) c ORDER BY thanh_tien DESC, ngay_nhap DESC, id LIMIT ${largestShown}`)
  const { rows: totals } = await db.query<{ so: number; tong: number }>(sql`
    SELECT count(*)::int AS so, coalesce(sum(thanh_tien), 0)::bigint AS tong FROM (${records}) c`)
  const { so = 0, tong = 0 } = totals[0] ?? {}
  return { values, so, tong }
}
