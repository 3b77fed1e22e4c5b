/** The rows behind a figure, from the functions that the calculation itself sums (D3-PAY-03). */
import sql, { type Sql } from 'sql-template-tag'
import { can, seesPhones } from '../../../contract/abilities.ts'
import { formatDate } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { showPhone } from '../../../contract/phone.ts'
import { screenOf, type ScreenName } from '../../../contract/screens.ts'
import type { SourceRow } from '../../../contract/workflows/payroll.ts'
import type { Ctx } from '../../kit/context.ts'
import { ident, sqlKinds } from '../../kit/kinds.ts'
import { parametersOf } from '../../reports/tinhluong.ts'
import { clockText } from './clock-times.ts'
import type { SourceKind } from './formulas.ts'
import type { Whose } from './whose.ts'

/** A page of rows with the number and sum of all. */
export type Sources = { tong: number; count: number; values: SourceRow[] }
type Page = { limit: number; offset: number }

type Shape = {
  /** Rows with `luc` to be ordered by, `so`, and what tells them. */
  rows: Sql
  tell: (row: Record<string, never>) => Omit<SourceRow, 'so'>
}

/** A row that a list has: when it was, and the phone as the reader sees it. */
type Found = { luc: Date; phone: string }
const foundIn = (row: Record<string, unknown>): Found => ({ luc: row.luc as Date, phone: String(row.phone) })

const people = ({ username }: Whose): Sql => sql`ARRAY[${username}]::text[]`
const iso = (at: Date | string): string => new Date(at).toISOString()

/** What is shown of a phone: the mask is the database's, the leading 0 of a whole number ours. */
export const shown = (phone: string): string => (/^\d{9}$/.test(phone) ? showPhone(phone) : phone)

/** The list of `screen` on the day of a row, narrowed as far as the reader may look for it; null for one without the right. */
function listOf(
  screen: ScreenName,
  { luc, phone }: Found,
  { by, username }: { by: 'message' | 'phone'; username?: string },
  { actor }: Ctx,
): SourceRow['mo'] {
  if (!can(actor, screenOf(screen).may)) return null
  const day = formatDate(iso(luc)).replaceAll('-', '/')
  return {
    man_hinh: screen,
    loc: {
      startDate: day,
      endDate: day,
      ...(username !== undefined && !actor.restricted && { username }),
      // A search by a masked number would count against the reader's searches of the day.
      ...(seesPhones(actor) && { [by]: phone }),
    },
  }
}

const lines = (whose: Whose, ctx: Ctx, amount: 'pay' | 'success'): Shape => ({
  rows: sql`
    SELECT l.ngay_thanh_cong AS luc, p.${ident(amount)} AS so, ${sqlKinds.phone.masked(sql`l.so_dien_thoai_cs`, ctx.actor)} AS phone,
      l.goi_cuoc, l.doanh_thu, l.chenh_lech, l.ti_le_doanh_thu::float8 AS ti_le, l.tien_hoan, l.status, l.id
    FROM payroll_lines(${whose.month}::date, ${people(whose)}) p JOIN revenue_line l ON l.id = p.id
    WHERE ${amount === 'success' ? sql`l.status = 'SUCCESS'` : sql`true`}`,
  tell: (row: Record<string, unknown>) => ({
    luc: iso(row.luc as Date),
    mo: listOf('report90849332', foundIn(row), { by: 'message', username: whose.username }, ctx),
    nhan: `${shown(String(row.phone))} ${String(row.goi_cuoc)}`,
    chi_tiet:
      amount === 'success'
        ? 'Thành công'
        : row.status === 'SUCCESS'
          ? [
              formatMoney(Number(row.doanh_thu)),
              Number(row.chenh_lech) === 0 ? '' : `chênh lệch ${formatMoney(Number(row.chenh_lech))}`,
              `× ${Number(row.ti_le)}%`,
              Number(row.tien_hoan) === 0 ? '' : `− hoàn ${formatMoney(Number(row.tien_hoan))}`,
            ]
              .filter(Boolean)
              .join(' ')
          : 'Đối soát thất bại',
  }),
})

const kinds: Readonly<Record<string, string>> = {
  hoan_tien: 'Hoàn tiền',
  nap_tien: 'Nạp tiền',
  mfy_qua_han: 'Mfy quá hạn',
  mfy_thu_hoi: 'Mfy thu hồi',
}
const owed = (whose: Whose, ctx: Ctx): Shape => {
  const phone = sqlKinds.phone.masked(sql`coalesce(r.number_phone, m.so_dien_thoai)`, ctx.actor)
  return {
    rows: sql`
      SELECT coalesce(r.created_time, m.created_at) AS luc, p.amount AS so, p.kind, ${phone} AS phone,
        coalesce(r.package_code, m.ma_goi) AS goi, coalesce(nullif(r.ti_le_chiet_khau, 0), r.ti_le_chiet_khau_hoan_tien)::float8 AS ti_le, p.id
      FROM payroll_recoveries(${whose.month}::date, ${people(whose)}) p
      LEFT JOIN requestrefund r ON p.kind IN ('hoan_tien', 'nap_tien') AND r.id = p.id
      LEFT JOIN mfy m ON p.kind IN ('mfy_qua_han', 'mfy_thu_hoi') AND m.id = p.id`,
    tell: (row: Record<string, unknown>) => ({
      luc: iso(row.luc as Date),
      mo: String(row.kind).startsWith('mfy')
        ? listOf('mfy', foundIn(row), { by: 'phone' }, ctx)
        : listOf('requestrefundreport', foundIn(row), { by: 'message', username: whose.username }, ctx),
      nhan: `${shown(String(row.phone))} ${String(row.goi)}`,
      chi_tiet: [kinds[String(row.kind)], row.ti_le ? `sau chiết khấu ${Number(row.ti_le)}%` : '']
        .filter(Boolean)
        .join(', '),
    }),
  }
}

/** Days of timekeeping; or the one number that somebody typed over them. */
const worked = (whose: Whose): Shape => ({
  rows: sql`
    SELECT NULL::date AS luc, i.ngay_cong::float8 AS so, 'Sửa tay' AS nhan, NULL::int AS giay, 0 AS cho, i.updated_by, NULL AS id
    FROM payroll_input i WHERE i.username = ${whose.username} AND i.thang = ${whose.month}::date AND i.ngay_cong IS NOT NULL
    UNION ALL
    SELECT d.ngay, d.cong::float8, NULL, d.giay, d.cho, NULL, NULL
    FROM timekeeping_days(${whose.month}::date, ${parametersOf(whose.month)}, ${people(whose)}) d
    WHERE NOT EXISTS (SELECT FROM payroll_input i
      WHERE i.username = ${whose.username} AND i.thang = ${whose.month}::date AND i.ngay_cong IS NOT NULL)`,
  tell: (row: Record<string, unknown>) => ({
    luc: (row.luc as string | null) ?? null,
    mo: null,
    nhan: row.nhan === null ? (row.luc === null ? 'Một ngày không ghi ngày' : 'Ngày công') : String(row.nhan),
    chi_tiet:
      row.nhan === null
        ? `${clockText(Number(row.giay)) ?? ''} giờ làm${Number(row.cho) > 0 ? `, ${Number(row.cho)} dòng chờ quyết định` : ''}`
        : `bởi ${String(row.updated_by)}`,
  }),
})

const typed = (whose: Whose, name: string): Shape => ({
  rows: sql`
    SELECT updated_at AS luc, ${ident(name)} AS so, updated_by, NULL AS id FROM payroll_input
    WHERE username = ${whose.username} AND thang = ${whose.month}::date AND ${ident(name)} <> 0`,
  tell: (row: Record<string, unknown>) => ({
    luc: iso(row.luc as Date),
    mo: null,
    nhan: 'Dữ liệu nhập tay',
    chi_tiet: `lần cuối bởi ${String(row.updated_by)}`,
  }),
})

const shapeOf = (kind: SourceKind, name: string, whose: Whose, ctx: Ctx): Shape => {
  if (kind === 'days') return worked(whose)
  if (kind === 'owed') return owed(whose, ctx)
  return kind === 'typed' ? typed(whose, name) : lines(whose, ctx, kind)
}

/** The rows of `kind` behind figure `name`, newest first. */
export async function sourcesOf(
  { kind, name, page }: { kind: SourceKind; name: string; page: Page },
  whose: Whose,
  ctx: Ctx,
): Promise<Sources> {
  const { rows: from, tell } = shapeOf(kind, name, whose, ctx)
  const { rows: sums } = await ctx.db.query<{ tong: number; count: number }>(sql`
    SELECT coalesce(sum(so), 0)::float8 AS tong, count(*)::int AS count FROM (${from}) s`)
  const { rows } = await ctx.db.query<Record<string, never> & { so: number | string }>(sql`
    SELECT * FROM (${from}) s ORDER BY luc DESC NULLS LAST, id LIMIT ${page.limit} OFFSET ${page.offset}`)
  return {
    tong: sums[0]?.tong ?? 0,
    count: sums[0]?.count ?? 0,
    values: rows.map((row) => ({ ...tell(row), so: Number(row.so) })),
  }
}
